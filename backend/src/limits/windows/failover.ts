import type { Log } from '../../logging/log.ts';
import type { Clock } from '../../lib/clock.ts';

const retryMilliseconds = 30_000;

/** The permission to ask the store: in normal operation, or as a trial of whether it answers again. */
export type Turn = 'ordinary' | 'trial';

/** The switch between counting windows in the store and, while the store fails, in memory. */
export type Failover = {
  /**
   * Returns the permission to ask the store, or null to count in memory. While the store fails, one request in 30
   * seconds is a trial.
   */
  turn: () => Turn | null;
  answered: (turn: Turn) => void;
  /** Returns true if the store just began to fail. */
  failed: (turn: Turn, error: unknown) => boolean;
  isOut: () => boolean;
};

export const createFailover = ({ now, log }: { now: Clock; log: Log }): Failover => {
  let failedAt: number | null = null;
  let isTrying = false;
  return {
    turn: () => {
      if (failedAt === null) return 'ordinary';
      if (isTrying || now().getTime() - failedAt < retryMilliseconds) return null;
      isTrying = true;
      return 'trial';
    },
    answered: (turn) => {
      if (turn === 'ordinary') return;
      isTrying = false;
      failedAt = null;
      log.warn('rate limits are counted in the table again', {});
    },
    failed: (turn, error) => {
      if (turn === 'trial') isTrying = false;
      const wasOut = failedAt !== null;
      failedAt = now().getTime();
      if (!wasOut) log.error('rate limits are counted in memory, doubled: the table fails', { error });
      return !wasOut;
    },
    isOut: () => failedAt !== null,
  };
};
