import { ReceiveMessageCommand, type Message, type SQSClient } from '@aws-sdk/client-sqs';
import type { StoredDeadLetter } from '../../owner/queues.ts';

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
export const peekDeadLetters = async (
  sqs: SQSClient,
  url: string,
  limit: number,
): Promise<StoredDeadLetter[]> => {
  const found = new Map<string, StoredDeadLetter>();
  for (let empty = 0; empty < EMPTY_CALLS && found.size < limit;) {
    const before = found.size;
    for (const letter of toLetters(await receive(sqs, url))) found.set(letter.message_id, letter);
    empty = found.size === before ? empty + 1 : 0;
  }
  return [...found.values()].slice(0, limit);
};
