import { createFakeContext } from '../process/fake-context.ts';
import type { QueueMessage } from './queue-records.ts';
import type { LocalQueueOptions, QueueHandler } from './queue-types.ts';
import { failedIds, queueArn, toSqsEvent } from './sqs-event.ts';

/** Calls the handler with a batch. Returns the reason of each failure by message id. Never throws. */
export const callHandler = async (
  options: LocalQueueOptions,
  handler: QueueHandler,
  batch: readonly QueueMessage[],
): Promise<Map<string, string>> => {
  const { name, isFifo, clock, log, maxReceiveCount, visibilityTimeout } = options;
  const timeout = visibilityTimeout * 1000;
  let cancelTimeout = () => {};
  const expired = new Promise<never>((_resolve, reject) => {
    cancelTimeout = clock.after(timeout, () =>
      reject(new Error(`not finished within ${visibilityTimeout} s`)),
    );
  });
  try {
    const context = createFakeContext({ functionName: name, timeout, now: clock.now });
    const event = toSqsEvent(batch, queueArn(name, isFifo));
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
