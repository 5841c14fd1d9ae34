import type { DeadLetter, LocalQueueOptions, LocalQueue } from './queue-types.ts';
import {
  type QueueEntry,
  checkEntry,
  enqueue,
  loadMemory,
  newMessage,
  revive,
  type QueueMemory,
} from './queue-memory.ts';
import type { QueueMessage } from '../table/message-rows.ts';
import { createDelivery } from './queue-delivery.ts';
import { openQueueStore } from './queue-store.ts';

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
