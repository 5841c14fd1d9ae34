import type { Clock, Log } from '../config/log.ts';

const retryMilliseconds = 30_000;

/** A leave to ask the store: as always, or to see whether it answers again. */
export type Turn = 'ordinary' | 'trial';

/** Whether windows are counted in the store, or in memory because it fails. */
export type Failover = {
  /** Null: count in memory. One request in 30 seconds is let through as a trial while the store is out. */
  turn: () => Turn | null;
  answered: (turn: Turn) => void;
  failed: (turn: Turn, error: unknown) => void;
  isOut: () => boolean;
};

export const createFailover = ({
  now,
  log,
  onFailure,
}: {
  now: Clock;
  log: Log;
  /** Called once each time the store goes out. */
  onFailure: () => void;
}): Failover => {
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
      if (wasOut) return;
      log.error('rate limits are counted in memory, doubled: the table fails', { error });
      onFailure();
    },
    isOut: () => failedAt !== null,
  };
};
