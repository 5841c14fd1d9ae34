import {
  GetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  type QueueAttributeName,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { QueueName } from '../../contract/index.ts';
import type { OwnedQueues } from '../../owner/queues.ts';
import { peekDeadLetters } from './peek-dead-letters.ts';

export type QueueUrls = Record<QueueName, { queue: string; dead_letters: string }>;

const attributesOf = async (sqs: SQSClient, QueueUrl: string, names: QueueAttributeName[]) =>
  (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: names }))).Attributes ?? {};

/** Returns the number of messages that wait in a queue and are not delayed. */
const countIn = async (sqs: SQSClient, url: string): Promise<number> =>
  Number((await attributesOf(sqs, url, ['ApproximateNumberOfMessages'])).ApproximateNumberOfMessages ?? 0);

const depthOf = async (sqs: SQSClient, url: string) => {
  const { ApproximateNumberOfMessages, ...others } = await attributesOf(sqs, url, [
    'ApproximateNumberOfMessages',
    'ApproximateNumberOfMessagesDelayed',
    'ApproximateNumberOfMessagesNotVisible',
  ]);
  return {
    waiting:
      Number(ApproximateNumberOfMessages ?? 0) + Number(others.ApproximateNumberOfMessagesDelayed ?? 0),
    in_flight: Number(others.ApproximateNumberOfMessagesNotVisible ?? 0),
  };
};

const isMoving = async (sqs: SQSClient, SourceArn: string): Promise<boolean> => {
  const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
  return Results?.at(0)?.Status === 'RUNNING';
};

/** Sends all messages of a dead-letter queue back. Returns their number, or 0 while an earlier move is running. */
const moveBack = async (sqs: SQSClient, url: string): Promise<number> => {
  const { QueueArn } = await attributesOf(sqs, url, ['QueueArn']);
  if (QueueArn === undefined) throw new Error(`the dead-letter queue ${url} has no ARN`);
  // SQS allows one move task per queue at a time, and rejects another with an unspecific error.
  if (await isMoving(sqs, QueueArn)) return 0;
  const count = await countIn(sqs, url);
  if (count > 0) await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: QueueArn }));
  return count;
};

export const createOwnedQueues = (sqs: SQSClient, urls: QueueUrls): OwnedQueues => ({
  depth: async (queue) => {
    const url = urls[queue];
    const [depth, dead_letters] = await Promise.all([
      depthOf(sqs, url.queue),
      countIn(sqs, url.dead_letters),
    ]);
    return { queue, ...depth, dead_letters };
  },
  deadLetters: (queue, limit) => peekDeadLetters(sqs, urls[queue].dead_letters, limit),
  redrive: (queue) => moveBack(sqs, urls[queue].dead_letters),
});
