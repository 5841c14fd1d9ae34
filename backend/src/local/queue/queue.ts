import { randomUUID } from 'node:crypto';
import { createLanes } from './lanes.ts';
import { callHandler } from './queue-call.ts';
import { checkEntry, type QueueEntry } from './queue-entries.ts';
import { putRecord, retryRecord, untried, type QueueMessage, type QueueRecord } from './queue-records.ts';
import { openQueueStore } from './queue-store.ts';
import type { DeadLetter, LocalQueue, LocalQueueOptions, QueueHandler } from './queue-types.ts';

/**
 * Deaths of the process amid a message's handling from which on the message is suspected to be their cause. It is handed
 * out alone, so that messages that were only handled at the same time are not taken for the cause, and only after the
 * retry delay, so that kills that follow each other closely do not meet it again.
 */
const suspectAfter = 2;
/** Deaths after which a message is no longer tried. */
const maxDeaths = 3;

const toDeadLetter = ({ message_id, body, group_id, ...message }: QueueMessage): DeadLetter => ({
  message_id,
  body,
  group_id,
  reason: message.dead?.reason ?? '',
  receive_count: message.receive_count,
  sent_at: new Date(message.sent_at),
  dead_at: new Date(message.dead?.at ?? message.sent_at),
});

/** Opens the queue with what an earlier process left; what was in flight then is handed out again. */
export const createLocalQueue = async (options: LocalQueueOptions): Promise<LocalQueue> => {
  const { name, isFifo, clock, log, watch, newId = randomUUID } = options;
  const now = () => clock.now().getTime();

  const { state, deduplication, ...journal } = await openQueueStore(options);
  const suspects = new Set<QueueMessage>();
  const lanes = createLanes<QueueMessage>((message) => suspects.has(message));
  const inFlight = new Set<QueueMessage>();
  const calls = new Set<Promise<void>>();
  const dead = new Set([...state.messages.values()].filter((message) => message.dead !== null));
  let idleWaiters: (() => void)[] = [];
  let handler: QueueHandler | null = null;
  let cancelWake = () => {};
  let lastSequence = 0;

  const laneOf = (message: QueueMessage) =>
    isFifo ? (message.group_id ?? message.message_id) : message.message_id;

  /** Starts from the time, so that it also rises over a restart that finds an empty journal. */
  const nextSequence = () => (lastSequence = Math.max(lastSequence + 1, now() * 1000));

  const isIdle = () => state.messages.size === dead.size && calls.size === 0;

  const moveToDeadLetters = (message: QueueMessage, reason: string): QueueRecord => {
    const at = now();
    message.dead = { reason, at };
    dead.add(message);
    lanes.remove(laneOf(message), message);
    log.error('message became a dead letter', { queue: name, message_id: message.message_id, reason });
    return { op: 'dead', message_id: message.message_id, reason, at };
  };

  const finish = (message: QueueMessage, failure: string | null, wasFull: boolean): QueueRecord[] => {
    inFlight.delete(message);
    if (failure === null) {
      state.messages.delete(message.message_id);
      suspects.delete(message);
      lanes.remove(laneOf(message), message);
      return [{ op: 'ack', message_id: message.message_id }];
    }
    // A full disk is nothing that the message did: once there is room it succeeds.
    if (wasFull) message.receive_count -= 1;
    else message.failures += 1;
    message.visible_at = now() + options.retryDelay * 1000;
    const retry = retryRecord(message);
    return message.failures < options.maxReceiveCount
      ? [retry]
      : [retry, moveToDeadLetters(message, failure)];
  };

  const deliver = async (call: QueueHandler, batch: readonly QueueMessage[]): Promise<void> => {
    const at = now();
    for (const message of batch) {
      message.receive_count += 1;
      message.first_received_at ??= at;
    }
    await journal.record(
      batch.map(({ message_id, receive_count }) => ({
        op: 'receive' as const,
        message_id,
        receive_count,
        at,
      })),
    );
    const timesFull = watch?.timesFull();
    const failures = await callHandler(options, call, batch);
    const wasFull = watch?.timesFull() !== timesFull;
    await journal.record(
      batch.flatMap((message) => finish(message, failures.get(message.message_id) ?? null, wasFull)),
    );
    lanes.release(new Set(batch.map(laneOf)), now());
    journal.compactIfWorthIt();
  };

  const pump = (): void => {
    cancelWake();
    cancelWake = () => {};
    const call = handler;
    while (call !== null && calls.size < options.concurrency) {
      const batch = lanes.take(options.batchSize, now());
      if (batch.length === 0) break;
      for (const message of batch) inFlight.add(message);
      const running = deliver(call, batch).finally(() => {
        calls.delete(running);
        pump();
      });
      calls.add(running);
    }
    const next = lanes.nextVisibleAt();
    if (call !== null && next !== null && calls.size < options.concurrency) {
      // A minute at most: after the machine slept, timers are late by as long as it did.
      cancelWake = clock.after(Math.min(next - now(), 60_000), pump);
    }
    if (!isIdle()) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  };

  const newMessage = (entry: QueueEntry, at: number): QueueMessage => ({
    message_id: newId(),
    body: entry.body,
    sequence: nextSequence(),
    sent_at: at,
    group_id: entry.group_id,
    deduplication_id: entry.deduplication_id,
    ...untried(at + (entry.delay_seconds ?? 0) * 1000),
  });

  const send = async (entries: readonly QueueEntry[]): Promise<void> => {
    for (const entry of entries) checkEntry(entry, isFifo);
    const at = now();
    const messages: QueueMessage[] = [];
    for (const entry of entries) {
      if (!deduplication.isNew(entry.deduplication_id, at)) continue;
      messages.push(newMessage(entry, at));
    }
    for (const message of messages) state.messages.set(message.message_id, message);
    try {
      // Awaited for duplicates too: the message they repeat may be on its way to the disk.
      await journal.append(messages.map(putRecord));
    } catch (error) {
      for (const message of messages) {
        state.messages.delete(message.message_id);
        deduplication.forget(message.deduplication_id);
      }
      throw error;
    }
    for (const message of messages) lanes.add(laneOf(message), message);
    pump();
  };

  const redrive = async (): Promise<number> => {
    const at = now();
    const redriven = [...dead];
    for (const message of redriven) {
      Object.assign(message, untried(at), { sequence: nextSequence() });
      dead.delete(message);
      suspects.delete(message);
    }
    await journal.record(
      redriven.map(({ message_id, sequence }) => ({ op: 'redrive' as const, message_id, sequence, at })),
    );
    for (const message of redriven) lanes.add(laneOf(message), message);
    pump();
    return redriven.length;
  };

  const load = async (): Promise<void> => {
    for (const message of [...state.messages.values()].toSorted((a, b) => a.sequence - b.sequence)) {
      lastSequence = Math.max(lastSequence, message.sequence);
      // A clock that was set back must not keep a message waiting for long.
      message.visible_at = Math.min(message.visible_at, now() + 900_000);
      if (message.dead !== null) continue;
      const deaths = message.receive_count - message.failures;
      if (deaths >= suspectAfter) {
        suspects.add(message);
        message.visible_at = Math.max(message.visible_at, now() + options.retryDelay * 1000);
      }
      if (deaths < maxDeaths) lanes.add(laneOf(message), message);
      else moveToDeadLetters(message, `the process died ${deaths} times while it was handled`);
    }
    // It only makes the file shorter, so a full disk does not keep the queue from what it has.
    await journal
      .compact()
      .catch((error: unknown) => log.error('queue journal could not be compacted', { queue: name, error }));
  };

  await load();

  return {
    send,

    start: (given) => {
      handler = given;
      pump();
    },

    stop: async () => {
      handler = null;
      cancelWake();
      while (calls.size > 0) await Promise.all(calls);
    },

    close: () => journal.close(),

    check: journal.check,

    bodies: () =>
      [...state.messages.values()].filter(({ dead: end }) => end === null).map(({ body }) => body),

    depth: () => ({
      queued: state.messages.size - inFlight.size - dead.size,
      in_flight: inFlight.size,
      dead: dead.size,
    }),

    idle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),

    deadLetters: () => [...dead].map(toDeadLetter),

    redrive,
  };
};
