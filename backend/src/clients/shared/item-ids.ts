import { DomainError } from '../../lib/errors.ts';

/** The beginning of the long form of an item's id. */
const LONG = 'tag:google.com,2005:reader/item/';

/** Returns the long form of an article's id: 16 hex digits after a fixed beginning. */
export const longId = (articleId: string): string =>
  `${LONG}${BigInt(articleId).toString(16).padStart(16, '0')}`;

/** An id as clients write it: alone, or after a path whose slashes may be percent-encoded. */
const WRITTEN = /^(?:.*(?:\/|%2F))?([0-9a-f]+)$/is;
/** An article_id is at least 2^60 and below 2^63, so it has 19 digits, and 16 in hex. */
const [DECIMAL, HEX] = [/^\d{19}$/, /^[0-9a-f]{16}$/i];

/**
 * Returns the article's id in any form in which clients write it: decimal, hex, or the long form, percent-encoded or not.
 * Null for the id of anything else: a client may know items of another service.
 */
export const articleIdIn = (text: string): string | null => {
  const digits = WRITTEN.exec(text)?.[1] ?? '';
  if (DECIMAL.test(digits)) return digits;
  return HEX.test(digits) ? BigInt(`0x${digits}`).toString() : null;
};

/** The most ids of one request. Clients send 1,000 at once. */
const MOST_IDS = 10_000;

/** Returns the different articles that a request names. @throws VALIDATION_FAILED for too many. */
export const articleIdsIn = (parameters: URLSearchParams): string[] => {
  const ids = [...new Set(parameters.getAll('i').flatMap((text) => articleIdIn(text) ?? []))];
  if (ids.length > MOST_IDS)
    throw new DomainError(
      'VALIDATION_FAILED',
      `A request names at most ${MOST_IDS} items, not ${ids.length}.`,
    );
  return ids;
};
