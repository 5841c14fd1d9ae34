import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  StartMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  type QueueAttributeName,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { QueueName } from '../contract/index.ts';
import type { OwnedQueues, StoredDeadLetter } from '../owner/queues.ts';

export type QueueUrls = Record<QueueName, { queue: string; dead_letters: string }>;

/** Largest number of messages per call. A call returns at most ten and asks only some of the queue's servers. */
const MESSAGES_A_CALL = 10;
/** Number of calls in a row without a new message after which the queue is considered empty. */
const EMPTY_CALLS = 3;

export const createOwnedQueues = (sqs: SQSClient, urls: QueueUrls): OwnedQueues => {
  const attributesOf = async (QueueUrl: string, names: QueueAttributeName[]) =>
    (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: names }))).Attributes ?? {};

  const deadCount = async (queue: QueueName): Promise<number> => {
    const { ApproximateNumberOfMessages } = await attributesOf(urls[queue].dead_letters, [
      'ApproximateNumberOfMessages',
    ]);
    return Number(ApproximateNumberOfMessages ?? 0);
  };

  const isMoving = async (SourceArn: string): Promise<boolean> => {
    const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    return Results?.at(0)?.Status === 'RUNNING';
  };

  return {
    depth: async (queue) => {
      const [live, dead_letters] = await Promise.all([
        attributesOf(urls[queue].queue, [
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesDelayed',
          'ApproximateNumberOfMessagesNotVisible',
        ]),
        deadCount(queue),
      ]);
      return {
        queue,
        waiting:
          Number(live.ApproximateNumberOfMessages ?? 0) +
          Number(live.ApproximateNumberOfMessagesDelayed ?? 0),
        in_flight: Number(live.ApproximateNumberOfMessagesNotVisible ?? 0),
        dead_letters,
      };
    },
    // With a visibility timeout of 0, the messages stay available to other readers and to a redrive.
    deadLetters: async (queue, limit) => {
      const found = new Map<string, StoredDeadLetter>();
      for (let empty = 0; empty < EMPTY_CALLS && found.size < limit;) {
        const before = found.size;
        const { Messages } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: urls[queue].dead_letters,
            MaxNumberOfMessages: MESSAGES_A_CALL,
            VisibilityTimeout: 0,
            MessageSystemAttributeNames: ['SentTimestamp'],
          }),
        );
        for (const { MessageId, Body, Attributes } of Messages ?? []) {
          const sent_at = new Date(Number(Attributes?.SentTimestamp ?? 0));
          if (MessageId !== undefined)
            found.set(MessageId, { message_id: MessageId, body: Body ?? '', sent_at, reason: null });
        }
        empty = found.size === before ? empty + 1 : 0;
      }
      return [...found.values()].slice(0, limit);
    },
    redrive: async (queue) => {
      const { QueueArn } = await attributesOf(urls[queue].dead_letters, ['QueueArn']);
      if (QueueArn === undefined) throw new Error(`the dead letters of ${queue} have no ARN`);
      // SQS allows one move task per queue at a time, and rejects another with an unspecific error.
      if (await isMoving(QueueArn)) return 0;
      const count = await deadCount(queue);
      if (count > 0) await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: QueueArn }));
      return count;
    },
  };
};
