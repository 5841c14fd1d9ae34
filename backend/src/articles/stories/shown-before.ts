import { createHash } from 'node:crypto';

/*
 * A folded list shows each story once, also over several pages. Nothing in the order of a list tells whether another
 * article of a story came before, so the cursor carries those that were shown and of which more is to come, as four bytes
 * each: two of 300 are mixed up once in 100,000 lists.
 */

const BYTES = 4;
/** The most stories that a cursor carries. Of more, those that were shown first are forgotten and may come again. */
const MOST_STORIES = 300;

/** The stories that the pages before showed, in their order. */
export type ShownBefore = {
  has: (storyId: string) => boolean;
  with: (storyIds: string[]) => ShownBefore;
  text: string;
};

const markOf = (storyId: string): string =>
  createHash('sha256').update(storyId).digest().subarray(0, BYTES).toString('base64url');

const createShown = (marks: string[]): ShownBefore => {
  const known = new Set(marks);
  return {
    has: (storyId) => known.has(markOf(storyId)),
    with: (storyIds) => createShown([...new Set([...marks, ...storyIds.map(markOf)])].slice(-MOST_STORIES)),
    text: Buffer.concat(marks.map((mark) => Buffer.from(mark, 'base64url'))).toString('base64url'),
  };
};

/** Reads what a cursor carries: base64url, empty on the first page. */
export const shownBefore = (text: string): ShownBefore => {
  const bytes = Buffer.from(text, 'base64url');
  return createShown(
    Array.from({ length: Math.floor(bytes.length / BYTES) }, (_, at) =>
      bytes.subarray(at * BYTES, (at + 1) * BYTES).toString('base64url'),
    ),
  );
};
