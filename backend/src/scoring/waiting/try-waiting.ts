import type { Clock } from '../../lib/clock.ts';
import type { WaitingStore } from '../../model/reader/waiting.ts';
import type { SendScore } from '../../queues/messages.ts';

/** Readers among whom one is chosen: one read unit for about 30 of them. */
const LOOKED_AT = 100;
/** Time between two runs, in milliseconds, so that each run chooses another reader. */
const TURN_MS = 4 * 60_000;

/**
 * Creates the function that has the model tried for one reader who waits, another one with each run. If it answers, the
 * others follow. If nobody waits, it costs one read.
 */
export const createTryWaiting =
  ({ waiting, sendScore, now }: { waiting: Pick<WaitingStore, 'list'>; sendScore: SendScore; now: Clock }) =>
  async (): Promise<void> => {
    const at = now();
    const due = (await waiting.list(LOOKED_AT)).filter(({ next_at }) => (next_at ?? '') <= at.toISOString());
    const chosen = due[Math.floor(at.getTime() / TURN_MS) % Math.max(1, due.length)];
    if (chosen !== undefined) await sendScore([{ waiting: chosen.user_id }]);
  };
