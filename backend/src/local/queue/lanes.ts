/** What the lanes need to know of a message. */
export type Waiting = { message_id: string; sequence: number; visible_at: number };

type Lane<M> = { messages: Set<M>; isLocked: boolean };

/**
 * The order in which messages leave a queue. A lane is a message group; in a standard queue each message has its own.
 * Only the head of a lane can leave, so a message that waits for its retry holds back those behind it. A suspect leaves
 * alone, and only when the one before it came back.
 */
export type Lanes<M> = {
  /** Puts a message at the end of its lane. */
  add: (laneId: string, message: M) => void;
  /** Up to `limit` messages that are visible at `now`, oldest lane first. Their lanes are locked until `release`. */
  take: (limit: number, now: number) => M[];
  /** Takes a message out for good: acknowledged or dead. */
  remove: (laneId: string, message: M) => void;
  release: (laneIds: Iterable<string>, now: number) => void;
  /** When the next lane that waits becomes visible; null when none waits. */
  nextVisibleAt: () => number | null;
};

export const createLanes = <M extends Waiting>(
  isSuspect: (message: M) => boolean = () => false,
): Lanes<M> => {
  const lanes = new Map<string, Lane<M>>();
  const ready = new Set<string>();
  const delayed = new Map<string, number>();
  /** The lane whose suspect is out. */
  let suspectLane: string | null = null;

  const place = (laneId: string, now: number): void => {
    const lane = lanes.get(laneId);
    if (lane === undefined || lane.isLocked) return;
    const [head] = lane.messages;
    ready.delete(laneId);
    delayed.delete(laneId);
    if (head === undefined) lanes.delete(laneId);
    else if (head.visible_at <= now) ready.add(laneId);
    else delayed.set(laneId, head.visible_at);
  };

  const wakeDelayed = (now: number): void => {
    for (const [laneId, visibleAt] of delayed) if (visibleAt <= now) place(laneId, now);
  };

  const takeFrom = (lane: Lane<M>, room: number, now: number): M[] => {
    const taken: M[] = [];
    for (const message of lane.messages) {
      if (taken.length === room || message.visible_at > now || isSuspect(message)) break;
      taken.push(message);
    }
    return taken;
  };

  return {
    add: (laneId, message) => {
      const lane = lanes.get(laneId) ?? { messages: new Set<M>(), isLocked: false };
      lanes.set(laneId, lane);
      lane.messages.add(message);
      // Whether the head is visible already is settled by the next `take`.
      if (!lane.isLocked && lane.messages.size === 1) delayed.set(laneId, message.visible_at);
    },

    take: (limit, now) => {
      wakeDelayed(now);
      const batch: M[] = [];
      for (const laneId of ready) {
        if (batch.length >= limit) break;
        const lane = lanes.get(laneId);
        const [head] = lane?.messages ?? [];
        if (lane === undefined || head === undefined) continue;
        const isAlone = isSuspect(head);
        if (isAlone && (batch.length > 0 || suspectLane !== null)) continue;
        ready.delete(laneId);
        lane.isLocked = true;
        if (isAlone) {
          suspectLane = laneId;
          return [head];
        }
        batch.push(...takeFrom(lane, limit - batch.length, now));
      }
      return batch;
    },

    remove: (laneId, message) => {
      lanes.get(laneId)?.messages.delete(message);
    },

    release: (laneIds, now) => {
      for (const laneId of laneIds) {
        const lane = lanes.get(laneId);
        if (lane === undefined) continue;
        lane.isLocked = false;
        if (laneId === suspectLane) suspectLane = null;
        place(laneId, now);
      }
    },

    nextVisibleAt: () => {
      let next: number | null = null;
      for (const visibleAt of delayed.values()) next = Math.min(visibleAt, next ?? visibleAt);
      return next;
    },
  };
};
