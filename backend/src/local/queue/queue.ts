import {
  type LocalQueueOptions,
  type QueueEntry,
  type QueueHandler,
  checkEntry,
  enqueue,
  loadMemory,
  newMessage,
  revive,
  type QueueMemory,
} from './queue-memory.ts';
import type { MessageChange, QueueMessage } from '../table/message-rows.ts';
import { createDelivery } from './queue-delivery.ts';
import type { QueueName } from '../../contract/index.ts';
import { MOST_DELIVERIES, queueTable } from '../../queues/messages.ts';
import type { LocalTable } from '../data-folder/open-local-table.ts';
import { systemClock } from '../process/schedule.ts';

type DeadLetter = {
  message_id: string;
  body: string;
  reason: string;
  receive_count: number;
  sent_at: Date;
  dead_at: Date;
};

type QueueDepth = { queued: number; in_flight: number; dead: number };

/** A queue in this process that behaves like SQS with a Lambda function. No message is lost after `send` resolved. */
export type LocalQueue = {
  /** Resolves when all entries are stored. Throws for an entry that SQS would refuse; then none is stored. */
  send: (entries: readonly QueueEntry[]) => Promise<void>;
  start: (handler: QueueHandler) => void;
  /** Starts no more handler calls and waits for those that run. `send` still works. */
  stop: () => Promise<void>;
  /** Returns the bodies of all messages that are queued, delayed or in flight. */
  bodies: () => string[];
  depth: () => QueueDepth;
  /** Resolves when nothing is queued, delayed or in flight; dead letters do not count. */
  idle: () => Promise<void>;
  deadLetters: () => DeadLetter[];
  /** Queues all dead letters again with counts of 0. Returns their number. */
  redrive: () => Promise<number>;
};

/**
 * Opens the messages of a queue, in memory and in the table's file. The caller changes them before it records the
 * change.
 */
const openQueueStore = ({ name, rows, log }: LocalQueueOptions) => {
  /** Changes that could not be written. A message that is named here may have changed again. */
  let unwritten: MessageChange[] = [];

  return {
    /** All messages that are not acknowledged, the dead letters included, by id, in their order. */
    messages: rows.read(name),

    /** Adds messages: all of them, or none if it throws. */
    add: (messages: readonly QueueMessage[]): Promise<void> =>
      rows.change(
        name,
        messages.map((message) => ({ op: 'add', message })),
      ),

    /**
     * Writes what happened to messages. Never rejects, because a missing change only means that its message is
     * delivered again after a restart. What could not be written is written with the next change.
     */
    record: async (changes: readonly MessageChange[]): Promise<void> => {
      const all = [...unwritten, ...changes];
      unwritten = [];
      if (all.length === 0) return;
      try {
        await rows.change(name, all);
      } catch (error) {
        unwritten = [...all, ...unwritten];
        log.error('messages could not be written', { queue: name, error });
      }
    },
  };
};

type QueueStore = ReturnType<typeof openQueueStore>;

const toDeadLetter = ({ message_id, body, ...message }: QueueMessage): DeadLetter => ({
  message_id,
  body,
  reason: message.dead?.reason ?? '',
  receive_count: message.receive_count,
  sent_at: new Date(message.sent_at),
  dead_at: new Date(message.dead?.at ?? message.sent_at),
});

/** Stores and queues the messages of these entries: all of them, or none if it throws. */
const storeEntries = async (
  memory: QueueMemory,
  { add }: QueueStore,
  entries: readonly QueueEntry[],
): Promise<void> => {
  for (const entry of entries) checkEntry(entry);
  const at = memory.options.clock.now().getTime();
  const messages = entries.map((entry) => newMessage(memory, entry, at));
  for (const message of messages) memory.messages.set(message.message_id, message);
  try {
    await add(messages);
  } catch (error) {
    for (const message of messages) memory.messages.delete(message.message_id);
    throw error;
  }
  enqueue(memory, messages);
};

const redriveAll = async (memory: QueueMemory, { record }: QueueStore): Promise<number> => {
  const at = memory.options.clock.now().getTime();
  const revived = revive(memory, at);
  await record(revived.map((message) => ({ op: 'update', message })));
  enqueue(memory, revived);
  return revived.length;
};

/** Opens the queue with the messages that an earlier process left. Those that were in flight then are queued again. */
export const createLocalQueue = async (options: LocalQueueOptions): Promise<LocalQueue> => {
  const store = openQueueStore(options);
  const memory = loadMemory(store.messages, options);
  const { messages, inFlight, dead } = memory;
  // Some may have become dead letters just now, because the process died each time that they were handled.
  await store.record([...dead].map((message) => ({ op: 'update', message })));
  const { start, stop, idle, pump } = createDelivery(memory, store.record);

  return {
    send: async (entries) => {
      await storeEntries(memory, store, entries);
      pump();
    },
    start,
    stop: async () => {
      await stop();
      await store.record([]);
    },
    bodies: () => [...messages.values()].filter((message) => message.dead === null).map(({ body }) => body),
    depth: () => ({
      queued: messages.size - inFlight.size - dead.size,
      in_flight: inFlight.size,
      dead: dead.size,
    }),
    idle,
    deadLetters: () => [...dead].map(toDeadLetter),
    redrive: async () => {
      const count = await redriveAll(memory, store);
      pump();
      return count;
    },
  };
};

/** Opens one queue. Its settings are those of SQS, except for the retry delay, because only one reader uses this machine. */
export const openQueue = (
  name: QueueName,
  { queues: rows }: Pick<LocalTable, 'queues'>,
  given: Pick<LocalQueueOptions, 'retryDelay' | 'log' | 'watch'>,
): Promise<LocalQueue> =>
  createLocalQueue({
    name,
    rows,
    visibilityTimeout: 900,
    maxReceiveCount: MOST_DELIVERIES,
    ...queueTable[name].local,
    clock: systemClock,
    ...given,
  });
