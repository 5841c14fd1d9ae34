import { createFakeContext } from '../process/fake-context.ts';
import type { QueueMessage } from '../table/rows/message-rows.ts';
import type { LocalQueueOptions, QueueHandler } from './queue-types.ts';
import { failedIds, queueArn, toSqsEvent } from './sqs-event.ts';

/**
 * The messages that a handler did not finish: the reason of each failure, and the wait in milliseconds of what it put
 * back, by message id.
 */
type Unfinished = { failures: Map<string, string>; waits: Map<string, number> };

/** Calls the handler with a batch. Never throws. */
export const callHandler = async (
  options: LocalQueueOptions,
  handler: QueueHandler,
  batch: readonly QueueMessage[],
): Promise<Unfinished> => {
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
    const failed = failedIds(batch, response);
    const waits = new Map(
      (response?.put_back ?? []).map(({ itemIdentifier, wait_ms }) => [itemIdentifier, wait_ms]),
    );
    return {
      failures: new Map([...failed].filter((id) => !waits.has(id)).map((id) => [id, reason])),
      waits,
    };
  } catch (error) {
    log.error('queue handler failed', { queue: name, messages: batch.length, error });
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { failures: new Map(batch.map(({ message_id }) => [message_id, reason])), waits: new Map() };
  } finally {
    cancelTimeout();
  }
};
