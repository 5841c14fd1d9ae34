import { callHandler } from './queue-call.ts';
import { laneOf, noteFinished, notePutBack, noteReceived, type QueueMemory } from './queue-memory.ts';
import type { MessageChange, QueueMessage } from '../table/rows/message-rows.ts';
import type { QueueHandler } from './queue-types.ts';

/** Longest sleep in milliseconds, because timers are late by the time for which the machine slept. */
const maxSleep = 60_000;

type Record = (changes: readonly MessageChange[]) => Promise<void>;

/** Hands messages to a handler: as many batches at once as the options allow, each as soon as it is visible. */
type Delivery = {
  start: (handler: QueueHandler) => void;
  /** Starts no more handler calls and waits for those that run. */
  stop: () => Promise<void>;
  /** Starts what can be started; to be called when messages were added. */
  pump: () => void;
  /** Resolves when nothing is queued, delayed or in flight. */
  idle: () => Promise<void>;
};

/**
 * Delivers one batch:
 * 1. Record that it was received, so that a death of the process counts.
 * 2. Call the handler.
 * 3. Record what became of each message.
 * 4. Let the next messages of the same groups follow.
 */
const deliver = async (
  memory: QueueMemory,
  record: Record,
  handler: QueueHandler,
  batch: readonly QueueMessage[],
): Promise<void> => {
  const { options, lanes } = memory;
  await record(noteReceived(memory, batch));

  const timesFull = options.watch?.timesFull();
  const { failures, waits } = await callHandler(options, handler, batch);
  const wasFull = options.watch?.timesFull() !== timesFull;

  await record(
    batch.map((message) => {
      const { message_id } = message;
      const wait = waits.get(message_id);
      return wait === undefined
        ? noteFinished(memory, message, failures.get(message_id) ?? null, wasFull)
        : notePutBack(memory, message, wait);
    }),
  );

  lanes.release(new Set(batch.map((message) => laneOf(memory, message))), options.clock.now().getTime());
};

export const createDelivery = (memory: QueueMemory, record: Record): Delivery => {
  const { options, lanes } = memory;
  const now = () => options.clock.now().getTime();
  const calls = new Set<Promise<void>>();
  let handler: QueueHandler | null = null;
  let idleWaiters: (() => void)[] = [];
  let cancelWake = () => {};

  const isIdle = () => memory.messages.size === memory.dead.size && calls.size === 0;

  const startCalls = (call: QueueHandler): void => {
    while (calls.size < options.concurrency) {
      const batch = lanes.take(options.batchSize, now());
      if (batch.length === 0) return;
      for (const message of batch) memory.inFlight.add(message);
      const running = deliver(memory, record, call, batch).finally(() => {
        calls.delete(running);
        pump();
      });
      calls.add(running);
    }
  };

  const wakeLater = (): void => {
    const next = lanes.nextVisibleAt();
    if (next === null || calls.size >= options.concurrency) return;
    cancelWake = options.clock.after(Math.min(next - now(), maxSleep), pump);
  };

  const pump = (): void => {
    cancelWake();
    cancelWake = () => {};
    if (handler !== null) {
      startCalls(handler);
      wakeLater();
    }
    if (!isIdle()) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  };

  return {
    start: (given) => {
      handler = given;
      pump();
    },
    stop: async () => {
      handler = null;
      cancelWake();
      while (calls.size > 0) await Promise.all(calls);
    },
    pump,
    idle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
};
