import { isItemError } from '../../lib/item-error.ts';
import type { Entry, EntryStore, SearchableRow } from '../../model/article/entry.ts';

/** A reader's rows as the table has them, by article_id. */
export type StoredRows = ReadonlyMap<string, SearchableRow>;

export type StoredRowsDeps = { entries: Pick<EntryStore, 'listSearchable' | 'getMany'> };

/**
 * Reads a reader's rows. `changed` are the entries that were written since `known` was read; null if they are not known. Returns `known`
 * if there are none.
 */
export const readStoredRows = async (
  deps: StoredRowsDeps,
  userId: string,
  known: StoredRows | null,
  changed: readonly string[] | null,
): Promise<StoredRows> => {
  if (known === null || changed === null) return readAll(deps, userId, known);
  if (changed.length === 0) return known;
  try {
    const entries = await deps.entries.getMany(userId, [...changed]);
    const rows = new Map(known);
    for (const id of changed) rows.delete(id);
    for (const entry of entries) rows.set(entry.article_id, searchableOf(entry));
    return rows;
  } catch (error) {
    // An entry that cannot be read whole may still have a row that can.
    if (!isItemError(error)) throw error;
    return readAll(deps, userId, known);
  }
};

/** Reads all rows. Those that are as they were are the same objects, so that what was made of them can be used again. */
const readAll = async (
  { entries }: StoredRowsDeps,
  userId: string,
  known: StoredRows | null,
): Promise<StoredRows> => {
  const found = await entries.listSearchable(userId);
  const rows = new Map<string, SearchableRow>();
  let same = 0;
  for (const row of found) {
    const before = known?.get(row.article_id);
    const isSame = before !== undefined && areAlike(before, row);
    rows.set(row.article_id, isSame ? before : row);
    if (isSame) same += 1;
  }
  return known !== null && same === known.size && same === rows.size ? known : rows;
};

const areAlike = (a: SearchableRow, b: SearchableRow): boolean =>
  a.title === b.title &&
  a.excerpt === b.excerpt &&
  a.published_at === b.published_at &&
  a.importance_score === b.importance_score &&
  a.is_read === b.is_read &&
  a.unread_after === b.unread_after &&
  a.is_saved === b.is_saved &&
  a.text_version === b.text_version &&
  a.created_ms === b.created_ms &&
  a.expires_ms === b.expires_ms &&
  a.reading_minutes === b.reading_minutes &&
  a.story === b.story &&
  haveSame(a.feed_ids, b.feed_ids) &&
  haveSame(a.tags, b.tags);

const haveSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);

/** Returns an entry as `EntryStore.listSearchable` does. */
const searchableOf = ({ created_at, expires_at, extra, ...entry }: Entry): SearchableRow => ({
  article_id: entry.article_id,
  feed_ids: entry.feed_ids,
  title: entry.title,
  excerpt: entry.excerpt,
  published_at: entry.published_at,
  importance_score: entry.importance_score,
  is_read: entry.is_read,
  unread_after: entry.unread_after,
  is_saved: entry.is_saved,
  text_version: entry.text_version,
  created_ms: Date.parse(created_at),
  expires_ms: expires_at === null ? null : Date.parse(expires_at),
  reading_minutes: extra.reading_minutes,
  tags: extra.tags ?? [],
  story: extra.story,
});
