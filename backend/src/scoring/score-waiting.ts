import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { Context } from '../model/context.ts';
import { scoredWith } from '../model/reader/waiting.ts';
import { ModelUnavailableError } from '../model/score/embedder.ts';
import {
  type RecalculateContext,
  type RecalculateCursor,
  type RecalculatedSlice,
  scoreSlice,
} from './recalculate.ts';

/** The most entries without a score that one run deals with. */
const LISTED = 5000;
/** Slices of a message: 2,000 articles. Those after them follow in a message of their own. */
const SLICES = 4;
/** Readers whose messages are sent once the model has answered for one. */
const WOKEN = 10;
/** Time after which articles that have no score yet are tried again, in milliseconds, if others got one. */
const SOON_MS = 30 * 60_000;
/** Time after which a text that the model refused is tried again, in milliseconds. */
const REFUSED_MS = 24 * 3_600_000;

type ScoreWaitingContext = JobContext & RecalculateContext & Pick<Context, 'waiting' | 'sendScore'>;

/**
 * Scores what waits of a reader, if the model answers; otherwise the reader goes on waiting:
 *
 * 1. Make the vectors of pending keywords and of articles without a score, and score those. If the model does not answer,
 *    stop here: dispatch tries again.
 * 2. If a keyword waited, or the other articles were scored by another model, start a recalculation of all.
 * 3. Take the reader off the list. If articles remain, because the model refuses them, try again in a day.
 * 4. Send messages for other readers who wait, since the model answers.
 */
export const scoreWaiting = async (ctx: ScoreWaitingContext, userId: string): Promise<void> => {
  const { waiting, entries, profiles, sendScore, embedder, now, log } = ctx;
  const reader = await waiting.get(userId);
  if (reader === null) return;
  const begun = now();
  const begun_at = begun.toISOString();
  const last = await scoreAll(ctx, userId);
  if (last === null) {
    log.info('model still away', { user_id: userId, since: reader.since });
    return;
  }
  if (!last.is_done) {
    await sendScore([{ waiting: userId }]);
    return;
  }
  const scoredModel = (await profiles.get(userId))?.scored_model ?? null;
  const isOtherModel = scoredModel !== null && scoredModel !== scoredWith(embedder.model);
  if (reader.is_all || isOtherModel) await startJob(ctx, userId, 'recalculate');
  const left = await entries.countUnscored(userId, begun_at);
  if (left === 0) await waiting.clear(userId, begun_at);
  else {
    const pause = last.reached.changed > 0 ? SOON_MS : REFUSED_MS;
    await waiting.defer(userId, begun_at, new Date(begun.getTime() + pause).toISOString());
  }
  log.info('waiting articles scored', { user_id: userId, since: reader.since, left });
  await sendScore(await wake(ctx, userId));
};

/**
 * Scores a slice of a reader's entries without a score. It does what a recalculation does, but reads no other entry.
 * @throws ModelUnavailableError if the model does not answer, after every entry that can be scored is scored.
 */
const scoreUnscored = (
  ctx: ScoreWaitingContext,
  userId: string,
  cursor: RecalculateCursor | null,
): Promise<RecalculatedSlice> =>
  scoreSlice(ctx, userId, cursor, {
    scan: async (after, limit) => {
      const ids = (await ctx.entries.listUnscored(userId, LISTED)).toSorted();
      const next = ids.filter((id) => after === null || id > after).slice(0, limit);
      const found = await ctx.entries.getMany(userId, next);
      return found.toSorted((a, b) => (a.article_id < b.article_id ? -1 : 1));
    },
    count: () => Promise.resolve(0),
    noteAway: () => Promise.reject(new ModelUnavailableError()),
    finish: () => Promise.resolve(),
  });

/** Returns the last slice that was scored; null if the model did not answer. */
const scoreAll = async (ctx: ScoreWaitingContext, userId: string): Promise<RecalculatedSlice | null> => {
  try {
    let last = await scoreUnscored(ctx, userId, null);
    for (let slice = 1; slice < SLICES && !last.is_done; slice += 1)
      last = await scoreUnscored(ctx, userId, last.reached);
    return last;
  } catch (error) {
    if (!(error instanceof ModelUnavailableError)) throw error;
    return null;
  }
};

/** Returns messages for the first readers who wait, except this one and those who are put off. */
const wake = async (
  { waiting, now }: Pick<Context, 'waiting' | 'now'>,
  userId: string,
): Promise<{ waiting: string }[]> => {
  const at = now().toISOString();
  const due = (await waiting.list(WOKEN + 1)).filter(
    ({ user_id, next_at }) => user_id !== userId && (next_at ?? '') <= at,
  );
  return due.slice(0, WOKEN).map(({ user_id }) => ({ waiting: user_id }));
};
