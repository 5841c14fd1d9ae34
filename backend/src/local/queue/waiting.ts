/** The field of a message that decides when it may leave. */
type Visible = { visible_at: number };

/**
 * The messages that wait to leave a queue, in the order in which they became visible. A suspect leaves in a batch of its own, and
 * only while no other suspect is out.
 */
export type Waiting<M> = {
  add: (message: M) => void;
  /** Returns up to `limit` messages that are visible at `now`. They wait no more. */
  take: (limit: number, now: number) => M[];
  /** Tells that a message that was taken is out no more. */
  release: (message: M) => void;
  /** Returns the time at which the next message becomes visible; null if none is delayed. */
  nextVisibleAt: () => number | null;
};

/** Creates the waiting messages, without any. `isSuspect` names those that must leave in a batch of their own. */
export const createWaiting = <M extends Visible>(
  isSuspect: (message: M) => boolean = () => false,
): Waiting<M> => {
  /** The messages that are visible, the longest so first. */
  const ready = new Set<M>();
  const delayed = new Set<M>();
  let suspectOut: M | null = null;

  const wakeDelayed = (now: number): void => {
    for (const message of delayed) {
      if (message.visible_at > now) continue;
      delayed.delete(message);
      ready.add(message);
    }
  };

  return {
    // The message may be visible already; the next `take` finds out.
    add: (message) => void delayed.add(message),

    take: (limit, now) => {
      wakeDelayed(now);
      const batch: M[] = [];
      for (const message of ready) {
        if (batch.length >= limit) break;
        const leavesAlone = isSuspect(message);
        if (leavesAlone && (batch.length > 0 || suspectOut !== null)) continue;
        ready.delete(message);
        batch.push(message);
        if (!leavesAlone) continue;
        suspectOut = message;
        break;
      }
      return batch;
    },

    release: (message) => {
      if (message === suspectOut) suspectOut = null;
    },

    nextVisibleAt: () => {
      let next: number | null = null;
      for (const { visible_at } of delayed) next = Math.min(visible_at, next ?? visible_at);
      return next;
    },
  };
};
