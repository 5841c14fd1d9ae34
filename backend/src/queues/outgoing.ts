import type { z } from 'zod';
import { digest } from '../lib/digest.ts';
import { carriedHops } from './hops.ts';
import { queueName, type QueueName } from '../contract/index.ts';
import type { FetchMessage, QueueTable, ScoreMessage } from './messages.ts';
import { type AllowHosts, isAllowedHost, portOf } from '../web/guard/target.ts';
import { inBatches } from '../lib/in-batches.ts';

/**
 * Sends messages to a queue; resolves once every message is stored there. A queue that is not FIFO delivers them
 * `delaySeconds` later (0 to 900, default 0); SQS delays by whole seconds, so there it is the nearest whole number.
 */
export type Send<Q extends QueueName> = (
  messages: z.infer<QueueTable[Q]['schema']>[],
  delaySeconds?: QueueTable[Q]['isFifo'] extends true ? 0 : number,
) => Promise<void>;

/** A function for each of these queues that sends to it: `sendFetch` to the queue `fetch`. */
export type Sends<Q extends QueueName = QueueName> = { [Name in Q as `send${Capitalize<Name>}`]: Send<Name> };

/** A message in the form that SQS and the local queue accept. */
export type OutgoingMessage = {
  body: string;
  group_id?: string;
  deduplication_id?: string;
  delay_seconds?: number;
};

/** Number of hexadecimal digits in the message group of a host. */
const HOST_GROUP_DIGITS = 32;

/**
 * Returns the message group: the host, so that the feeds of a host ask for its turn one after another, not all at once.
 * Hosts that may be fetched at any pace are grouped by feed instead.
 */
const groupOf = ({ url, feed_id }: FetchMessage, allowHosts: AllowHosts): string => {
  const target = new URL(url);
  return isAllowedHost(allowHosts, target.hostname, portOf(target))
    ? feed_id
    : digest(HOST_GROUP_DIGITS, target.hostname);
};

/** Returns a message for a queue, which is delivered after the delay. Its body also tells how long its chain is. */
const toQueue = (message: object, delaySeconds = 0): OutgoingMessage => ({
  body: JSON.stringify({ ...message, ...carriedHops() }),
  ...(delaySeconds === 0 ? {} : { delay_seconds: delaySeconds }),
});

/**
 * Returns a message for the fetch queue, which is FIFO. Messages for the same feed and due time are duplicates, unless
 * they belong to different jobs or new subscribers.
 */
const toFetchQueue = (message: FetchMessage, allowHosts: AllowHosts): OutgoingMessage => ({
  ...toQueue(message),
  group_id: groupOf(message, allowHosts),
  deduplication_id: digest(
    32,
    message.feed_id,
    message.next_fetch_at,
    message.job?.job_id ?? '',
    message.new_subscriber ?? '',
  ),
});

/** Stores messages in one queue; resolves once it has all of them. */
export type Put = (messages: OutgoingMessage[]) => Promise<void>;

export const sendFetchBy =
  (put: Put, allowHosts: AllowHosts): Send<'fetch'> =>
  (messages) =>
    put(messages.map((message) => toFetchQueue(message, allowHosts)));

/** Creates what sends to a queue that is not FIFO. */
export const sendBy =
  (put: Put) =>
  (messages: readonly object[], delaySeconds?: number): Promise<void> =>
    put(messages.map((message) => toQueue(message, delaySeconds)));

/** Creates what sends to these queues, or to all. Hosts of `allowHosts` may be fetched at any pace. */
export function createSends<Q extends QueueName = QueueName>(
  put: (queue: Q) => Put,
  allowHosts: AllowHosts,
  queues?: readonly Q[],
): Sends<Q>;
export function createSends(
  put: (queue: QueueName) => Put,
  allowHosts: AllowHosts,
  queues: readonly QueueName[] = queueName.options,
): Record<string, unknown> {
  return Object.fromEntries(
    queues.map((queue) => [
      `send${queue.charAt(0).toUpperCase()}${queue.slice(1)}`,
      queue === 'fetch' ? sendFetchBy(put(queue), allowHosts) : sendBy(put(queue)),
    ]),
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
