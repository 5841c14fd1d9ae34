import { createTakeIconStep } from '../pictures/icon.ts';
import { createSearchIcon } from '../pictures/search-icon.ts';
import { bookingRedirects } from '../web/turns/pace.ts';
import { createAskedArticles, createHandleFullText } from '../full-text/handle-full-text.ts';
import { createTakePage } from '../full-text/take-page.ts';
import { retentionIn } from '../model/reader/retention.ts';
import { isAllowedHost, parseAllowHosts, portOf } from '../web/guard/allow-hosts.ts';
import { pageMessage } from '../queues/messages.ts';
import { createHandlePages, type PageHandlers } from '../queues/page-messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { renewCopy } from '../delivery/renew-copy.ts';
import type { Context } from '../model/context.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';
import type { ContextOf } from './context.ts';
import { askPageOf } from './crawl.ts';

type PagesContext = ContextOf['pages'] & Pick<Context, 'robotsFor'>;

/** Milliseconds between two pages of a host. */
const PAUSE_MS = 1000;

/** Returns the handler of a search for an icon. */
const searchIconOf = (ctx: ContextOf['pages']) => {
  const takeStep = createTakeIconStep({ fetch: bookingRedirects(ctx), iconLinks: ctx.parser.iconLinks });
  return createSearchIcon({ ...ctx, takeStep });
};

const fullTextOf = (ctx: PagesContext): PageHandlers['full_text'] => {
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
      readArticle: ctx.parser.readArticle,
    }),
    pauseOf: (url) => (isPaced(url) ? PAUSE_MS : 0),
  });
};

/** Returns what handles each kind of message of the pages queue. */
const pageHandlersOf = (outside: ContextOf['pages']): PageHandlers => {
  // Once for all kinds, so that the rules of an origin are remembered once.
  const ctx: PagesContext = { ...outside, robotsFor: createRobotsFor(outside) };
  return {
    full_text: fullTextOf(ctx),
    icon: searchIconOf(ctx),
    crawl: askPageOf(ctx, { ...ctx, ...ctx.parser }),
  };
};

export const createPagesHandler = (ctx: ContextOf['pages']): SqsHandler =>
  createSqsHandler({
    schema: pageMessage,
    handle: createHandlePages({ ...ctx, handlers: pageHandlersOf(ctx) }),
    log: ctx.log,
  });
