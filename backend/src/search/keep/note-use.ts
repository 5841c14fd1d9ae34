import type { Context } from '../../model/context.ts';
import type { ReaderMemory } from './reader-memory.ts';
import { clearSegment, type SegmentContext, sweepSegment } from './segment-store.ts';

const DAY_MS = 86_400_000;
/** Days after the last search for which writes are noted. */
const NOTED_DAYS = 2;
/** Days after the last search for which a segment is kept. */
const KEPT_DAYS = 30;
/** Days after the last search for which a segment can be trusted: for longer, changed texts are noted with entries. */
const TRUSTED_DAYS = 35;

const ageIn = (searchedAt: string | null, at: Date): number =>
  searchedAt === null ? Infinity : (at.getTime() - Date.parse(searchedAt)) / DAY_MS;

/**
 * Notes once a day that a reader searches, before any text is read: from then on, changed texts are noted with the
 * reader's entries. A segment from before is deleted, because nobody noted what changed since.
 */
export const noteUse = async (
  ctx: Pick<Context, 'profiles' | 'blobs'>,
  memory: ReaderMemory,
  at: Date,
): Promise<void> => {
  if (memory.noted_ms !== null && at.getTime() - memory.noted_ms < DAY_MS) return;
  const profile = await ctx.profiles.get(memory.user_id);
  const age = ageIn(profile?.searched_at ?? null, at);
  if (age >= TRUSTED_DAYS) {
    memory.parts = [];
    await clearSegment(ctx, memory.user_id);
  }
  if (age >= 1) await ctx.profiles.noteSearch(memory.user_id, at.toISOString());
  memory.noted_ms = age >= 1 ? at.getTime() : Date.parse(profile?.searched_at ?? '');
};

/**
 * Deletes what is left over of a reader's segment, and all of it if the reader has not searched for 30 days. Writes are no longer noted
 * two days after the last search; for another feed reader that asks often they are noted again.
 */
export const tidySegment = async (
  ctx: SegmentContext & Pick<Context, 'profiles' | 'entryNotes'>,
  userId: string,
): Promise<void> => {
  const { profiles, entryNotes, now } = ctx;
  const profile = await profiles.get(userId);
  const searchedAt = profile?.searched_at ?? null;
  const age = ageIn(searchedAt, now());
  if (age >= NOTED_DAYS && (await entryNotes.get(userId)) !== null) await entryNotes.end(userId);
  if (searchedAt === null) return;
  if (age < KEPT_DAYS) await sweepSegment(ctx, userId);
  else await clearSegment(ctx, userId);
};
