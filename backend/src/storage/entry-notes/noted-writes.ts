import type { Clock } from '../../lib/clock.ts';
import { ANY_ENTRY, type EntryNotesStore } from '../../model/search-stores.ts';
import { idIn } from '../table/keys.ts';
import type { TableClient } from '../table/table.ts';

/*
 * Several processes write a reader's entries, and none knows of the others. For readers who search, each notes an entry before it writes
 * it, so that a search reads what was written instead of all rows. `noted-changes.ts` says why no write is missed.
 */

/** Milliseconds for which a process remembers whether a reader's writes are noted: what readers who do not search cost is this read. */
export const REMEMBERED_MS = 3_600_000;
/** After so many notes for a reader within `BURST_MS`, one more stands for all that the process writes in the rest of that time. */
const MOST_NOTES = 50;
export const BURST_MS = 300_000;
/** The most readers that are remembered. */
const MOST_READERS = 10_000;

type Remembered = {
  isNoted: Promise<boolean>;
  /** The time at which that has to be asked again. Times are in milliseconds since 1970. */
  until: number;
  /** The notes until `counted_until`. */
  notes: number;
  counted_until: number;
  /** The time until which a stored note of any entry stands for all. */
  any_until: number;
};

type NotesContext = { notes: Pick<EntryNotesStore, 'get' | 'add'>; now: Clock };

/** Returns the table for the store of entries: it notes each entry that is about to be written, of readers who search. */
export const createNotedTable = (table: TableClient, deps: NotesContext): TableClient => {
  const note = createNote(deps);
  const noted = async <T>({ PK, SK }: Record<string, unknown>, write: () => Promise<T>): Promise<T> => {
    if (typeof PK === 'string' && typeof SK === 'string') await note(idIn(PK), idIn(SK));
    return write();
  };
  const each = async <T>(items: readonly Record<string, unknown>[], write: () => Promise<T>): Promise<T> => {
    for (const item of items) await noted(item, () => Promise.resolve());
    return write();
  };
  return {
    ...table,
    put: (item, ...rest) => noted(item, () => table.put(item, ...rest)),
    update: (key, ...rest) => noted(key, () => table.update(key, ...rest)),
    delete: (key, ...rest) => noted(key, () => table.delete(key, ...rest)),
    batchPut: (items) => each(items, () => table.batchPut(items)),
    batchDelete: (keys) => each(keys, () => table.batchDelete(keys)),
  };
};

const createNote = ({ notes, now }: NotesContext): ((userId: string, articleId: string) => Promise<void>) => {
  const readers = new Map<string, Remembered>();
  const remembered = (userId: string, at: number): Remembered => {
    const known = readers.get(userId);
    if (known !== undefined && at < known.until) return known;
    if (readers.size >= MOST_READERS) readers.clear();
    const isNoted = notes.get(userId).then((state) => (state?.begun_at ?? null) !== null);
    const reader = { isNoted, until: at + REMEMBERED_MS, notes: 0, counted_until: 0, any_until: 0 };
    readers.set(userId, reader);
    isNoted.catch(() => readers.delete(userId));
    return reader;
  };
  return async (userId, articleId) => {
    const at = now().getTime();
    const reader = remembered(userId, at);
    if (!(await reader.isNoted)) return;
    if (at < reader.any_until) return;
    if (at >= reader.counted_until) Object.assign(reader, { notes: 0, counted_until: at + BURST_MS });
    reader.notes += 1;
    await notes.add(userId, at, reader.notes > MOST_NOTES ? ANY_ENTRY : articleId);
    if (reader.notes > MOST_NOTES) reader.any_until = at + BURST_MS;
  };
};
