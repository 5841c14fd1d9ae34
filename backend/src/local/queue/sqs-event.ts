import { createHash } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { QueueMessage } from '../table/rows/message-rows.ts';

export const queueArn = (name: string, isFifo: boolean) =>
  `arn:aws:sqs:local:000000000000:${name}${isFifo ? '.fifo' : ''}`;

const toRecord = (message: QueueMessage, arn: string): SQSRecord => ({
  messageId: message.message_id,
  receiptHandle: `${message.message_id}#${message.receive_count}`,
  body: message.body,
  attributes: {
    ApproximateReceiveCount: String(message.receive_count),
    SentTimestamp: String(message.sent_at),
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: String(message.first_received_at ?? message.sent_at),
    ...(message.group_id === undefined ? {} : { MessageGroupId: message.group_id }),
    ...(message.deduplication_id === undefined
      ? {}
      : {
          MessageDeduplicationId: message.deduplication_id,
          SequenceNumber: String(message.sequence).padStart(20, '0'),
        }),
  },
  messageAttributes: {},
  md5OfBody: createHash('md5').update(message.body).digest('hex'),
  eventSource: 'aws:sqs',
  eventSourceARN: arn,
  awsRegion: 'local',
});

/** Returns the event that a Lambda function gets for a batch of these messages. */
export const toSqsEvent = (messages: readonly QueueMessage[], arn: string): SQSEvent => ({
  Records: messages.map((message) => toRecord(message, arn)),
});

/**
 * Returns the ids of the messages that a handler did not finish, by Lambda's rules: no response or an empty list means
 * that all succeeded; an item without an id or with an unknown id means that all failed.
 */
export const failedIds = (
  messages: readonly QueueMessage[],
  response: SQSBatchResponse | undefined,
): Set<string> => {
  const ids = new Set(messages.map(({ message_id }) => message_id));
  const reported = (response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return reported.every((id) => ids.has(id)) ? new Set(reported) : ids;
};
