import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Log } from '../../logging/log.ts';
import type { Clock } from '../process/clock.ts';
import type { QueueEntry } from './queue-entries.ts';
import type { StorageWatch } from '../process/storage-watch.ts';

export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

export type LocalQueueOptions = {
  /** Names the journal's file and the queue's ARN. */
  name: string;
  /** Folder of the journals. */
  directory: string;
  isFifo: boolean;
  /** Messages a handler call gets at most. */
  batchSize: number;
  /** Handler calls at once. */
  concurrency: number;
  /** A handler call that takes longer, in seconds, has failed. */
  visibilityTimeout: number;
  /** Seconds until a message that failed is handed out again. */
  retryDelay: number;
  /** Failures after which a message becomes a dead letter. */
  maxReceiveCount: number;
  clock: Clock;
  log: Log;
  /** Told of writes that failed. What fails while its disk is full is tried again without end. */
  watch?: Pick<StorageWatch, 'note' | 'timesFull'>;
  newId?: () => string;
};

export type DeadLetter = {
  message_id: string;
  body: string;
  group_id: string | undefined;
  reason: string;
  receive_count: number;
  sent_at: Date;
  dead_at: Date;
};

type QueueDepth = { queued: number; in_flight: number; dead: number };

/** A queue in this process that behaves as SQS with a Lambda function behind it. What `send` resolved is not lost. */
export type LocalQueue = {
  /** Resolves when all are stored. Throws for an entry that SQS would refuse; then none is stored. */
  send: (entries: readonly QueueEntry[]) => Promise<void>;
  start: (handler: QueueHandler) => void;
  /** Hands out nothing more and waits for the handler calls that run. `send` still works. */
  stop: () => Promise<void>;
  /** Closes the journal; after `stop`, and nothing may be sent any more. */
  close: () => Promise<void>;
  /** Rejects where the journal could not be written last and cannot be now. */
  check: () => Promise<void>;
  /** Bodies of all messages that are not acknowledged, those in flight included and dead letters not. */
  bodies: () => string[];
  depth: () => QueueDepth;
  /** Resolves when nothing is queued, delayed or in flight; dead letters do not count. */
  idle: () => Promise<void>;
  deadLetters: () => DeadLetter[];
  /** Queues all dead letters again, their counts at 0. Answers with their number. */
  redrive: () => Promise<number>;
};
