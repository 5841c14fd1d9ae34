import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import type { Log } from '../logging/log.ts';
import { atHop, ChainTooLongError, hopsIn, MOST_HOPS } from './hops.ts';

/** A message that was not handled, and comes again after this time in milliseconds. */
export type PutBack = { itemIdentifier: string; wait_ms: number };

/**
 * The outcome of a batch. `put_back` names those of the failures that did not fail: they only have to wait, so they
 * count towards no dead letter.
 */
type BatchAnswer = SQSBatchResponse & { put_back: PutBack[] };

/** A handler of an SQS queue with ReportBatchItemFailures. */
export type SqsHandler = (event: SQSEvent, context: Context) => Promise<BatchAnswer>;

/** Thrown for a message that has to wait, which puts the later ones of its group back too. */
class MustWait extends Error {
  readonly wait_ms: number;
  constructor(waitMs: number) {
    super(`put back for ${waitMs} ms`);
    this.wait_ms = waitMs;
  }
}

/**
 * Runs records of the same message group one after another, and different groups in parallel. If one record fails or is
 * put back, so are the later records of its group, which do not run.
 */
const createGroupOrder = () => {
  const turns = new Map<string, Promise<void>>();
  return (record: SQSRecord, run: () => Promise<void>): Promise<void> => {
    const group = record.attributes.MessageGroupId;
    if (group === undefined) return run();
    const turn = (turns.get(group) ?? Promise.resolve()).then(run);
    turns.set(group, turn);
    return turn;
  };
};

/**
 * Creates a queue's handler. It parses each record with the schema, handles it, and reports failed records, so that
 * only they are delivered again. `after` receives the results of the successful records; if it throws, the whole batch
 * is delivered again.
 *
 * A message whose chain is longer than any work needs is not handled. `giveUp` ends what it belongs to; without it, the
 * message fails.
 *
 * `waitFor` is asked before a message is handled. If it returns more than 0, the message is put back for that many
 * milliseconds. Whoever runs the handler brings it back then.
 */
export const createSqsHandler =
  <S extends z.ZodType, R>({
    schema,
    handle,
    after,
    waitFor,
    giveUp,
    log,
  }: {
    schema: S;
    handle: (message: z.output<S>, messageId: string) => Promise<R>;
    after?: (results: { message: z.output<S>; outcome: R }[]) => Promise<void>;
    waitFor?: (message: z.output<S>) => Promise<number>;
    giveUp?: (message: z.output<S>) => Promise<void>;
    log: Log;
  }): SqsHandler =>
  async (event, context) => {
    const inOrder = createGroupOrder();
    const results: { message: z.output<S>; outcome: R }[] = [];
    const putBack: PutBack[] = [];
    const endChain = async (message: z.output<S>, messageId: string, hops: number): Promise<void> => {
      log.error('chain stopped', { message_id: messageId, hops });
      if (giveUp === undefined) throw new ChainTooLongError(hops);
      await giveUp(message);
    };
    const handleRecord = async ({ body, messageId }: SQSRecord): Promise<void> => {
      try {
        const parsed: unknown = JSON.parse(body);
        const message = schema.parse(parsed);
        const hops = hopsIn(parsed);
        if (hops > MOST_HOPS) {
          await endChain(message, messageId, hops);
          return;
        }
        const wait = (await waitFor?.(message)) ?? 0;
        if (wait > 0) throw new MustWait(wait);
        results.push({ message, outcome: await atHop(hops, () => handle(message, messageId)) });
      } catch (error) {
        if (!(error instanceof MustWait)) log.error('message failed', { message_id: messageId, error });
        throw error;
      }
    };
    const response = await processPartialResponse(
      event,
      async (record: SQSRecord) => {
        try {
          await inOrder(record, () => handleRecord(record));
        } catch (error) {
          if (error instanceof MustWait)
            putBack.push({ itemIdentifier: record.messageId, wait_ms: error.wait_ms });
          throw error;
        }
      },
      new BatchProcessor(EventType.SQS),
      { context, throwOnFullBatchFailure: false },
    );
    await after?.(results);
    return { ...response, put_back: putBack };
  };
