import { z } from 'zod';
import { queueName, type QueueName } from '../contract/index.ts';
import { queuesSentBy, type SentBy } from '../queues/messages.ts';

const text = z.string().min(1);

/** Returns the names of the variables with the addresses of a queue and of its dead letters. */
export const queueVariables = (queue: QueueName): { url: string; deadLetters: string } => ({
  url: `${queue.toUpperCase()}_QUEUE_URL`,
  deadLetters: `${queue.toUpperCase()}_DLQ_URL`,
});

type QueueUrls<F extends string> = { [Q in SentBy<F> as `${Uppercase<Q>}_QUEUE_URL`]: typeof text };
type AllQueueUrls = {
  [Q in QueueName as `${Uppercase<Q>}_QUEUE_URL` | `${Uppercase<Q>}_DLQ_URL`]: typeof text;
};

/** Returns the variables with the queues to which a function sends. */
export function queuesOf<F extends string>(functionName: F): QueueUrls<F>;
export function queuesOf(functionName: string): Record<string, typeof text> {
  return Object.fromEntries(queuesSentBy(functionName).map((queue) => [queueVariables(queue).url, text]));
}

/** Returns the variables with all queues and their dead letters, which the owner can look at and send back. */
export function allQueues(): AllQueueUrls;
export function allQueues(): Record<string, typeof text> {
  const variables = queueName.options.flatMap((queue) => Object.values(queueVariables(queue)));
  return Object.fromEntries(variables.map((variable) => [variable, text]));
}
