import { type SendScore, fetchMessage } from '../queues/messages.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createRecordOutcomes, createReportFetches } from '../jobs/record-outcomes.ts';
import type { GuardedFetch } from '../outbound/guard/guarded-fetch.ts';
import type { ObserveFetch } from '../refresh/fetch-facts.ts';
import { createRefreshFeed } from '../refresh/refresh-feed.ts';
import type { Retention } from '../model/reader/retention.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { type Base, type Hatebu, type Parsing, ingestOf, keepingOf } from './base.ts';

/**
 * Pause between two requests to one host, in milliseconds. Hosts in FETCH_ALLOW_HOSTS are not grouped by host and never
 * wait.
 */
export const HOST_PAUSE_MS = 1000;

export type FetchParts = Base &
  Parsing & {
    sendScore: SendScore;
    fetch: GuardedFetch;
    retention: Retention;
    observeFetch?: ObserveFetch;
    hatebu?: Hatebu | undefined;
    /** Waits between two requests to one host. */
    pauseBetween?: () => Promise<void>;
  };

export const createFetchHandler = (parts: FetchParts): SqsHandler => {
  const { stores, now, log, fetch, observeFetch, pauseBetween } = parts;
  const ingest = ingestOf(parts);
  return createSqsHandler({
    schema: fetchMessage,
    ...(pauseBetween === undefined ? {} : { pauseInGroup: pauseBetween }),
    handle: createRefreshFeed({
      feeds: stores.feeds,
      keepOnSchedule: createKeepOnSchedule({ ...stores, now }),
      fetch,
      parse: parts.parser.parseFeed,
      ingest,
      ...keepingOf(parts, fetch),
      now,
      log,
      observe: observeFetch ?? (() => {}),
    }),
    after: createReportFetches(createRecordOutcomes({ ...stores, now })),
    log,
  });
};
