import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Put } from '../../queues/outgoing.ts';

/** Number of messages that SQS accepts per call. */
const BATCH = 10;

/** Creates the function that stores messages in an SQS queue. Throws if the queue refuses one of them. */
export const createPut =
  (sqs: SQSClient, queueUrl: string): Put =>
  async (messages) => {
    for (let start = 0; start < messages.length; start += BATCH) {
      const Entries = messages
        .slice(start, start + BATCH)
        .map(({ body, delay_seconds }, index): SendMessageBatchRequestEntry => ({
          Id: String(index),
          MessageBody: body,
          ...(delay_seconds === undefined ? {} : { DelaySeconds: Math.round(delay_seconds) }),
        }));
      const { Failed } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      const [failed] = Failed ?? [];
      if (failed !== undefined)
        throw new Error(`queue refused a message: ${failed.Code} ${failed.Message ?? ''}`);
    }
  };
