import { ChangeMessageVisibilityBatchCommand, GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { inBatches } from '../../lib/in-batches.ts';
import type { Log } from '../../logging/log.ts';
import type { SqsHandler } from '../../queues/sqs-handler.ts';
import { copyWaiting, hiddenSeconds } from './put-back.ts';
import { createPut } from './queues-sqs.ts';

/** A handler whose answer is in the form that Lambda takes. */
type LambdaHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/** Seconds until the second delivery; each further one waits four times as long, up to the longest. */
const FIRST_SECONDS = 30;
const FACTOR = 4;
const LONGEST_SECONDS = 900;
/** Number of messages that SQS accepts per call. */
const BATCH = 10;

/** Returns how long a message is hidden after its nth failed delivery (from 1): 30, 120, 480, then 900 seconds. */
const secondsAfter = (deliveries: number): number =>
  Math.min(FIRST_SECONDS * FACTOR ** (Math.max(deliveries, 1) - 1), LONGEST_SECONDS);

/** A delivery to be hidden for this many seconds, up to 12 hours. */
type Hidden = { record: SQSRecord; seconds: number };

const entryOf = ({ record, seconds }: Hidden, index: number) => ({
  Id: String(index),
  ReceiptHandle: record.receiptHandle,
  VisibilityTimeout: seconds,
});

const backedOff = (record: SQSRecord): Hidden => ({
  record,
  seconds: secondsAfter(Number(record.attributes.ApproximateReceiveCount)),
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
 * Creates a wrapper for the handler of an SQS queue. It makes messages visible again: those that failed after a
 * back-off, and those that the handler put back after their wait. They would else stay hidden for the visibility timeout
 * of their queue, which is six times the time limit of its function, and a FIFO queue would hold back their whole group.
 *
 * A message that is put back again and again is replaced by a copy, so that it never becomes a dead letter by waiting.
 * If SQS refuses, the messages come again after the visibility timeout.
 */
export const createRetryBackoff = (sqs: SQSClient) => {
  const findQueueUrl = createFindQueueUrl(sqs);

  const hide = async (hidden: Hidden[], log: Log): Promise<void> => {
    try {
      for (const batch of inBatches(hidden, BATCH)) {
        const QueueUrl = await findQueueUrl(batch[0]?.record.eventSourceARN ?? '');
        const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries: batch.map(entryOf) });
        const { Failed } = await sqs.send(command);
        if (Failed !== undefined && Failed.length > 0) log.warn('back-off refused', { failed: Failed });
      }
    } catch (error) {
      log.warn('back-off failed', { error });
    }
  };

  const copy = async (records: SQSRecord[], log: Log): Promise<Set<string>> => {
    try {
      return await copyWaiting(records, async (messages) => {
        const url = await findQueueUrl(records[0]?.eventSourceARN ?? '');
        await createPut(sqs, url ?? '')(messages);
      });
    } catch (error) {
      log.warn('copies of waiting messages could not be sent', { error });
      return new Set();
    }
  };

  return (handler: SqsHandler, log: Log): LambdaHandler =>
    async (event, context) => {
      const answer = await handler(event, context).catch(async (error: unknown) => {
        await hide(event.Records.map(backedOff), log);
        throw error;
      });
      const waits = new Map(answer.put_back.map((each) => [each.itemIdentifier, each]));
      const copied = await copy(
        event.Records.filter(({ messageId }) => waits.has(messageId)),
        log,
      );
      const left = answer.batchItemFailures.filter(({ itemIdentifier }) => !copied.has(itemIdentifier));
      const ids = new Set(left.map(({ itemIdentifier }) => itemIdentifier));
      const hidden = event.Records.filter(({ messageId }) => ids.has(messageId)).map((record) => {
        const wait = waits.get(record.messageId);
        return wait === undefined ? backedOff(record) : { record, seconds: hiddenSeconds(wait) };
      });
      await hide(hidden, log);
      return { batchItemFailures: left };
    };
};
