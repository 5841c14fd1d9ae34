import { z } from 'zod';
import {
  NOTE_SECONDS,
  type EntryNotesStore,
  type SearchRowsStore,
  ANY_ENTRY,
  type EntryChanges,
  type NotesState,
} from '../model/search-stores.ts';
import { absentAsNull, compact, keyed, parseItem } from './table/items.ts';
import { entryNoteKey, entryNotesKey, entryNotesOf, notedIn, searchRowsKey, idIn } from './table/keys.ts';
import type { TableClient } from './table/table.ts';
import type { Clock } from '../lib/clock.ts';

const stateSchema = keyed.extend({
  begun_at: absentAsNull(z.int()),
  asked: z.int().min(0),
  asked_from: z.int(),
});

export const createEntryNotesStore = (table: TableClient): EntryNotesStore => ({
  get: async (userId) => {
    const item = await table.get(entryNotesKey(userId));
    if (item === null) return null;
    const { begun_at, asked, asked_from } = parseItem(stateSchema, item);
    return { begun_at, asked, asked_from };
  },
  put: async (userId, { begun_at, asked, asked_from }) => {
    await table.put({ ...entryNotesKey(userId), ...compact({ begun_at }), asked, asked_from });
  },
  end: async (userId) => {
    await table.delete(entryNotesKey(userId));
  },
  add: async (userId, at, articleId) => {
    const ttl = Math.ceil(at / 1000) + NOTE_SECONDS;
    await table.put({ ...entryNoteKey(userId, new Date(at).toISOString(), articleId), ttl });
  },
  listAfter: async (userId, at, most) => {
    // No id comes before the empty one.
    const after = entryNoteKey(userId, new Date(at).toISOString(), '');
    const { items, last } = await table.queryPage({ ...entryNotesOf(userId), after, limit: most + 1 });
    if (last !== undefined || items.length > most) return null;
    return [...new Set(items.map((item) => notedIn(parseItem(keyed, item).SK)))];
  },
});

const rowsSchema = keyed.extend({ digest: z.string() });

export const createSearchRowsStore = (table: TableClient): SearchRowsStore => ({
  get: async (userId) => {
    const item = await table.get(searchRowsKey(userId));
    return item === null ? null : parseItem(rowsSchema, item).digest;
  },
  put: async (userId, digest) => {
    await table.put({ ...searchRowsKey(userId), digest });
  },
});

/*
 * Several processes write a reader's entries, and none knows of the others. For readers who search, each notes an entry before it writes
 * it, so that a search reads what was written instead of all rows. `createNotedChanges` below misses no write, as its comment says.
 */

/** Milliseconds for which a process remembers whether a reader's writes are noted: what readers who do not search cost is this read. */
const REMEMBERED_MS = 3_600_000;
/** After so many notes for a reader within `BURST_MS`, one more stands for all that the process writes in the rest of that time. */
const NOTES_OF_A_BURST = 50;
const BURST_MS = 300_000;
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
    await notes.add(userId, at, reader.notes > NOTES_OF_A_BURST ? ANY_ENTRY : articleId);
    if (reader.notes > NOTES_OF_A_BURST) reader.any_until = at + BURST_MS;
  };
};

/*
 * Why no write is missed. A token is the time before rows were read. A write that those rows lack ended after that time, so it was noted at
 * most the longest run of a function, and what clocks differ by, before it. All notes since then are read, and entries are read after
 * their notes. A process that does not know yet that writes are noted learns it within an hour and ends its writes within a run: tokens of
 * before count as unknown. So does everything after a note of any entry, which covers five minutes.
 */

/** The longest time in milliseconds between a note and its write: a function runs 15 minutes at most, and clocks differ by less than 5. */
const LATEST_MS = 1_200_000;
/** Milliseconds after which all processes note their writes. */
const SETTLED_MS = REMEMBERED_MS + LATEST_MS;
const OVERLAP_MS = LATEST_MS + BURST_MS;
/** More notes than this are not read: so many entries take longer to read than all rows. */
const MOST_NOTES = 2000;

/**
 * Writes are noted from the eighth time on that all rows had to be read within a day. That costs about as much as the notes of a day,
 * so whoever searches less pays for no notes, and nobody pays more than twice what would have been best.
 */
const FIRST_NOTED = 8;
const DAY_MS = 86_400_000;

const asked = (state: NotesState | null, at: number): NotesState => {
  const isOfDay = state !== null && at - state.asked_from < DAY_MS;
  const times = isOfDay ? state.asked + 1 : 1;
  return {
    begun_at: times >= FIRST_NOTED ? at : null,
    asked: times,
    asked_from: isOfDay ? state.asked_from : at,
  };
};

const TIME = /^\d{1,15}$/u;

/** Creates what tells which entries were written, by the notes of all processes. Tokens are times in milliseconds since 1970. */
export const createNotedChanges = ({
  notes,
  now,
}: {
  notes: Pick<EntryNotesStore, 'get' | 'put' | 'listAfter'>;
  now: Clock;
}): EntryChanges => ({
  since: async (userId, token) => {
    const at = now().getTime();
    const state = await notes.get(userId);
    const begun = state?.begun_at ?? null;
    if (begun === null) await notes.put(userId, asked(state, at));
    const settled = begun === null ? Infinity : begun + SETTLED_MS;
    const since = token !== null && TIME.test(token) ? Number(token) : null;
    const isKnown = since !== null && since >= settled && since - OVERLAP_MS > at - NOTE_SECONDS * 1000;
    const noted = isKnown ? await notes.listAfter(userId, since - OVERLAP_MS, MOST_NOTES) : null;
    return {
      token: at >= settled ? `${at}` : null,
      article_ids: noted === null || noted.includes(ANY_ENTRY) ? null : noted,
    };
  },
});
