import type { SettingsOf } from '../config/env.ts';
import { fetchMessage } from '../queues/messages.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createRecordOutcomes, createReportFetches } from '../jobs/record-outcomes.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { createRequestIcon } from '../icons/search-icon.ts';
import { createRedirectBookingFetch } from '../pace/booking-fetch.ts';
import { createJudgePage } from '../discovery/judge-page.ts';
import { createRequestDocument } from '../refresh/request-document.ts';
import { createRefreshFeed } from '../refresh/refresh-feed.ts';
import { createWaitForTurn } from '../refresh/wait-for-turn.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { Base, Outbound, Runtime, Sends } from './parts/adapters.ts';
import { paceOf, readDocumentOf, takeDocumentOf } from './parts/base.ts';
import { pageRequestsOf } from './parts/page-requests.ts';

export type FetchAdapters = {
  base: Base;
  send: Pick<Sends, 'score' | 'pages'>;
  parser: DocumentParser;
  outbound: Outbound;
  settings: SettingsOf<'fetch'>;
  runtime: Pick<Runtime, 'observeFetch'>;
};

export const createFetchHandler = (adapters: FetchAdapters): SqsHandler => {
  const { base, send, parser, outbound, runtime } = adapters;
  const { stores, now, log } = base;
  const { takeTurn, bookTurn } = paceOf(adapters);
  const { robotsFor } = pageRequestsOf(adapters);
  return createSqsHandler({
    schema: fetchMessage,
    waitFor: createWaitForTurn({ takeTurn, robotsFor, now }),
    handle: createRefreshFeed({
      feeds: stores.feeds,
      keepOnSchedule: createKeepOnSchedule({ ...stores, now }),
      requestDocument: createRequestDocument({
        fetch: createRedirectBookingFetch({ fetch: outbound.fetch, bookTurn }),
        judgePage: createJudgePage(robotsFor),
        readSitemap: parser.readSitemap,
        now,
      }),
      readDocument: readDocumentOf(parser),
      takeDocument: takeDocumentOf(adapters, createRequestIcon({ sendPages: send.pages, now, log })),
      now,
      log,
      observe: runtime.observeFetch ?? (() => {}),
    }),
    after: createReportFetches(createRecordOutcomes({ ...stores, now })),
    log,
  });
};
