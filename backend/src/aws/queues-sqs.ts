import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SendFetch, SendJob, SendScore } from '../queues/messages.ts';
import type { AllowHosts } from '../outbound/guard/allow-hosts.ts';
import { toFetchQueue, toJobsQueue, toQueue, type OutgoingMessage } from '../queues/outgoing.ts';

/** Number of messages that SQS accepts per call. */
const BATCH = 10;

const createSend =
  (sqs: SQSClient, queueUrl: string) =>
  async (messages: OutgoingMessage[]): Promise<void> => {
    for (let start = 0; start < messages.length; start += BATCH) {
      const Entries = messages
        .slice(start, start + BATCH)
        .map(({ body, group_id, deduplication_id, delay_seconds }, index): SendMessageBatchRequestEntry => ({
          Id: String(index),
          MessageBody: body,
          ...(group_id === undefined ? {} : { MessageGroupId: group_id }),
          ...(deduplication_id === undefined ? {} : { MessageDeduplicationId: deduplication_id }),
          ...(delay_seconds === undefined ? {} : { DelaySeconds: delay_seconds }),
        }));
      const { Failed } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      const [failed] = Failed ?? [];
      if (failed !== undefined)
        throw new Error(`queue refused a message: ${failed.Code} ${failed.Message ?? ''}`);
    }
  };

export const createSendFetch = (sqs: SQSClient, queueUrl: string, allowHosts: AllowHosts): SendFetch => {
  const send = createSend(sqs, queueUrl);
  return (messages) => send(messages.map((message) => toFetchQueue(message, allowHosts)));
};

export const createSendScore = (sqs: SQSClient, queueUrl: string): SendScore => {
  const send = createSend(sqs, queueUrl);
  return (messages) => send(messages.map(toQueue));
};

export const createSendJob = (sqs: SQSClient, queueUrl: string): SendJob => {
  const send = createSend(sqs, queueUrl);
  return (messages, delaySeconds) => send(toJobsQueue(messages, delaySeconds));
};
