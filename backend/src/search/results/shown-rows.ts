import { isOfLeftFeeds, underFollowed } from '../../articles/lists/row-to-wire.ts';
import { isSavedByReader, tagsOf, type Entry } from '../../model/article/entry.ts';
import type { Context } from '../../model/context.ts';
import { isExpired } from '../../model/article/expiry.ts';
import { activeWatermarks, asMarked } from '../../model/article/watermark.ts';
import type { Opened } from '../keep/searcher.ts';
import type { Found, SearchRow } from '../match/search-input.ts';
import { findAmong, type Asked, searchRow } from './find.ts';

/** An entry that is shown, with its row as the query was matched with it, and whether it has all of the words. */
export type Shown = { entry: Entry; row: SearchRow; has_all: boolean };

/** The query as articles match it that have all of its words, and as those do that have only some; null if there are none. */
export type AskedOf = { whole: Asked; partial: Asked | null };

/** Reads entries anew and returns, in this order, those that their reader still has. */
export const presentEntries = async (
  { entries, watermarks }: Pick<Context, 'entries' | 'watermarks'>,
  userId: string,
  articleIds: string[],
  { names, now }: Pick<Opened, 'names'> & { now: Date },
): Promise<Entry[]> => {
  if (articleIds.length === 0) return [];
  const [found, stored] = await Promise.all([entries.getMany(userId, articleIds), watermarks.get(userId)]);
  const active = activeWatermarks(stored.watermarks);
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
  ctx: Pick<Context, 'entries' | 'watermarks'>,
  userId: string,
  hits: Found['hits'],
  { opened, asked, limit, now }: { opened: Opened; asked: AskedOf; limit: number; now: Date },
): Promise<{ shown: Shown[]; looked_at: number }> => {
  const shown: Shown[] = [];
  let lookedAt = 0;
  while (shown.length < limit && lookedAt < hits.length) {
    const next = hits.slice(lookedAt, lookedAt + limit - shown.length);
    const ids = next.map(({ article_id: id }) => id);
    const whole = new Set(next.flatMap(({ article_id: id, has_all }) => (has_all ? [id] : [])));
    const entries = await presentEntries(ctx, userId, ids, { names: opened.names, now });
    const rows = entries.map((entry) => ({
      entry,
      row: freshRow(entry, opened, asked.whole.as_of),
      has_all: whole.has(entry.article_id),
    }));
    const matching = new Set([
      ...matchingAmong(
        opened,
        asked.whole,
        rows.filter(({ has_all }) => has_all),
      ),
      ...matchingAmong(
        opened,
        asked.partial,
        rows.filter(({ has_all }) => !has_all),
      ),
    ]);
    shown.push(...rows.filter(({ row }) => matching.has(row.article_id)));
    lookedAt += next.length;
  }
  return { shown, looked_at: lookedAt };
};

/** Returns the ids of the rows that match as they are now, with the texts that they were found by. */
const matchingAmong = (opened: Opened, asked: Asked | null, shown: readonly Shown[]): string[] => {
  if (asked === null || shown.length === 0) return [];
  const rows = shown.map(({ row }) => row);
  const needed = new Set(rows.map(({ article_id }) => opened.places.get(article_id)?.part));
  const parts = opened.parts.filter((part) => needed.has(part));
  return findAmong(opened, asked, rows, parts).hits.map(({ article_id }) => article_id);
};

/** Returns the row of an entry as the search takes it. */
const freshRow = (entry: Entry, opened: Pick<Opened, 'names'>, at: Date): SearchRow =>
  searchRow(
    {
      ...entry,
      feed_id: entry.feed_ids[0],
      is_saved: isSavedByReader(entry),
      is_kept: entry.is_saved,
      created_ms: Date.parse(entry.created_at),
      expires_ms: entry.expires_at === null ? null : Date.parse(entry.expires_at),
      reading_minutes: entry.extra.reading_minutes,
      tags: tagsOf(entry),
      story: entry.extra.story,
      version: '',
    },
    opened,
    at,
  );
