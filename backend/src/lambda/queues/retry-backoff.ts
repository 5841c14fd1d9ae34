import { ChangeMessageVisibilityBatchCommand, GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { inBatches } from '../../lib/lists.ts';
import type { Log } from '../../logging/log.ts';
import type { SqsHandler } from '../../queues/sqs-handler.ts';

/** Seconds until the second delivery; each further one waits four times as long, up to the longest. */
const FIRST_SECONDS = 30;
const FACTOR = 4;
const LONGEST_SECONDS = 900;
/** Number of messages that SQS accepts per call. */
const BATCH = 10;

/** Returns how long a message is hidden after its nth failed delivery (from 1): 30, 120, 480, then 900 seconds. */
const secondsAfter = (deliveries: number): number =>
  Math.min(FIRST_SECONDS * FACTOR ** (Math.max(deliveries, 1) - 1), LONGEST_SECONDS);

const entryOf = ({ receiptHandle, attributes }: SQSRecord, index: number) => ({
  Id: String(index),
  ReceiptHandle: receiptHandle,
  VisibilityTimeout: secondsAfter(Number(attributes.ApproximateReceiveCount)),
});

/** Creates the function that returns the address of the queue with this ARN. It asks once for each queue. */
const createFindQueueUrl = (sqs: SQSClient) => {
  const found = new Map<string, string | undefined>();
  return async (arn: string): Promise<string | undefined> => {
    if (!found.has(arn)) {
      const [, , , , account, name] = arn.split(':');
      const command = new GetQueueUrlCommand({ QueueName: name, QueueOwnerAWSAccountId: account });
      found.set(arn, (await sqs.send(command)).QueueUrl);
    }
    return found.get(arn);
  };
};

/**
 * Creates a wrapper for the handler of an SQS queue. It makes messages that failed visible again after a back-off. They would
 * else stay hidden for the visibility timeout of their queue, which is six times the time limit of its function. If SQS
 * refuses, they do.
 */
export const createRetryBackoff = (sqs: SQSClient) => {
  const findQueueUrl = createFindQueueUrl(sqs);

  const hide = async (failed: SQSRecord[], log: Log): Promise<void> => {
    try {
      for (const batch of inBatches(failed, BATCH)) {
        const QueueUrl = await findQueueUrl(batch[0]?.eventSourceARN ?? '');
        const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: batch.map(entryOf) });
        const { Failed } = await sqs.send(command);
        if (Failed !== undefined && Failed.length > 0) log.warn('back-off refused', { failed: Failed });
      }
    } catch (error) {
      log.warn('back-off failed', { error });
    }
  };

  return (handler: SqsHandler, log: Log): SqsHandler =>
    async (event, context) => {
      const answer = await handler(event, context).catch(async (error: unknown) => {
        await hide(event.Records, log);
        throw error;
      });
      const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      await hide(
        event.Records.filter(({ messageId }) => failed.has(messageId)),
        log,
      );
      return answer;
    };
};
