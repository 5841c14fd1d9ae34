import { createHash } from 'node:crypto';
import { z } from 'zod';
import { articleId, timestamp, type SearchOrder } from '../../contract/index.ts';
import { invalidCursor } from '../../lib/json-cursor.ts';

/** The query and the moment that a cursor belongs to. */
export type CursorQuery = { user_id: string; q: string; order: SearchOrder; tz: string };

/**
 * The last row of a page: whether it has all words; its score, or its importance (-1 if there is none), or 0 by time; and the time of
 * the search.
 */
export type SearchPosition = {
  has_all: boolean;
  key: number;
  published_at: string;
  article_id: string;
  as_of: string;
};

const positionTuple = z.tuple([z.boolean(), z.number(), timestamp, articleId, timestamp]);
const SEAL_BYTES = 12;

// The seal has no key: it only detects mistakes. A forged cursor reaches no further than the forger's own articles.
const seal = (text: string, { user_id, q, order, tz }: CursorQuery): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([user_id, q, order, tz, text]))
    .digest()
    .subarray(0, SEAL_BYTES);

/** Returns the cursor of the page after `position`: base64url, under 200 characters. */
export const encodeSearchCursor = (position: SearchPosition, query: CursorQuery): string => {
  const { has_all, key, published_at, article_id, as_of } = position;
  const text = JSON.stringify([has_all, key, published_at, article_id, as_of]);
  return Buffer.concat([seal(text, query), Buffer.from(text)]).toString('base64url');
};

const parsed = (text: string) => {
  try {
    return positionTuple.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Returns the position in a cursor. @throws INVALID_CURSOR unless it was made for this reader, query and order. */
export const decodeSearchCursor = (cursor: string, query: CursorQuery): SearchPosition => {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(SEAL_BYTES).toString('utf8');
  const isOurs =
    bytes.toString('base64url') === cursor && seal(text, query).equals(bytes.subarray(0, SEAL_BYTES));
  const position = isOurs ? parsed(text) : undefined;
  if (position === undefined) throw invalidCursor();
  const [has_all, key, published_at, article_id, as_of] = position;
  return { has_all, key, published_at, article_id, as_of };
};
