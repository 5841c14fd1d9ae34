import { createTakeIconStep } from '../pictures/icon-steps.ts';
import { createSearchIcon } from '../pictures/search-icon.ts';
import { createRedirectBookingFetch } from '../web/turns/booking-fetch.ts';
import { createAskedArticles } from '../full-text/asked-article.ts';
import { createHandleFullText } from '../full-text/handle-full-text.ts';
import { createTakePage } from '../full-text/take-page.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { isAllowedHost, parseAllowHosts, portOf } from '../web/guard/allow-hosts.ts';
import type { RequestPage } from '../web/request-page.ts';
import { pageMessage } from '../queues/messages.ts';
import { createHandlePages, type PageHandlers } from '../queues/page-messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { renewCopy } from '../delivery/renew-copy.ts';
import type { ContextOf } from './context.ts';
import { paceOf } from './base.ts';
import { askPageOf } from './crawl.ts';
import { pageRequestsOf } from './page-requests.ts';

/** Milliseconds between two pages of a host. */
const PAUSE_MS = 1000;

/** Returns the handler of a search for an icon. */
const searchIconOf = (ctx: ContextOf['pages']) => {
  const { takeTurn, bookTurn } = paceOf(ctx);
  const fetch = createRedirectBookingFetch({ fetch: ctx.fetch, bookTurn });
  const takeStep = createTakeIconStep({ fetch, iconLinks: ctx.parser.iconLinks });
  return createSearchIcon({ ...ctx, takeTurn, takeStep });
};

const fullTextOf = (ctx: ContextOf['pages'], requestPage: RequestPage): PageHandlers['full_text'] => {
  const allowHosts = parseAllowHosts(ctx.settings.FETCH_ALLOW_HOSTS);
  const isPaced = (url: string): boolean => {
    const target = new URL(url);
    return !isAllowedHost(allowHosts, target.hostname, portOf(target));
  };
  return createHandleFullText({
    ...ctx,
    askedArticles: createAskedArticles({
      ...ctx,
      renewCopy: (entry, shown) => renewCopy(ctx, entry, shown),
      articleDays: retentionIn(ctx.settings).article_days,
    }),
    takePage: createTakePage({
      ...ctx,
      requestPage,
      readArticle: ctx.parser.readArticle,
    }),
    pauseOf: (url) => (isPaced(url) ? PAUSE_MS : 0),
  });
};

/** Returns what handles each kind of message of the pages queue. */
const pageHandlersOf = (ctx: ContextOf['pages']): PageHandlers => {
  // Once for both kinds, so that the rules of an origin are remembered once.
  const pageRequests = pageRequestsOf(ctx);
  return {
    full_text: fullTextOf(ctx, pageRequests.requestPage),
    icon: searchIconOf(ctx),
    crawl: askPageOf(ctx, { ...pageRequests, ...ctx.parser }),
  };
};

export const createPagesHandler = (ctx: ContextOf['pages']): SqsHandler =>
  createSqsHandler({
    schema: pageMessage,
    handle: createHandlePages({ ...ctx, handlers: pageHandlersOf(ctx) }),
    log: ctx.log,
  });
