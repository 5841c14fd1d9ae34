import { createHash } from 'node:crypto';
import type { EntryRow } from '../../model/article/entry.ts';
import type { KnownStories, StoryArticleKey } from './known-stories.ts';

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
    // Most pages are the first one, which has nothing to compare.
    has: (storyId) => known.size > 0 && known.has(markOf(storyId)),
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

/** Entries beyond the rows that were read that are looked up for one story at most. */
const LOOK_UPS_OF_STORY = 5;

/** The fields of an entry that its story's row names. */
type Named = Pick<EntryRow, 'article_id' | 'feed_ids' | 'title' | 'link'>;

/** A row, with the other articles of its story that the list has, in the list's order as far as it was read. */
export type FoldedRow<E extends Named> = { row: E; story_id: string; others: Named[] };

export type FoldedRows<E extends Named> = {
  folded: FoldedRow<E>[];
  /** Number of the rows read that the page takes; the next one begins after them. */
  taken: number;
  /** True if a row that was read is left to show. */
  has_more: boolean;
  /** Number of rows after those taken that the page shows, and of rows among those taken that pages before showed. */
  ahead: number;
  passed: number;
  /** The stories that were shown up to the end of this page and of which more may come. */
  shown: ShownBefore;
};

export type FoldInput<E extends Named> = {
  rows: E[];
  /** The page takes at most this many of the rows, although it may show later ones. */
  first: number;
  /** Returns the rows to show, in their order. */
  choose: (folded: FoldedRow<E>[]) => FoldedRow<E>[];
  stories: KnownStories;
  shown: ShownBefore;
  isFollowed: (feedId: string) => boolean;
  /** The most entries beyond the rows that are looked up. */
  most_look_ups: number;
  /** Returns those of the articles that the list has, in no particular order. */
  lookUp: (articleIds: string[]) => Promise<Named[]>;
};

/**
 * Folds the rows of a list, the first row of each story standing for it:
 *
 * 1. Put each row to the row of its story, or leave it out if an earlier page has shown the story.
 * 2. Choose the rows of the page. It takes the rows up to the first one that is not shown; those after it still count as
 *    others of its stories.
 * 3. Look up the other articles of the stories that were not among the rows, in feeds that the reader follows.
 * 4. Remember the stories of which articles may come on later pages.
 */
export const foldRows = async <E extends Named & Pick<EntryRow, 'extra'>>(
  input: FoldInput<E>,
): Promise<FoldedRows<E>> => {
  const { rows, shown, stories } = input;
  const storied = rows.map((row) => ({ row, story_id: stories.storyOf(row.article_id, row.extra.story) }));
  const all = gathered(storied, shown);
  const folded = input.choose([...all.values()]);
  const taken = takenOf(storied.slice(0, input.first), folded, shown);
  const read = new Set(rows.map(({ article_id }) => article_id));
  const elsewhere = new Map(folded.map(({ story_id }) => [story_id, othersElsewhere(input, story_id, read)]));
  const found = await lookedUp(input, elsewhere);
  for (const { story_id, others } of folded)
    for (const { article_id } of elsewhere.get(story_id) ?? []) {
      const other = found.get(article_id);
      if (other !== undefined) others.push(other);
    }
  const after = new Set(rows.slice(taken).map(({ article_id }) => article_id));
  const toCome = folded.filter(
    ({ row, story_id, others }) =>
      [row, ...others].some(({ article_id }) => after.has(article_id)) ||
      stories.articlesOf(story_id).some(({ article_id }) => !read.has(article_id)),
  );
  return {
    folded,
    taken,
    has_more: folded.length < all.size,
    ahead: folded.filter(({ row }) => after.has(row.article_id)).length,
    passed: storied.slice(0, taken).filter(({ story_id }) => shown.has(story_id)).length,
    shown: shown.with(toCome.map(({ story_id }) => story_id)),
  };
};

/** Step 1. */
const gathered = <E extends Named>(
  storied: { row: E; story_id: string }[],
  shown: ShownBefore,
): ReadonlyMap<string, FoldedRow<E>> => {
  const byStory = new Map<string, FoldedRow<E>>();
  for (const { row, story_id } of storied) {
    const known = byStory.get(story_id);
    if (known !== undefined) known.others.push(row);
    else if (!shown.has(story_id)) byStory.set(story_id, { row, story_id, others: [] });
  }
  return byStory;
};

/** Step 2: returns how many of the first rows the page shows or pages before it did. */
const takenOf = (
  first: { story_id: string }[],
  folded: { story_id: string }[],
  shown: ShownBefore,
): number => {
  const chosen = new Set(folded.map(({ story_id }) => story_id));
  const left = first.findIndex(({ story_id }) => !chosen.has(story_id) && !shown.has(story_id));
  return left === -1 ? first.length : left;
};

const othersElsewhere = <E extends Named>(
  { stories, isFollowed }: FoldInput<E>,
  storyId: string,
  read: ReadonlySet<string>,
): StoryArticleKey[] =>
  stories
    .articlesOf(storyId)
    .filter(({ article_id, feed_id }) => !read.has(article_id) && isFollowed(feed_id))
    .slice(0, LOOK_UPS_OF_STORY);

/** Step 3, for the first rows first. */
const lookedUp = async <E extends Named>(
  { lookUp, most_look_ups: most }: FoldInput<E>,
  elsewhere: ReadonlyMap<string, StoryArticleKey[]>,
): Promise<Map<string, Named>> => {
  const asked = [...elsewhere.values()]
    .flat()
    .slice(0, most)
    .map(({ article_id }) => article_id);
  const found = asked.length === 0 ? [] : await lookUp(asked);
  return new Map(found.map((entry) => [entry.article_id, entry]));
};
