import { hash } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { QueueMessage, MessageChange } from '../table/message-rows.ts';
import { createFakeContext } from '../http/http-event.ts';
import {
  enqueue,
  noteFinished,
  noteReceived,
  type QueueMemory,
  type LocalQueueOptions,
  type QueueHandler,
} from './queue-memory.ts';

/** The messages that a handler did not finish: the reason of each, by message id. */
type Failures = ReadonlyMap<string, string>;

/** Calls the handler with a batch. Never throws. */
const callHandler = async (
  options: LocalQueueOptions,
  handler: QueueHandler,
  batch: readonly QueueMessage[],
): Promise<Failures> => {
  const { name, clock, log, maxReceiveCount, visibilityTimeout } = options;
  const timeout = visibilityTimeout * 1000;
  let cancelTimeout = () => {};
  const expired = new Promise<never>((_resolve, reject) => {
    cancelTimeout = clock.after(timeout, () =>
      reject(new Error(`not finished within ${visibilityTimeout} s`)),
    );
  });
  try {
    const context = createFakeContext({ functionName: name, timeout, now: clock.now });
    const event = toSqsEvent(batch, queueArn(name));
    const response = await Promise.race([handler(event, context), expired]);
    const reason = `reported as failed ${maxReceiveCount} times`;
    return new Map([...failedIds(batch, response)].map((id) => [id, reason]));
  } catch (error) {
    log.error('queue handler failed', { queue: name, messages: batch.length, error });
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return new Map(batch.map(({ message_id }) => [message_id, reason]));
  } finally {
    cancelTimeout();
  }
};

const queueArn = (name: string) => `arn:aws:sqs:local:000000000000:${name}`;

const toRecord = (message: QueueMessage, arn: string): SQSRecord => ({
  messageId: message.message_id,
  receiptHandle: `${message.message_id}#${message.receive_count}`,
  body: message.body,
  attributes: {
    ApproximateReceiveCount: String(message.receive_count),
    SentTimestamp: String(message.sent_at),
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: String(message.first_received_at ?? message.sent_at),
  },
  messageAttributes: {},
  md5OfBody: hash('md5', message.body),
  eventSource: 'aws:sqs',
  eventSourceARN: arn,
  awsRegion: 'local',
});

/** Returns the event that a Lambda function gets for a batch of these messages. */
const toSqsEvent = (messages: readonly QueueMessage[], arn: string): SQSEvent => ({
  Records: messages.map((message) => toRecord(message, arn)),
});

/**
 * Returns the ids of the messages that a handler did not finish, by Lambda's rules: no response or an empty list means
 * that all succeeded; an item without an id or with an unknown id means that all failed.
 */
const failedIds = (
  messages: readonly QueueMessage[],
  response: SQSBatchResponse | undefined,
): Set<string> => {
  const ids = new Set(messages.map(({ message_id }) => message_id));
  const reported = (response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return reported.every((id) => ids.has(id)) ? new Set(reported) : ids;
};

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
 * 4. Let those that failed wait for their next delivery.
 */
const deliver = async (
  memory: QueueMemory,
  record: Record,
  handler: QueueHandler,
  batch: readonly QueueMessage[],
): Promise<void> => {
  const { options, waiting } = memory;
  await record(noteReceived(memory, batch));

  const timesFull = options.watch?.timesFull();
  const failures = await callHandler(options, handler, batch);
  const wasFull = options.watch?.timesFull() !== timesFull;

  const changes = batch.map((message) =>
    noteFinished(memory, message, failures.get(message.message_id) ?? null, wasFull),
  );
  // A redrive during the next line queues those that have just become dead letters.
  const again = batch.filter((message) => failures.has(message.message_id) && message.dead === null);
  await record(changes);

  for (const message of batch) waiting.release(message);
  enqueue(memory, again);
};

export const createDelivery = (memory: QueueMemory, record: Record): Delivery => {
  const { options, waiting } = memory;
  const now = () => options.clock.now().getTime();
  const calls = new Set<Promise<void>>();
  let handler: QueueHandler | null = null;
  let idleWaiters: (() => void)[] = [];
  let cancelWake = () => {};

  const isIdle = () => memory.messages.size === memory.dead.size && calls.size === 0;

  const startCalls = (call: QueueHandler): void => {
    while (calls.size < options.concurrency) {
      const batch = waiting.take(options.batchSize, now());
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
    const next = waiting.nextVisibleAt();
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
