import type { SettingsOf } from '../config/env.ts';
import { createTakeIconStep } from '../icons/icon-steps.ts';
import { createSearchIcon } from '../icons/search-icon.ts';
import { createRedirectBookingFetch } from '../pace/booking-fetch.ts';
import { createAskedArticles } from '../full-text/asked-article.ts';
import { createHandleFullText } from '../full-text/handle-full-text.ts';
import { createTakePage } from '../full-text/take-page.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { isAllowedHost, parseAllowHosts, portOf } from '../outbound/guard/allow-hosts.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import type { RequestPage } from '../pages/request-page.ts';
import { pageMessage } from '../queues/messages.ts';
import { createHandlePages, type PageHandlers } from '../queues/page-messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { createRenewCopy } from '../scoring/fan-out/renew-copy.ts';
import type { Base, Outbound, Sends } from './parts/adapters.ts';
import { paceOf } from './parts/base.ts';
import { askPageOf } from './parts/crawl.ts';
import { pageRequestsOf } from './parts/page-requests.ts';

/** Milliseconds between two pages of a host. */
const PAUSE_MS = 1000;

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

const fullTextOf = (adapters: PagesAdapters, requestPage: RequestPage): PageHandlers['full_text'] => {
  const { base, send, parser, settings } = adapters;
  const { stores, now, log } = base;
  const allowHosts = parseAllowHosts(settings.FETCH_ALLOW_HOSTS);
  const isPaced = (url: string): boolean => {
    const target = new URL(url);
    return !isAllowedHost(allowHosts, target.hostname, portOf(target));
  };
  return createHandleFullText({
    ...stores,
    askedArticles: createAskedArticles({
      ...stores,
      renewCopy: createRenewCopy(stores),
      articleDays: retentionIn(settings).article_days,
      now,
    }),
    takePage: createTakePage({
      ...stores,
      requestPage,
      readArticle: parser.readArticle,
      now,
    }),
    sendScore: send.score,
    pauseOf: (url) => (isPaced(url) ? PAUSE_MS : 0),
    now,
    log,
  });
};

/** Returns what handles each kind of message of the pages queue. */
const pageHandlersOf = (adapters: PagesAdapters): PageHandlers => {
  // Once for both kinds, so that the rules of an origin are remembered once.
  const pageRequests = pageRequestsOf(adapters);
  return {
    full_text: fullTextOf(adapters, pageRequests.requestPage),
    icon: searchIconOf(adapters),
    crawl: askPageOf(adapters.base, { ...pageRequests, ...adapters.parser }),
  };
};

export const createPagesHandler = (adapters: PagesAdapters): SqsHandler =>
  createSqsHandler({
    schema: pageMessage,
    handle: createHandlePages({ handlers: pageHandlersOf(adapters), sendPages: adapters.send.pages }),
    log: adapters.base.log,
  });
