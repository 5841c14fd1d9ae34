import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Log } from '../../logging/log.ts';
import type { Clock } from '../process/schedule.ts';
import type { QueueEntry } from './queue-memory.ts';
import type { QueueRows } from '../table/local-table.ts';
import type { StorageWatch } from '../process/storage-watch.ts';

export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

export type LocalQueueOptions = {
  /** Name in the table's file and in the ARN. */
  name: string;
  /** The messages of the queues, in the table's file. */
  rows: QueueRows;
  /** Largest number of messages in a handler call. */
  batchSize: number;
  /** Largest number of handler calls at the same time. */
  concurrency: number;
  /** Time limit of a handler call in seconds; a longer call has failed. */
  visibilityTimeout: number;
  /** Seconds until a failed message is delivered again. */
  retryDelay: number;
  /** Number of failures after which a message becomes a dead letter. */
  maxReceiveCount: number;
  clock: Clock;
  log: Log;
  /** Records failed writes. A delivery that fails while the disk is full does not count, so it is tried again. */
  watch?: Pick<StorageWatch, 'note' | 'timesFull'>;
  newId?: () => string;
};

export type DeadLetter = {
  message_id: string;
  body: string;
  reason: string;
  receive_count: number;
  sent_at: Date;
  dead_at: Date;
};

type QueueDepth = { queued: number; in_flight: number; dead: number };

/** A queue in this process that behaves like SQS with a Lambda function. No message is lost after `send` resolved. */
export type LocalQueue = {
  /** Resolves when all entries are stored. Throws for an entry that SQS would refuse; then none is stored. */
  send: (entries: readonly QueueEntry[]) => Promise<void>;
  start: (handler: QueueHandler) => void;
  /** Starts no more handler calls and waits for those that run. `send` still works. */
  stop: () => Promise<void>;
  /** Returns the bodies of all messages that are queued, delayed or in flight. */
  bodies: () => string[];
  depth: () => QueueDepth;
  /** Resolves when nothing is queued, delayed or in flight; dead letters do not count. */
  idle: () => Promise<void>;
  deadLetters: () => DeadLetter[];
  /** Queues all dead letters again with counts of 0. Returns their number. */
  redrive: () => Promise<number>;
};
