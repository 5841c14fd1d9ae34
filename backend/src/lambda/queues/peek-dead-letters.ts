import {
  ChangeMessageVisibilityBatchCommand,
  ReceiveMessageCommand,
  type Message,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { inBatches } from '../../lib/in-batches.ts';
import type { StoredDeadLetter } from '../../owner/queues.ts';

/** Largest number of messages per call. A call to a standard queue asks only some of its servers. */
const MESSAGES_A_CALL = 10;
/** Number of calls in a row without a new message after which a standard queue is considered empty. */
const EMPTY_CALLS = 3;
/** Seconds for which letters of a FIFO queue stay hidden if nobody shows them again, because the process died. */
const HIDDEN_SECONDS = 30;

const receive = async (sqs: SQSClient, QueueUrl: string, VisibilityTimeout: number): Promise<Message[]> => {
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: MESSAGES_A_CALL,
      VisibilityTimeout,
      MessageSystemAttributeNames: ['SentTimestamp', 'MessageGroupId'],
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

const groupOf = ({ Attributes }: Message): string => Attributes?.MessageGroupId ?? '';

/** Makes hidden messages available again. If that fails, they are after `HIDDEN_SECONDS`. */
const show = async (sqs: SQSClient, QueueUrl: string, messages: Message[]): Promise<void> => {
  for (const batch of inBatches(messages, MESSAGES_A_CALL)) {
    const Entries = batch.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
      VisibilityTimeout: 0,
    }));
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries })).catch(() => {});
  }
};

type Found = Map<string, StoredDeadLetter>;

const note = (found: Found, messages: Message[]): void => {
  for (const letter of toLetters(messages)) found.set(letter.message_id, letter);
};

const peekStandard = async (sqs: SQSClient, url: string, limit: number, found: Found): Promise<void> => {
  for (let empty = 0; empty < EMPTY_CALLS && found.size < limit;) {
    const before = found.size;
    // Nothing is hidden, from other readers or from a redrive.
    note(found, await receive(sqs, url, 0));
    empty = found.size === before ? empty + 1 : 0;
  }
};

/**
 * Looks at a FIFO queue, which gives out no letter of a group while one of it is hidden:
 *
 * 1. Receive until nothing comes: then of each group the first letters are known and hidden.
 * 2. Of each group whose letters may not all have fitted into an answer, show the known ones again and receive: only
 *    letters of this group can come.
 * 3. Show all letters again.
 */
const peekFifo = async (sqs: SQSClient, url: string, limit: number, found: Found): Promise<void> => {
  const hidden = new Map<string, Message[]>();
  const cutOff = new Set<string>();
  const next = async (): Promise<boolean> => {
    const messages = await receive(sqs, url, HIDDEN_SECONDS);
    note(found, messages);
    for (const message of messages) {
      const group = groupOf(message);
      hidden.set(group, [...(hidden.get(group) ?? []), message]);
      if (messages.length === MESSAGES_A_CALL) cutOff.add(group);
    }
    return messages.length > 0 && found.size < limit;
  };
  try {
    while (await next());
    for (const group of cutOff) {
      if (found.size >= limit) return;
      await show(sqs, url, hidden.get(group) ?? []);
      hidden.delete(group);
      await next();
    }
  } finally {
    await show(sqs, url, [...hidden.values()].flat());
  }
};

/**
 * Returns at most `limit` messages of a dead-letter queue, each once; of one group of a FIFO queue at most ten, because
 * SQS gives out no more of it. They stay in the queue.
 */
export const peekDeadLetters = async (
  sqs: SQSClient,
  url: string,
  limit: number,
): Promise<StoredDeadLetter[]> => {
  const found: Found = new Map();
  await (url.endsWith('.fifo') ? peekFifo : peekStandard)(sqs, url, limit, found);
  return [...found.values()].slice(0, limit);
};
