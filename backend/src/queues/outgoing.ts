import type { z } from 'zod';
import { carriedHops } from './hops.ts';
import { queueName, type QueueName } from '../contract/index.ts';
import type { QueueTable, ScoreMessage } from './messages.ts';
import { inBatches } from '../lib/lists.ts';

/**
 * Sends messages to a queue; resolves once every message is stored there. The queue delivers them `delaySeconds` later (0 to
 * 900, default 0); SQS delays by whole seconds, so there it is the nearest whole number.
 */
export type Send<Q extends QueueName> = (
  messages: z.infer<QueueTable[Q]['schema']>[],
  delaySeconds?: number,
) => Promise<void>;

/** A function for each of these queues that sends to it: `sendFetch` to the queue `fetch`. */
export type Sends<Q extends QueueName = QueueName> = { [Name in Q as `send${Capitalize<Name>}`]: Send<Name> };

/** A message in the form that SQS and the local queue accept. */
export type OutgoingMessage = {
  body: string;
  delay_seconds?: number;
};

/** Returns a message for a queue, which is delivered after the delay. Its body also tells how long its chain is. */
const toQueue = (message: object, delaySeconds = 0): OutgoingMessage => ({
  body: JSON.stringify({ ...message, ...carriedHops() }),
  ...(delaySeconds === 0 ? {} : { delay_seconds: delaySeconds }),
});

/** Stores messages in one queue; resolves once it has all of them. */
export type Put = (messages: OutgoingMessage[]) => Promise<void>;

/** Creates what sends to a queue. */
export const sendBy =
  (put: Put) =>
  (messages: readonly object[], delaySeconds?: number): Promise<void> =>
    put(messages.map((message) => toQueue(message, delaySeconds)));

/** Creates what sends to these queues, or to all. */
export function createSends<Q extends QueueName = QueueName>(
  put: (queue: Q) => Put,
  queues?: readonly Q[],
): Sends<Q>;
export function createSends(
  put: (queue: QueueName) => Put,
  queues: readonly QueueName[] = queueName.options,
): Record<string, unknown> {
  return Object.fromEntries(
    queues.map((queue) => [`send${queue.charAt(0).toUpperCase()}${queue.slice(1)}`, sendBy(put(queue))]),
  );
}

/** Number of articles in one message. */
const SCORE_BATCH = 50;

/** Returns the messages that send articles to scoring, with what each of them carries besides. */
export const scoreBatches = (
  articleIds: readonly string[],
  carried: Omit<ScoreMessage, 'article_ids'>,
): ScoreMessage[] =>
  inBatches([...articleIds], SCORE_BATCH).map((article_ids) => ({ ...carried, article_ids }));
