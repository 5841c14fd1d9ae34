import type { SQSRecord } from 'aws-lambda';
import type { OutgoingMessage, Put } from '../../queues/outgoing.ts';
import { nextInChain } from '../../queues/hops.ts';
import type { PutBack } from '../../queues/sqs-handler.ts';

/**
 * Number of deliveries from which a message that has to wait is replaced by a copy. SQS counts every delivery towards
 * the dead letters, whatever it ended with, so a message may wait only once in its place.
 */
const DELIVERIES_BEFORE_COPY = 2;

const mustBeCopied = ({ attributes }: SQSRecord): boolean =>
  attributes.MessageGroupId !== undefined &&
  Number(attributes.ApproximateReceiveCount) >= DELIVERIES_BEFORE_COPY;

type Copy = { messageId: string; message: OutgoingMessage };

/**
 * Returns the copy of a FIFO message: delivered never so far, at the end of its group, and no duplicate of it. None for
 * a message that was copied too often: it stays in its place and becomes a dead letter.
 */
const copiesOf = ({ body, messageId, attributes }: SQSRecord): Copy[] => {
  const next = nextInChain(body);
  if (next === null) return [];
  const group_id = attributes.MessageGroupId ?? '';
  const deduplication_id = `${messageId}-${attributes.ApproximateReceiveCount}`;
  return [{ messageId, message: { body: next, group_id, deduplication_id } }];
};

/** Milliseconds that pass at least from when a message becomes visible until its handler asks for the turn. */
const DELIVERY_MS = 100;

/** Returns the whole seconds for which SQS must hide a message, so that it comes to its handler after its wait. */
export const hiddenSeconds = ({ wait_ms }: PutBack): number =>
  Math.max(1, Math.ceil((wait_ms - DELIVERY_MS) / 1000));

/**
 * Sends copies of those messages that waited in their places already. Returns the ids of those copied, which must be
 * acknowledged. If the queue refuses, no message is lost: they wait in their places once more.
 */
export const copyWaiting = async (records: readonly SQSRecord[], put: Put): Promise<Set<string>> => {
  const copied = records.filter(mustBeCopied).flatMap(copiesOf);
  if (copied.length > 0) await put(copied.map(({ message }) => message));
  return new Set(copied.map(({ messageId }) => messageId));
};
