import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { z } from 'zod';
import type { Log } from '../logging/log.ts';
import { atHop, ChainTooLongError, hopsIn, MOST_HOPS } from './hops.ts';

/** A handler of an SQS queue with ReportBatchItemFailures. */
export type SqsHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

/**
 * Creates a queue's handler. It handles the records of a batch at once: it parses each with the schema, and reports those that
 * failed, so that only they are delivered again. `after` receives the results of the successful records; if it throws, the whole batch
 * is delivered again.
 *
 * A message whose chain is longer than any work needs is not handled. `giveUp` ends what it belongs to; without it, the
 * message fails.
 */
export const createSqsHandler =
  <S extends z.ZodType, R>({
    schema,
    handle,
    after,
    giveUp,
    log,
  }: {
    schema: S;
    handle: (message: z.output<S>, messageId: string) => Promise<R>;
    after?: (results: { message: z.output<S>; outcome: R }[]) => Promise<void>;
    giveUp?: (message: z.output<S>) => Promise<void>;
    log: Log;
  }): SqsHandler =>
  async (event, context) => {
    const results: { message: z.output<S>; outcome: R }[] = [];
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
        results.push({ message, outcome: await atHop(hops, () => handle(message, messageId)) });
      } catch (error) {
        log.error('message failed', { message_id: messageId, error });
        throw error;
      }
    };
    const response = await processPartialResponse(event, handleRecord, new BatchProcessor(EventType.SQS), {
      context,
      throwOnFullBatchFailure: false,
    });
    await after?.(results);
    return response;
  };
