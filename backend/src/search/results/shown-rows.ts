import { isOfLeftFeeds, underFollowed } from '../../articles/lists/reader-names.ts';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { activeWatermarks, asMarked, type ReadWatermarkStore } from '../../model/article/watermark.ts';
import type { Opened } from '../keep/searcher.ts';
import type { SearchRow } from '../match/search-input.ts';
import { findAmong, type Asked } from './find.ts';
import { freshRow } from './fresh-row.ts';

export type ShownRowsDeps = {
  entries: Pick<EntryStore, 'getMany'>;
  marks: Pick<ReadWatermarkStore, 'get'>;
};

/** An entry that is shown, with its row as the query was matched with it. */
export type Shown = { entry: Entry; row: SearchRow };

/** Reads entries anew and returns, in this order, those that their reader still has. */
export const presentEntries = async (
  { entries, marks }: ShownRowsDeps,
  userId: string,
  articleIds: string[],
  { names, now }: Pick<Opened, 'names'> & { now: Date },
): Promise<Entry[]> => {
  if (articleIds.length === 0) return [];
  const [found, stored] = await Promise.all([entries.getMany(userId, articleIds), marks.get(userId)]);
  const active = activeWatermarks(stored.marks);
  const isLeft = isOfLeftFeeds(names);
  const byId = new Map(found.map((entry) => [entry.article_id, entry]));
  return articleIds.flatMap((id) => {
    const entry = byId.get(id);
    if (entry === undefined || isExpired(entry, now.toISOString())) return [];
    if (isLeft(entry)) return entry.is_saved ? [{ ...entry, is_read: true }] : [];
    return [underFollowed(asMarked(entry, active), names)];
  });
};

/**
 * Reads what is to be shown anew, and leaves out what no longer matches: it was read, saved, expired or retitled
 * meanwhile. What follows it takes its place.
 */
export const shownRows = async (
  deps: ShownRowsDeps,
  userId: string,
  articleIds: readonly string[],
  { opened, asked, limit, now }: { opened: Opened; asked: Asked; limit: number; now: Date },
): Promise<{ shown: Shown[]; looked_at: number }> => {
  const shown: Shown[] = [];
  let lookedAt = 0;
  while (shown.length < limit && lookedAt < articleIds.length) {
    const ids = articleIds.slice(lookedAt, lookedAt + limit - shown.length);
    const entries = await presentEntries(deps, userId, ids, { names: opened.names, now });
    const rows = entries.map((entry) => ({ entry, row: freshRow(entry, opened, asked.as_of) }));
    const matching = matchingAmong(
      opened,
      asked,
      rows.map(({ row }) => row),
    );
    shown.push(...rows.filter(({ row }) => matching.has(row.article_id)));
    lookedAt += ids.length;
  }
  return { shown, looked_at: lookedAt };
};

/** Returns the ids of the rows that match as they are now, with the texts that they were found by. */
const matchingAmong = (opened: Opened, asked: Asked, rows: readonly SearchRow[]): ReadonlySet<string> => {
  const needed = new Set(rows.map(({ article_id }) => opened.places.get(article_id)?.part));
  const parts = opened.parts.filter((part) => needed.has(part));
  return new Set(findAmong(opened, asked, rows, parts).hits.map(({ article_id }) => article_id));
};
