import type { Context } from '../model/context.ts';

/** Readers among whom one is chosen: one read unit for about 30 of them. */
const LOOKED_AT = 100;
/** Time between two runs, in milliseconds, so that each run chooses another reader. */
const TURN_MS = 4 * 60_000;
/** Time for which the model does not answer before the log tells who waits, in milliseconds. */
const TOLD_AFTER_MS = 30 * 60_000;

/**
 * Has the model tried for one reader who waits, another one with each run. If it answers, the
 * others follow. If nobody waits, it costs one read. The log tells how many wait in vain for half an hour; an alarm counts
 * these lines.
 */
export const tryWaiting = async ({
  waiting,
  sendScore,
  now,
  log,
}: Pick<Context, 'waiting' | 'sendScore' | 'now' | 'log'>): Promise<void> => {
  const at = now();
  const listed = await waiting.list(LOOKED_AT);
  // Those who are put off wait because the model refused a text, so it does answer.
  const toldFrom = new Date(at.getTime() - TOLD_AFTER_MS).toISOString();
  const awaited = listed.filter(({ since, next_at }) => next_at === null && since <= toldFrom);
  if (awaited.length > 0) log.warn('articles wait for the model', { readers: awaited.length });
  const due = listed.filter(({ next_at }) => (next_at ?? '') <= at.toISOString());
  const chosen = due[Math.floor(at.getTime() / TURN_MS) % Math.max(1, due.length)];
  if (chosen !== undefined) await sendScore([{ waiting: chosen.user_id }]);
};
