/** The fields of a message that decide when it may leave. */
export type Waiting = { message_id: string; sequence: number; visible_at: number };

type Lane<M> = { messages: Set<M>; isLocked: boolean };

/**
 * The order in which messages leave a queue. A lane holds the messages of one group; in a standard queue each message
 * has a lane of its own. Messages leave a lane in order, so one that waits for its retry holds back those behind it. A
 * suspect leaves in a batch of its own, and only while no other suspect is out.
 */
export type Lanes<M> = {
  /** Puts a message at the end of its lane. */
  add: (laneId: string, message: M) => void;
  /** Returns up to `limit` messages that are visible at `now`. Their lanes stay locked until `release`. */
  take: (limit: number, now: number) => M[];
  /** Removes a message for good, because it was acknowledged or is a dead letter. */
  remove: (laneId: string, message: M) => void;
  /** Unlocks these lanes. */
  release: (laneIds: Iterable<string>, now: number) => void;
  /** Returns the time at which the next waiting lane becomes visible; null if no lane waits. */
  nextVisibleAt: () => number | null;
};

/** An unlocked lane with messages is either ready or delayed. */
type LaneTable<M> = {
  lanes: Map<string, Lane<M>>;
  /** Lanes whose first message is visible, the longest ready first. */
  ready: Set<string>;
  /** Lanes whose first message is not visible yet -> when it becomes so. */
  delayed: Map<string, number>;
  /** The lane whose suspect is out; null if none is. */
  suspectLane: string | null;
};

/** Decides anew whether an unlocked lane is ready or delayed; forgets it if it is empty. */
const place = <M extends Waiting>(table: LaneTable<M>, laneId: string, now: number): void => {
  const lane = table.lanes.get(laneId);
  if (lane === undefined || lane.isLocked) return;
  const [head] = lane.messages;
  table.ready.delete(laneId);
  table.delayed.delete(laneId);
  if (head === undefined) table.lanes.delete(laneId);
  else if (head.visible_at <= now) table.ready.add(laneId);
  else table.delayed.set(laneId, head.visible_at);
};

const wakeDelayed = <M extends Waiting>(table: LaneTable<M>, now: number): void => {
  for (const [laneId, visibleAt] of table.delayed) if (visibleAt <= now) place(table, laneId, now);
};

/** Returns the first messages of a lane, up to one that is not visible or that must leave alone. */
const firstOf = <M extends Waiting>(
  lane: Lane<M>,
  isSuspect: (message: M) => boolean,
  limit: number,
  now: number,
): M[] => {
  const first: M[] = [];
  for (const message of lane.messages) {
    if (first.length === limit || message.visible_at > now || isSuspect(message)) break;
    first.push(message);
  }
  return first;
};

const takeBatch = <M extends Waiting>(
  table: LaneTable<M>,
  isSuspect: (message: M) => boolean,
  limit: number,
  now: number,
): M[] => {
  const batch: M[] = [];
  for (const laneId of table.ready) {
    if (batch.length >= limit) break;
    const lane = table.lanes.get(laneId);
    const [head] = lane?.messages ?? [];
    if (lane === undefined || head === undefined) continue;
    const leavesAlone = isSuspect(head);
    if (leavesAlone && (batch.length > 0 || table.suspectLane !== null)) continue;
    table.ready.delete(laneId);
    lane.isLocked = true;
    if (leavesAlone) {
      table.suspectLane = laneId;
      return [head];
    }
    batch.push(...firstOf(lane, isSuspect, limit - batch.length, now));
  }
  return batch;
};

const unlock = <M extends Waiting>(table: LaneTable<M>, laneId: string, now: number): void => {
  const lane = table.lanes.get(laneId);
  if (lane === undefined) return;
  lane.isLocked = false;
  if (laneId === table.suspectLane) table.suspectLane = null;
  place(table, laneId, now);
};

/** Creates lanes without messages. `isSuspect` names the messages that must leave in a batch of their own. */
export const createLanes = <M extends Waiting>(
  isSuspect: (message: M) => boolean = () => false,
): Lanes<M> => {
  const table: LaneTable<M> = { lanes: new Map(), ready: new Set(), delayed: new Map(), suspectLane: null };
  return {
    add: (laneId, message) => {
      const lane = table.lanes.get(laneId) ?? { messages: new Set<M>(), isLocked: false };
      table.lanes.set(laneId, lane);
      lane.messages.add(message);
      // The message may be visible already; the next `take` finds out.
      if (!lane.isLocked && lane.messages.size === 1) table.delayed.set(laneId, message.visible_at);
    },

    take: (limit, now) => {
      wakeDelayed(table, now);
      return takeBatch(table, isSuspect, limit, now);
    },

    remove: (laneId, message) => {
      table.lanes.get(laneId)?.messages.delete(message);
    },

    release: (laneIds, now) => {
      for (const laneId of laneIds) unlock(table, laneId, now);
    },

    nextVisibleAt: () => {
      let next: number | null = null;
      for (const visibleAt of table.delayed.values()) next = Math.min(visibleAt, next ?? visibleAt);
      return next;
    },
  };
};
