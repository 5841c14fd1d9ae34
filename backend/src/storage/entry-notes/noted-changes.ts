import type { Clock } from '../../lib/clock.ts';
import type { EntryChanges } from '../../model/article/entry-changes.ts';
import { ANY_ENTRY, NOTE_SECONDS, type EntryNotesStore, type NotesState } from '../../model/search-stores.ts';
import { BURST_MS, REMEMBERED_MS } from './noted-writes.ts';

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
