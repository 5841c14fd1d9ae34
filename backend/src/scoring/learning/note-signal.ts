import type { Clock } from '../../lib/clock.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import type { EntryVectors } from '../entry-vectors.ts';
import type { LearningStore, SignalMarks } from '../../model/learning/learning-store.ts';

const DAY_MS = 86_400_000;
/** The time after which a signal is forgotten: 180 days. Its weight has then fallen to an eighth. */
const REMEMBERED_MS = 180 * DAY_MS;
/** The time for which passed articles are remembered: 14 days. Most of them have expired by then. */
const PASSED_MS = 14 * DAY_MS;

/** Returns when what is noted now expires, in seconds since 1970. */
export const signalTtl = (now: Date, remembered = REMEMBERED_MS): number =>
  Math.ceil((now.getTime() + remembered) / 1000);

type NoteDeps = {
  profiles: Pick<ProfileStore, 'get' | 'noteLearnDue'>;
  learning: Pick<LearningStore, 'noteSignal' | 'addPassed'>;
  entryVectors: EntryVectors;
  now: Clock;
};

/**
 * Notes what a reader says about an article. Calls may be repeated; the last one applies. Nothing is noted for a reader
 * who has not asked for learning, which the answer `false` says.
 */
export type NoteSignal = (entry: Entry, marks: Partial<SignalMarks>) => Promise<boolean>;

export const createNoteSignal =
  ({ profiles, learning, entryVectors, now }: NoteDeps): NoteSignal =>
  async (entry, marks) => {
    const { user_id, article_id, created_at, title } = entry;
    const profile = await profiles.get(user_id);
    if (profile?.like_saved !== true) return false;
    const vector = (await entryVectors([entry])).vectors.get(article_id) ?? null;
    const noted_at = now().toISOString();
    const ttl = signalTtl(now());
    await learning.noteSignal({ user_id, article_id, created_at, title, noted_at, vector, ttl }, marks);
    if (profile.learn_due_at === null) await profiles.noteLearnDue(user_id, noted_at);
    return true;
  };

/** Notes articles that were shown and not opened while one below them was. */
export type NotePassed = (userId: string, articleIds: string[]) => Promise<void>;

export const createNotePassed =
  ({ profiles, learning, now }: Pick<NoteDeps, 'profiles' | 'learning' | 'now'>): NotePassed =>
  async (userId, articleIds) => {
    if ((await profiles.get(userId))?.like_saved !== true) return;
    await learning.addPassed(userId, articleIds, signalTtl(now(), PASSED_MS));
  };
