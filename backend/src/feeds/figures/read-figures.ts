import type { FeedFigures } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntryStore } from '../../model/article/entry.ts';
import { typicalWeight } from '../../model/ranking/place.ts';
import type { KeywordStore } from '../../model/score/keyword.ts';
import { figuresOf } from './feed-figures.ts';

const DAYS_MS = 30 * 86_400_000;
/** Number of rows that are read, of unread articles and of read ones each: at most 160 read units each. */
const MOST_ROWS = 2000;

export type ReadFiguresDeps = {
  entries: Pick<EntryStore, 'listNewest'>;
  keywords: Pick<KeywordStore, 'list'>;
  now: Clock;
};

export type ReadFigures = (userId: string) => Promise<FeedFigures>;

/**
 * Creates the function that reckons a reader's figures of each feed from what their lists have, the newest 2,000 unread
 * and 2,000 read articles. Nothing is kept for it, so that a new article and a mark cost no more.
 */
export const createReadFigures =
  ({ entries, keywords, now }: ReadFiguresDeps): ReadFigures =>
  async (userId) => {
    const at = now();
    const since = new Date(at.getTime() - DAYS_MS).toISOString();
    const [unread, read, known] = await Promise.all([
      entries.listNewest(userId, false, MOST_ROWS),
      entries.listNewest(userId, true, MOST_ROWS),
      keywords.list(userId),
    ]);
    // An article that is marked between the two reads is in both.
    const rows = new Map([...unread, ...read].map((row) => [row.article_id, row]));
    const terms = { since, now: at.toISOString(), typical: typicalWeight(known) };
    return {
      since,
      is_complete: unread.length < MOST_ROWS && read.length < MOST_ROWS,
      ...figuresOf([...rows.values()], terms),
    };
  };
