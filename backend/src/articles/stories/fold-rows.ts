import type { EntryRow } from '../../model/article/entry.ts';
import type { KnownStories, StoryArticleKey } from './known-stories.ts';
import type { ShownBefore } from './shown-before.ts';

/** Entries beyond the rows that were read that are looked up for a page, at half a read unit each, and of one story. */
const LOOK_UPS = 9;
const LOOK_UPS_OF_STORY = 5;

/** The fields of an entry that its story's row names. */
type Named = Pick<EntryRow, 'article_id' | 'feed_ids' | 'title' | 'link'>;

/** A row, with the other articles of its story that the list has, in the list's order as far as it was read. */
export type FoldedRow<E extends Named> = { row: E; story_id: string; others: Named[] };

export type FoldedRows<E extends Named> = {
  folded: FoldedRow<E>[];
  /** Number of the rows read that the page takes; the next one begins after them. */
  taken: number;
  /** True if a row after these would be shown. */
  has_more: boolean;
  /** The stories that were shown up to the end of this page and of which more may come. */
  shown: ShownBefore;
};

export type FoldInput<E extends Named> = {
  rows: E[];
  /** The most rows to show. */
  limit: number;
  stories: KnownStories;
  shown: ShownBefore;
  isFollowed: (feedId: string) => boolean;
  /** Returns those of the articles that the list has, in no particular order. */
  lookUp: (articleIds: string[]) => Promise<Named[]>;
};

/**
 * Folds the rows of a list, the first row of each story standing for it:
 *
 * 1. Put each row to the row of its story, or leave it out if an earlier page has shown the story, until there are
 *    enough rows. Rows after the last one of the page still count as others of its stories.
 * 2. Look up the other articles of the stories that were not among the rows, in feeds that the reader follows.
 * 3. Remember the stories of which articles may come on later pages.
 */
export const foldRows = async <E extends Named & Pick<EntryRow, 'extra'>>(
  input: FoldInput<E>,
): Promise<FoldedRows<E>> => {
  const { rows, shown } = input;
  const { byStory, taken, has_more } = gathered(input);
  const read = new Set(rows.map(({ article_id }) => article_id));
  const elsewhere = new Map([...byStory.keys()].map((story) => [story, othersElsewhere(input, story, read)]));
  const found = await lookedUp(input, elsewhere);
  for (const [story, folded] of byStory)
    for (const { article_id } of elsewhere.get(story) ?? []) {
      const other = found.get(article_id);
      if (other !== undefined) folded.others.push(other);
    }
  const after = new Set(rows.slice(taken).map(({ article_id }) => article_id));
  const toCome = [...byStory].filter(
    ([story, { others }]) =>
      others.some(({ article_id }) => after.has(article_id)) ||
      input.stories.articlesOf(story).some(({ article_id }) => !read.has(article_id)),
  );
  return {
    folded: [...byStory.values()],
    taken,
    has_more,
    shown: shown.with(toCome.map(([story]) => story)),
  };
};

/** Step 1. */
const gathered = <E extends Named & Pick<EntryRow, 'extra'>>({
  rows,
  limit,
  stories,
  shown,
}: FoldInput<E>) => {
  const byStory = new Map<string, FoldedRow<E>>();
  let taken = 0;
  let has_more = false;
  for (const [at, row] of rows.entries()) {
    const story_id = stories.storyOf(row.article_id, row.extra.story);
    const known = byStory.get(story_id);
    if (known !== undefined) known.others.push(row);
    else if (!shown.has(story_id)) {
      if (byStory.size === limit) has_more = true;
      else byStory.set(story_id, { row, story_id, others: [] });
    }
    if (!has_more) taken = at + 1;
  }
  return { byStory, taken, has_more };
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

/** Step 2, for the first rows first. */
const lookedUp = async <E extends Named>(
  { lookUp }: FoldInput<E>,
  elsewhere: ReadonlyMap<string, StoryArticleKey[]>,
): Promise<Map<string, Named>> => {
  const asked = [...elsewhere.values()]
    .flat()
    .slice(0, LOOK_UPS)
    .map(({ article_id }) => article_id);
  const found = asked.length === 0 ? [] : await lookUp(asked);
  return new Map(found.map((entry) => [entry.article_id, entry]));
};
