import {
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
  GetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
  ListMessageMoveTasksCommand,
  type QueueAttributeName,
} from '@aws-sdk/client-sqs';
import type { StoredDeadLetter, OwnedQueues } from '../../owner/queues.ts';
import type { QueueName } from '../../contract/index.ts';

/** Largest number of messages per call. A call asks only some of the queue's servers. */
const MESSAGES_A_CALL = 10;
/** Number of calls in a row without a new message after which the queue is considered empty. */
const EMPTY_CALLS = 3;

const receive = async (sqs: SQSClient, QueueUrl: string): Promise<Message[]> => {
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: MESSAGES_A_CALL,
      // Nothing is hidden, from other readers or from a redrive.
      VisibilityTimeout: 0,
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  return Messages ?? [];
};

const toLetters = (messages: Message[]): StoredDeadLetter[] =>
  messages.flatMap(({ MessageId, Body, Attributes }) => {
    const sent_at = new Date(Number(Attributes?.SentTimestamp ?? 0));
    return MessageId === undefined
      ? []
      : [{ message_id: MessageId, body: Body ?? '', sent_at, reason: null }];
  });

/** Returns at most `limit` messages of a dead-letter queue, each once. They stay in the queue. */
const peekDeadLetters = async (sqs: SQSClient, url: string, limit: number): Promise<StoredDeadLetter[]> => {
  const found = new Map<string, StoredDeadLetter>();
  for (let empty = 0; empty < EMPTY_CALLS && found.size < limit;) {
    const before = found.size;
    for (const letter of toLetters(await receive(sqs, url))) found.set(letter.message_id, letter);
    empty = found.size === before ? empty + 1 : 0;
  }
  return [...found.values()].slice(0, limit);
};

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
