import { digest } from '../config/digest.ts';
import type { FetchMessage, JobMessage } from '../config/messages.ts';
import { isAllowedHost, portOf, type AllowHosts } from '../outbound/allow-hosts.ts';

/** A message as a queue takes it, SQS or the local one. */
export type OutgoingMessage = {
  body: string;
  group_id?: string;
  deduplication_id?: string;
  delay_seconds?: number;
};

/** One at a time for a host, across all workers; hosts that may be fetched at any pace are not held together. */
const groupOf = ({ url, feed_id }: FetchMessage, allowHosts: AllowHosts): string => {
  const target = new URL(url);
  return isAllowedHost(allowHosts, target.hostname, portOf(target)) ? feed_id : digest(32, target.hostname);
};

/** The fetch queue is FIFO: the same feed at the same due time is one message, unless a job asks for it. */
export const toFetchQueue = (message: FetchMessage, allowHosts: AllowHosts): OutgoingMessage => ({
  body: JSON.stringify(message),
  group_id: groupOf(message, allowHosts),
  deduplication_id: digest(
    32,
    message.feed_id,
    message.next_fetch_at,
    message.job?.job_id ?? '',
    message.new_subscriber ?? '',
  ),
});

export const toQueue = (message: object): OutgoingMessage => ({ body: JSON.stringify(message) });

export const toJobsQueue = (messages: JobMessage[], delaySeconds = 0): OutgoingMessage[] =>
  messages.map((message) => ({
    ...toQueue(message),
    ...(delaySeconds === 0 ? {} : { delay_seconds: delaySeconds }),
  }));
