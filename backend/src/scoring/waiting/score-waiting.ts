import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import type { Log } from '../../logging/log.ts';
import type { EntryStore } from '../../model/article/entry.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import { scoredWith } from '../../model/reader/scoring-due.ts';
import type { WaitingStore } from '../../model/reader/waiting.ts';
import type { SendScore } from '../../queues/messages.ts';
import { ModelUnavailableError } from '../errors.ts';
import type { RecalculateCursor, RecalculatedSlice } from '../recalculate.ts';

/** Slices of a message: 2,000 articles. Those after them follow in a message of their own. */
const SLICES = 4;
/** Readers whose messages are sent once the model has answered for one. */
const WOKEN = 10;
/** Time after which articles that have no score yet are tried again, in milliseconds, if others got one. */
const SOON_MS = 30 * 60_000;
/** Time after which a text that the model refused is tried again, in milliseconds. */
const REFUSED_MS = 24 * 3_600_000;

export type ScoreWaitingDeps = JobContext & {
  waiting: WaitingStore;
  entries: Pick<EntryStore, 'countUnscored'>;
  profiles: Pick<ProfileStore, 'get'>;
  /** Scores a slice of the reader's entries without a score. @throws ModelUnavailableError */
  scoreSlice: (userId: string, cursor: RecalculateCursor | null) => Promise<RecalculatedSlice>;
  sendScore: SendScore;
  /** The name of the embedder's model. */
  model: string;
  log: Log;
};

/** Scores what waits of a reader, if the model answers; otherwise the reader goes on waiting. */
export type ScoreWaiting = (userId: string) => Promise<void>;

/**
 * Creates the function that scores the articles of a reader who waits:
 *
 * 1. Make the vectors of pending keywords and of articles without a score, and score those. If the model does not answer,
 *    stop here: dispatch tries again.
 * 2. If a keyword waited, or the other articles were scored by another model, start a recalculation of all.
 * 3. Take the reader off the list. If articles remain, because the model refuses them, try again in a day.
 * 4. Send messages for other readers who wait, since the model answers.
 */
export const createScoreWaiting =
  (deps: ScoreWaitingDeps): ScoreWaiting =>
  async (userId) => {
    const { waiting, entries, profiles, sendScore, model, now, log } = deps;
    const reader = await waiting.get(userId);
    if (reader === null) return;
    const begun = now();
    const begun_at = begun.toISOString();
    const last = await scoreAll(deps, userId);
    if (last === null) {
      log.info('model still away', { user_id: userId, since: reader.since });
      return;
    }
    if (!last.is_done) {
      await sendScore([{ waiting: userId }]);
      return;
    }
    const scoredModel = (await profiles.get(userId))?.scored_model ?? null;
    const isOtherModel = scoredModel !== null && scoredModel !== scoredWith(model);
    if (reader.is_all || isOtherModel) await startJob(deps, userId, 'recalculate');
    const left = await entries.countUnscored(userId, begun_at);
    if (left === 0) await waiting.clear(userId, begun_at);
    else {
      const pause = last.reached.changed > 0 ? SOON_MS : REFUSED_MS;
      await waiting.defer(userId, begun_at, new Date(begun.getTime() + pause).toISOString());
    }
    log.info('waiting articles scored', { user_id: userId, since: reader.since, left });
    await sendScore(await wake(deps, userId));
  };

/** Returns the last slice that was scored; null if the model did not answer. */
const scoreAll = async (
  { scoreSlice }: Pick<ScoreWaitingDeps, 'scoreSlice'>,
  userId: string,
): Promise<RecalculatedSlice | null> => {
  try {
    let last = await scoreSlice(userId, null);
    for (let slice = 1; slice < SLICES && !last.is_done; slice += 1)
      last = await scoreSlice(userId, last.reached);
    return last;
  } catch (error) {
    if (!(error instanceof ModelUnavailableError)) throw error;
    return null;
  }
};

/** Returns messages for the first readers who wait, except this one and those who are put off. */
const wake = async (
  { waiting, now }: Pick<ScoreWaitingDeps, 'waiting' | 'now'>,
  userId: string,
): Promise<{ waiting: string }[]> => {
  const at = now().toISOString();
  const due = (await waiting.list(WOKEN + 1)).filter(
    ({ user_id, next_at }) => user_id !== userId && (next_at ?? '') <= at,
  );
  return due.slice(0, WOKEN).map(({ user_id }) => ({ waiting: user_id }));
};
