import type { Context } from '../model/context.ts';
import type { Entry } from '../model/article/entry.ts';
import { entryVectors, type EntryVectorContext } from './vectors.ts';
import type { SignalMarks } from '../model/learning/learner.ts';

const DAY_MS = 86_400_000;
/** The time after which a signal is forgotten: 180 days. Its weight has then fallen to an eighth. */
export const REMEMBERED_MS = 180 * DAY_MS;
/** The time for which passed articles are remembered: 14 days. Most of them have expired by then. */
const PASSED_MS = 14 * DAY_MS;

/** Returns when what is noted now expires, in seconds since 1970. */
export const signalTtl = (now: Date, remembered = REMEMBERED_MS): number =>
  Math.ceil((now.getTime() + remembered) / 1000);

/**
 * Notes what a reader says about an article, or said at an earlier time. Calls may be repeated; the last one applies. Nothing is noted for a reader
 * who has not asked for learning, which the answer `false` says.
 */
export const noteSignal = async (
  ctx: EntryVectorContext & Pick<Context, 'profiles' | 'learning'>,
  entry: Entry,
  marks: Partial<SignalMarks>,
  said: Date = ctx.now(),
): Promise<boolean> => {
  const { user_id, article_id, created_at, title } = entry;
  const profile = await ctx.profiles.get(user_id);
  if (profile?.learns !== true) return false;
  const vector = (await entryVectors(ctx, [entry])).vectors.get(article_id) ?? null;
  const noted_at = said.toISOString();
  const ttl = signalTtl(said);
  await ctx.learning.noteSignal({ user_id, article_id, created_at, title, noted_at, vector, ttl }, marks);
  if (profile.learn_due_at === null) await ctx.profiles.noteLearnDue(user_id, ctx.now().toISOString());
  return true;
};

/** Notes articles that were shown and not opened while one below them was. */
export const notePassed = async (
  ctx: Pick<Context, 'profiles' | 'learning' | 'now'>,
  userId: string,
  articleIds: string[],
): Promise<void> => {
  if ((await ctx.profiles.get(userId))?.learns !== true) return;
  await ctx.learning.addPassed(userId, articleIds, signalTtl(ctx.now(), PASSED_MS));
};
