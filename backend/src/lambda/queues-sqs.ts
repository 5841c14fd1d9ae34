import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { digest } from '../config/digest.ts';
import type { FetchMessage, SendFetch, SendJob, SendScore } from '../config/messages.ts';
import { isAllowedHost, portOf, type AllowHosts } from '../outbound/allow-hosts.ts';

/** SQS takes so many messages a call. */
const BATCH = 10;

export type OutgoingMessage = { body: string; group_id?: string; deduplication_id?: string };

/** One at a time for a host, across all workers; hosts that may be fetched at any pace are not held together. */
const groupOf = ({ url, feed_id }: FetchMessage, allowHosts: AllowHosts): string => {
  const target = new URL(url);
  return isAllowedHost(allowHosts, target.hostname, portOf(target)) ? feed_id : digest(32, target.hostname);
};

/** The fetch queue is FIFO: the same feed at the same due time is one message, unless a job asks for it. */
export const toFetchQueue = (message: FetchMessage, allowHosts: AllowHosts): OutgoingMessage => ({
  body: JSON.stringify(message),
  group_id: groupOf(message, allowHosts),
  deduplication_id: digest(32, message.feed_id, message.next_fetch_at, message.job?.job_id ?? ''),
});

export const toQueue = (message: object): OutgoingMessage => ({ body: JSON.stringify(message) });

const createSend =
  (sqs: SQSClient, queueUrl: string) =>
  async (messages: OutgoingMessage[]): Promise<void> => {
    for (let start = 0; start < messages.length; start += BATCH) {
      const Entries = messages
        .slice(start, start + BATCH)
        .map(({ body, group_id, deduplication_id }, index): SendMessageBatchRequestEntry => ({
          Id: String(index),
          MessageBody: body,
          ...(group_id === undefined ? {} : { MessageGroupId: group_id }),
          ...(deduplication_id === undefined ? {} : { MessageDeduplicationId: deduplication_id }),
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
  return (messages) => send(messages.map(toQueue));
};
