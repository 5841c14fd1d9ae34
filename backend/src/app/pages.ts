import type { SettingsOf } from '../config/env.ts';
import { createTakeIconStep } from '../icons/icon-steps.ts';
import { createSearchIcon } from '../icons/search-icon.ts';
import { createRedirectBookingFetch } from '../pace/booking-fetch.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { pageMessage } from '../queues/messages.ts';
import { createHandlePages, type PageHandlers } from '../queues/page-messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { Base, Outbound, Sends } from './parts/adapters.ts';
import { paceOf } from './parts/base.ts';

export type PagesAdapters = {
  base: Base;
  send: Pick<Sends, 'score' | 'jobs' | 'pages'>;
  parser: DocumentParser;
  outbound: Outbound;
  settings: SettingsOf<'pages'>;
};

/** Returns the handler of a search for an icon. */
const searchIconOf = (adapters: PagesAdapters) => {
  const { base, outbound, parser } = adapters;
  const { takeTurn, bookTurn } = paceOf(adapters);
  const fetch = createRedirectBookingFetch({ fetch: outbound.fetch, bookTurn });
  const takeStep = createTakeIconStep({ fetch, iconLinks: parser.iconLinks });
  return createSearchIcon({ ...base, ...base.stores, takeTurn, takeStep });
};

/** Returns what handles each kind of message of the pages queue. */
const pageHandlersOf = (adapters: PagesAdapters): PageHandlers => ({
  full_text: () => Promise.reject(new Error('full text is not built yet')),
  icon: searchIconOf(adapters),
  crawl: () => Promise.reject(new Error('crawls are not built yet')),
});

export const createPagesHandler = (adapters: PagesAdapters): SqsHandler =>
  createSqsHandler({
    schema: pageMessage,
    handle: createHandlePages({ handlers: pageHandlersOf(adapters), sendPages: adapters.send.pages }),
    log: adapters.base.log,
  });
