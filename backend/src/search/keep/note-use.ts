import type { ProfileStore } from '../../model/reader/profile.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntryNotesStore } from '../../model/search/entry-notes.ts';
import type { ReaderMemory } from './reader-memory.ts';
import type { SegmentStore } from './segment-store.ts';

const DAY_MS = 86_400_000;
/** Days after the last search for which writes are noted. */
const NOTED_DAYS = 2;
/** Days after the last search for which a segment is kept. */
const KEPT_DAYS = 30;
/** Days after the last search for which a segment can be trusted: for longer, changed texts are noted with entries. */
const TRUSTED_DAYS = 35;

type UseDeps = {
  profiles: Pick<ProfileStore, 'get' | 'noteSearch'>;
  segments: Pick<SegmentStore, 'sweep' | 'clear'>;
};

type TidyDeps = UseDeps & { entryNotes: Pick<EntryNotesStore, 'get' | 'end'>; now: Clock };

const ageIn = (searchedAt: string | null, at: Date): number =>
  searchedAt === null ? Infinity : (at.getTime() - Date.parse(searchedAt)) / DAY_MS;

/**
 * Notes once a day that a reader searches, before any text is read: from then on, changed texts are noted with the
 * reader's entries. A segment from before is deleted, because nobody noted what changed since.
 */
export type NoteUse = (memory: ReaderMemory, at: Date) => Promise<void>;

export const createNoteUse =
  ({ profiles, segments }: UseDeps): NoteUse =>
  async (memory, at) => {
    if (memory.noted_ms !== null && at.getTime() - memory.noted_ms < DAY_MS) return;
    const profile = await profiles.get(memory.user_id);
    const age = ageIn(profile?.searched_at ?? null, at);
    if (age >= TRUSTED_DAYS) {
      memory.parts = [];
      await segments.clear(memory.user_id);
    }
    if (age >= 1) await profiles.noteSearch(memory.user_id, at.toISOString());
    memory.noted_ms = age >= 1 ? at.getTime() : Date.parse(profile?.searched_at ?? '');
  };

/**
 * Deletes what is left over of a reader's segment, and all of it if the reader has not searched for 30 days. Writes are no longer noted
 * two days after the last search.
 */
export type TidySegment = (userId: string) => Promise<void>;

export const createTidySegment =
  ({ profiles, segments, entryNotes, now }: TidyDeps): TidySegment =>
  async (userId) => {
    const profile = await profiles.get(userId);
    const searchedAt = profile?.searched_at ?? null;
    if (searchedAt === null) return;
    const age = ageIn(searchedAt, now());
    if (age >= NOTED_DAYS && (await entryNotes.get(userId)) !== null) await entryNotes.end(userId);
    if (age < KEPT_DAYS) await segments.sweep(userId);
    else await segments.clear(userId);
  };
