import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import type { Log } from '../logging/log.ts';

/** A Lambda handler of an SQS queue with ReportBatchItemFailures. */
export type SqsHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/**
 * Runs records of the same message group one after another, with a pause after each, and different groups in parallel.
 * If one record fails, the later records of its group fail too. `pauses` resolves after the last pause of every group.
 */
const groupOrder = (pauseAfter: (group: string) => Promise<void>) => {
  const tails = new Map<string, Promise<unknown>>();
  const inOrder = <T>(record: SQSRecord, run: () => Promise<T>): Promise<T> => {
    const group = record.attributes.MessageGroupId;
    if (group === undefined) return run();
    const turn = (tails.get(group) ?? Promise.resolve()).then(run);
    const tail = turn.finally(() => pauseAfter(group));
    // The batch reports the failure of the turn, so that of the tail needs no other handler.
    tail.catch(() => {});
    tails.set(group, tail);
    return turn;
  };
  return { inOrder, pauses: () => Promise.allSettled(tails.values()) };
};

/**
 * Creates a queue's handler. It parses each record with the schema, handles it, and reports failed records, so that
 * only they are delivered again. `after` receives the results of the successful records; if it throws, the whole batch
 * is delivered again.
 *
 * `pauseAfter` runs after each message of a group, the last of the batch too: the queue hands out the group's next
 * batch, perhaps to another process, only when this one has ended. Results are reported before the last pause.
 */
export const createSqsHandler =
  <S extends z.ZodType, R>({
    schema,
    handle,
    after,
    pauseAfter = () => Promise.resolve(),
    log,
  }: {
    schema: S;
    handle: (message: z.output<S>, messageId: string) => Promise<R>;
    after?: (results: { message: z.output<S>; outcome: R }[]) => Promise<void>;
    pauseAfter?: (group: string) => Promise<void>;
    log: Log;
  }): SqsHandler =>
  async (event, context) => {
    const { inOrder, pauses } = groupOrder(pauseAfter);
    const results: { message: z.output<S>; outcome: R }[] = [];
    const handleRecord = async (record: SQSRecord): Promise<void> => {
      try {
        const message = schema.parse(JSON.parse(record.body));
        results.push({ message, outcome: await handle(message, record.messageId) });
      } catch (error) {
        log.error('message failed', { message_id: record.messageId, error });
        throw error;
      }
    };
    const response = await processPartialResponse(
      event,
      (record: SQSRecord) => inOrder(record, () => handleRecord(record)),
      new BatchProcessor(EventType.SQS),
      { context, throwOnFullBatchFailure: false },
    );
    await after?.(results);
    await pauses();
    return response;
  };
