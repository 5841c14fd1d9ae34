import { setTimeout } from 'node:timers/promises';
import type { SettingsOf } from '../config/env.ts';
import { fetchMessage } from '../queues/messages.ts';
import { isHostGroup } from '../queues/outgoing.ts';
import { createKeepOnSchedule } from '../refresh/schedule/schedule.ts';
import { createRecordOutcomes, createReportFetches } from '../jobs/record-outcomes.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { createRefreshFeed } from '../refresh/refresh-feed.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { Base, Outbound, Runtime, Sends } from './parts/adapters.ts';
import { takeDocumentOf } from './parts/base.ts';

/**
 * Pause after each request to a host, in milliseconds. Hosts in FETCH_ALLOW_HOSTS are not grouped by host and never
 * wait.
 */
const HOST_PAUSE_MS = 1000;

export type FetchAdapters = {
  base: Base;
  send: Pick<Sends, 'score' | 'pages'>;
  parser: DocumentParser;
  outbound: Outbound;
  settings: SettingsOf<'fetch'>;
  runtime: Pick<Runtime, 'observeFetch'>;
};

export const createFetchHandler = (adapters: FetchAdapters): SqsHandler => {
  const { base, parser, outbound, runtime } = adapters;
  const { stores, now, log } = base;
  const { fetch, pause = () => setTimeout(HOST_PAUSE_MS) } = outbound;
  return createSqsHandler({
    schema: fetchMessage,
    pauseAfter: (group) => (isHostGroup(group) ? pause() : Promise.resolve()),
    handle: createRefreshFeed({
      feeds: stores.feeds,
      keepOnSchedule: createKeepOnSchedule({ ...stores, now }),
      fetch,
      parse: parser.parseFeed,
      takeDocument: takeDocumentOf(adapters),
      now,
      log,
      observe: runtime.observeFetch ?? (() => {}),
    }),
    after: createReportFetches(createRecordOutcomes({ ...stores, now })),
    log,
  });
};
