import type { Context } from '../model/context.ts';
import type { EntryRow } from '../model/article/entry.ts';
import { type SilentExample, type ToldExample, trainLearner } from '../model/learning/train.ts';
import { typicalWeight } from '../model/ranking/place.ts';
import type { Profile } from '../model/reader/profile.ts';
import { entryVectors, type EntryVectorContext } from './vectors.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import type { Learned, Signal } from '../model/learning/learner.ts';
import { signalTtl } from './note-signal.ts';

const DAY_MS = 86_400_000;
/** The time in milliseconds in which the weight of a signal halves: 60 days. */
const HALF_LIFE_MS = 60 * DAY_MS;
/** Number of the newest signals from which is learned. */
export const COUNTED = 200;
/** Number of the newest articles of the list that stand for what the reader usually gets. */
const LOOKED_AT = 200;
/** Saved articles that count from the start for a reader who begins to let Omomi learn. */
const SAVED_BEFORE = 100;
/** The weights of what a reader says, compared with an opinion. */
const WEIGHTS = { saved: 1, read_through: 0.4, opened: 0.1 };

/** The context for learning from a reader. */
export type LearnContext = EntryVectorContext &
  Pick<Context, 'profiles' | 'entries' | 'keywords' | 'learning'>;

/**
 * Learns from all that a reader said, and returns the result; null if the reader has not asked for learning:
 *
 * 1. Forget everything if the reader has not asked for learning, or no longer does.
 * 2. At the first time, take what is saved already.
 * 3. Make the vectors of signals that have none of this model.
 * 4. Compare them with the newest articles of the list, and store the result. Of two concurrent calls the one with the
 *    older data tries again.
 *
 * Repeating it changes nothing. If the model does not answer, what was learned before stays.
 */
export const learn = async (ctx: LearnContext, userId: string): Promise<Learned | null> => {
  for (;;) {
    const profile = await ctx.profiles.get(userId);
    if (profile?.learns !== true) {
      await ctx.learning.forget(userId);
      return null;
    }
    const before = await ctx.learning.getLearned(userId);
    try {
      if (before.learned === null) await takeSaved(ctx, userId);
      const made = await learnFrom(ctx, userId, before.learned?.forgotten_at ?? null);
      if (!(await ctx.learning.putLearned(userId, made, before.revision))) continue;
      if (profile.learn_due_at !== null) await ctx.profiles.clearLearnDue(userId, profile.learn_due_at);
      return made;
    } catch (error) {
      if (!(error instanceof ModelUnavailableError)) throw error;
      ctx.log.warn('nothing could be learned', { user_id: userId, error });
      return before.learned;
    }
  }
};

/** The least time between a signal and learning from it, so that a reader's signals of some minutes are learned at once. */
const PAUSE_MS = 5 * 60_000;

/** Returns what is known of a reader, after learning if there is something new and a pause has passed. */
export const loadLearned = async (ctx: LearnContext, profile: Profile | null): Promise<Learned | null> => {
  if (profile?.learns !== true) return null;
  const { user_id, learn_due_at } = profile;
  const isDue = learn_due_at !== null && ctx.now().getTime() - Date.parse(learn_due_at) >= PAUSE_MS;
  return isDue ? learn(ctx, user_id) : (await ctx.learning.getLearned(user_id)).learned;
};

/** Step 2. */
const takeSaved = async (ctx: LearnContext, user_id: string): Promise<void> => {
  const rows = await listRows(ctx, user_id, 'saved', SAVED_BEFORE);
  const { vectors } = await vectorsFor(ctx, rows);
  for (const row of rows) {
    const { article_id, created_at, title } = row;
    const vector = vectors.get(article_id) ?? null;
    const ttl = signalTtl(ctx.now());
    const signal = { user_id, article_id, created_at, title, noted_at: created_at, vector, ttl };
    await ctx.learning.noteSignal(signal, { is_saved: true });
  }
};

/** Steps 3 and 4. */
const learnFrom = async (
  ctx: LearnContext,
  userId: string,
  forgotten_at: string | null,
): Promise<Learned> => {
  const at = ctx.now();
  const signals = await withVectors(ctx, userId, await ctx.learning.listSignals(userId, COUNTED));
  const rows = await listRows(ctx, userId, 'all', LOOKED_AT);
  const { vectors } = await vectorsFor(ctx, rows);
  const passed = new Set(await ctx.learning.listPassed(userId));
  const told: ToldExample[] = signals.flatMap((signal) => toldIn(signal, at));
  const known = new Set(signals.map(({ article_id }) => article_id));
  const silent: SilentExample[] = [];
  const opened = openedIn(rows, forgotten_at ?? '');
  const said = told.length;
  for (const { article_id } of rows) {
    const vector = vectors.get(article_id);
    if (vector === undefined || known.has(article_id)) continue;
    if (opened.has(article_id)) told.push({ vector, is_liked: true, weight: WEIGHTS.opened });
    else silent.push({ vector, is_passed: passed.has(article_id) });
  }
  const typical = typicalWeight(await ctx.keywords.list(userId));
  // Opened articles alone are too little to learn from, and no reason could name them.
  const learner = said === 0 ? null : trainLearner(ctx.embedder.model, told, silent, typical);
  return { learner, learned_at: at.toISOString(), opened: told.length - said, forgotten_at };
};

const toldIn = (
  { opinion, is_saved, is_read_through, noted_at, vector }: Signal,
  at: Date,
): ToldExample[] => {
  if (vector === null) return [];
  const age = Math.max(0, at.getTime() - Date.parse(noted_at));
  const clarity =
    opinion !== null ? 1 : is_saved ? WEIGHTS.saved : is_read_through ? WEIGHTS.read_through : 0;
  return [{ vector, is_liked: opinion !== 'down', weight: clarity * 2 ** (-age / HALF_LIFE_MS) }];
};

/**
 * Returns the rows that were opened after `since`: marked read alone. Articles that were marked together have the same time of reading.
 */
const openedIn = (rows: EntryRow[], since: string): Set<string> => {
  const times = new Map<string, number>();
  for (const { read_at } of rows) if (read_at !== null) times.set(read_at, (times.get(read_at) ?? 0) + 1);
  return new Set(
    rows
      .filter(
        ({ is_read, read_at }) => is_read && read_at !== null && read_at > since && times.get(read_at) === 1,
      )
      .map(({ article_id }) => article_id),
  );
};

/** Returns the signals with vectors of this model. Those of which the article is gone keep the vector of another model. */
const withVectors = async (ctx: LearnContext, userId: string, signals: Signal[]): Promise<Signal[]> => {
  const missing = signals.filter(({ vector }) => vector?.model !== ctx.embedder.model);
  if (missing.length === 0) return signals;
  const entries = await ctx.entries.getMany(
    userId,
    missing.map(({ article_id }) => article_id),
  );
  const { vectors } = await vectorsFor(ctx, entries);
  for (const signal of missing) {
    const vector = vectors.get(signal.article_id);
    if (vector !== undefined) await ctx.learning.noteSignal({ ...signal, vector }, {});
  }
  return signals.map((signal) => ({ ...signal, vector: vectors.get(signal.article_id) ?? signal.vector }));
};

const listRows = async (
  { entries, now }: LearnContext,
  user_id: string,
  filter: 'all' | 'saved',
  limit: number,
): Promise<EntryRow[]> => {
  const place = { sort: 'published_at', feed_ids: null, after: null, now: now().toISOString() } as const;
  return (await entries.list({ user_id, filter, limit, ...place })).rows;
};

/** @throws ModelUnavailableError */
const vectorsFor = async (ctx: LearnContext, rows: Parameters<typeof entryVectors>[1]) => {
  const made = await entryVectors(ctx, rows);
  if (made.failures.some(({ error }) => error.is_retryable)) throw new ModelUnavailableError();
  return made;
};
