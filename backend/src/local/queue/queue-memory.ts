import { randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Log } from '../../logging/log.ts';
import type { Clock } from '../process/schedule.ts';
import type { StorageWatch } from '../process/storage-watch.ts';
import type { QueueRows } from '../table/local-table.ts';
import { untried, type MessageChange, type QueueMessage } from '../table/message-rows.ts';

export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

export type LocalQueueOptions = {
  /** Name in the table's file and in the ARN. */
  name: string;
  /** The messages of the queues, in the table's file. */
  rows: QueueRows;
  /** Largest number of messages in a handler call. */
  batchSize: number;
  /** Largest number of handler calls at the same time. */
  concurrency: number;
  /** The bodies of messages for which nobody waits, and how many of them may be out at once. */
  background?: Background<string>;
  /** Time limit of a handler call in seconds; a longer call has failed. */
  visibilityTimeout: number;
  /** Seconds until a failed message is delivered again. */
  retryDelay: number;
  /** Number of failures after which a message becomes a dead letter. */
  maxReceiveCount: number;
  clock: Clock;
  log: Log;
  /** Tells how often the disk was full. A delivery that fails while it is does not count, so it is tried again. */
  watch?: Pick<StorageWatch, 'timesFull'>;
  newId?: () => string;
};

/** One message to send. */
export type QueueEntry = {
  body: string;
  /** Seconds, 0 to 900. */
  delay_seconds?: number;
};

/** The limit of SQS since August 2025. */
const maxBodyBytes = 1_048_576;

/** Throws an Error for an entry that SQS would refuse, so that the mistake shows before it reaches the cloud. */
export const checkEntry = (entry: QueueEntry): void => {
  const refuse = (why: string) => {
    throw new Error(`message refused: ${why}`);
  };
  const bytes = Buffer.byteLength(entry.body);
  if (bytes === 0 || bytes > maxBodyBytes)
    refuse(`its body has ${bytes} bytes, 1 to ${maxBodyBytes} are allowed`);
  const delay = entry.delay_seconds ?? 0;
  if (!Number.isFinite(delay) || delay < 0 || delay > 900)
    refuse(`delay_seconds is ${delay}, 0 to 900 are allowed`);
};

/**
 * Number of deliveries during which the process died, after which the message is suspected to be the cause. A suspect
 * is delivered alone, so that messages handled at the same time are not blamed. It waits for the retry delay, doubled
 * with each further death, so that several kills of the process in a short time do not all hit it.
 */
const deathsOfSuspect = 2;
/** Number of deliveries during which the process died, after which the message becomes a dead letter. */
const maxDeaths = 4;

/** Longest time in milliseconds that a restart leaves a message waiting; it is the longest delay of SQS. */
const maxDelay = 900_000;

/** The field of a message that decides when it may leave. */
type Visible = { visible_at: number };

/** Messages for which nobody waits: they leave after the others, and no more than `most` are out at once. */
type Background<M> = { includes: (message: M) => boolean; most: number };

/**
 * The messages that wait to leave a queue, in the order in which they became visible, those of the background last. A suspect leaves
 * in a batch of its own, and only while no other suspect is out.
 */
type Waiting<M> = {
  add: (message: M) => void;
  /** Returns up to `limit` messages that are visible at `now`. They wait no more. */
  take: (limit: number, now: number) => M[];
  /** Tells that a message that was taken is out no more. */
  release: (message: M) => void;
  /** Returns the time at which the next message becomes visible; null if none is delayed. */
  nextVisibleAt: () => number | null;
};

/** Creates the messages that are visible, without any: the longest so first, those of the background last. */
const createReady = <M>({ includes, most }: Background<M>) => {
  const first = new Set<M>();
  const behind = new Set<M>();
  const behindOut = new Set<M>();
  return {
    add: (message: M): void => void (includes(message) ? behind : first).add(message),
    /** Returns the messages that may leave. Whoever takes one removes it. */
    *leaving(): Generator<M> {
      yield* first;
      for (const message of behind) {
        if (behindOut.size >= most) return;
        yield message;
      }
    },
    remove: (message: M): void => {
      if (behind.delete(message)) behindOut.add(message);
      else first.delete(message);
    },
    release: (message: M): void => void behindOut.delete(message),
  };
};

/** Creates the waiting messages, without any. `isSuspect` names those that must leave in a batch of their own. */
export const createWaiting = <M extends Visible>(
  isSuspect: (message: M) => boolean = () => false,
  background: Background<M> = { includes: () => false, most: 0 },
): Waiting<M> => {
  const ready = createReady(background);
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
      for (const message of ready.leaving()) {
        if (batch.length >= limit) break;
        const leavesAlone = isSuspect(message);
        if (leavesAlone && (batch.length > 0 || suspectOut !== null)) continue;
        ready.remove(message);
        batch.push(message);
        if (!leavesAlone) continue;
        suspectOut = message;
        break;
      }
      return batch;
    },

    release: (message) => {
      ready.release(message);
      if (message === suspectOut) suspectOut = null;
    },

    nextVisibleAt: () => {
      let next: number | null = null;
      for (const { visible_at } of delayed) next = Math.min(visible_at, next ?? visible_at);
      return next;
    },
  };
};

/** The messages of a queue while the process runs. */
export type QueueMemory = {
  options: LocalQueueOptions;
  /** All messages by id: queued, in flight and dead. */
  messages: Map<string, QueueMessage>;
  /** Messages that are neither in flight, acknowledged nor dead. */
  waiting: Waiting<QueueMessage>;
  suspects: Set<QueueMessage>;
  inFlight: Set<QueueMessage>;
  dead: Set<QueueMessage>;
  lastSequence: number;
};

const nowOf = ({ clock }: LocalQueueOptions): number => clock.now().getTime();

/** Returns the next sequence number. It starts from the time, so it also rises over a restart with an empty queue. */
const nextSequence = (memory: QueueMemory): number =>
  (memory.lastSequence = Math.max(memory.lastSequence + 1, nowOf(memory.options) * 1000));

const moveToDeadLetters = (memory: QueueMemory, message: QueueMessage, reason: string): void => {
  const { name, log } = memory.options;
  const { message_id } = message;
  const at = nowOf(memory.options);
  message.dead = { reason, at };
  memory.dead.add(message);
  log.error('message became a dead letter', { queue: name, message_id, reason });
};

/** Queues a message that an earlier process left, unless that process died too often while it handled the message. */
const loadMessage = (memory: QueueMemory, message: QueueMessage): void => {
  const now = nowOf(memory.options);
  memory.lastSequence = Math.max(memory.lastSequence, message.sequence);
  // If the clock was set back, the message must not wait until the old time comes again.
  message.visible_at = Math.min(message.visible_at, now + maxDelay);
  if (message.dead !== null) return;
  const deaths = message.receive_count - message.failures;
  if (deaths >= deathsOfSuspect) {
    memory.suspects.add(message);
    const delay = memory.options.retryDelay * 1000 * 2 ** (deaths - deathsOfSuspect);
    message.visible_at = Math.max(message.visible_at, now + delay);
  }
  if (deaths < maxDeaths) memory.waiting.add(message);
  else moveToDeadLetters(memory, message, `the process died ${deaths} times while it was handled`);
};

/** Loads the messages that an earlier process left. Those that were in flight then are queued again. */
export const loadMemory = (messages: Map<string, QueueMessage>, options: LocalQueueOptions): QueueMemory => {
  const suspects = new Set<QueueMessage>();
  const { background } = options;
  const memory: QueueMemory = {
    options,
    messages,
    waiting: createWaiting(
      (message) => suspects.has(message),
      background && { ...background, includes: ({ body }) => background.includes(body) },
    ),
    suspects,
    inFlight: new Set(),
    dead: new Set([...messages.values()].filter((message) => message.dead !== null)),
    lastSequence: 0,
  };
  for (const message of messages.values()) loadMessage(memory, message);
  return memory;
};

/** Returns the message of an entry that was sent at `at`, in milliseconds since 1970. It is not queued yet. */
export const newMessage = (memory: QueueMemory, entry: QueueEntry, at: number): QueueMessage => ({
  message_id: (memory.options.newId ?? randomUUID)(),
  body: entry.body,
  sequence: nextSequence(memory),
  sent_at: at,
  ...untried(at + Math.round((entry.delay_seconds ?? 0) * 1000)),
});

export const enqueue = (memory: QueueMemory, messages: readonly QueueMessage[]): void => {
  for (const message of messages) memory.waiting.add(message);
};

const updateOf = (message: QueueMessage): MessageChange => ({ op: 'update', message });

/** Counts a delivery of these messages and returns the changes. */
export const noteReceived = (memory: QueueMemory, batch: readonly QueueMessage[]): MessageChange[] => {
  const at = nowOf(memory.options);
  for (const message of batch) {
    message.receive_count += 1;
    message.first_received_at ??= at;
  }
  return batch.map(updateOf);
};

/**
 * Ends the delivery of a message and returns the change: it is removed if `failure` is null, else to be retried or dead.
 * `wasFull` says that the disk was full during the delivery.
 */
export const noteFinished = (
  memory: QueueMemory,
  message: QueueMessage,
  failure: string | null,
  wasFull: boolean,
): MessageChange => {
  const { retryDelay, maxReceiveCount } = memory.options;
  memory.inFlight.delete(message);
  if (failure === null) {
    memory.messages.delete(message.message_id);
    memory.suspects.delete(message);
    return { op: 'remove', message_id: message.message_id };
  }
  // A full disk is not the fault of the message, so the delivery does not count.
  if (wasFull) message.receive_count -= 1;
  else message.failures += 1;
  message.visible_at = nowOf(memory.options) + retryDelay * 1000;
  if (message.failures >= maxReceiveCount) moveToDeadLetters(memory, message, failure);
  return updateOf(message);
};

/** Makes new messages of all dead letters and returns them. They are not queued yet. */
export const revive = (memory: QueueMemory, at: number): QueueMessage[] => {
  const revived = [...memory.dead];
  for (const message of revived) {
    Object.assign(message, untried(at), { sequence: nextSequence(memory) });
    memory.dead.delete(message);
    memory.suspects.delete(message);
  }
  return revived;
};
