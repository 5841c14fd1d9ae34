import { sendSaved } from '../articles/reading/sending.ts';
import { createCrawlMemory } from '../crawl/running-crawls.ts';
import { askPage } from '../crawl/work/ask-page.ts';
import { readPast } from '../feeds/past/read-past.ts';
import { handleFullText } from '../full-text/handle-full-text.ts';
import { reportFetches } from '../jobs/record-outcomes.ts';
import { createIconGate, type RenewIcon } from '../pictures/icon.ts';
import { requestIcon, searchIcon } from '../pictures/search-icon.ts';
import { createHandleFetch, type FetchHandlers } from '../queues/fetch-messages.ts';
import { fetchMessage } from '../queues/messages.ts';
import { createSqsHandler, type SqsHandler } from '../queues/sqs-handler.ts';
import { refreshFeed, type RefreshResult } from '../refresh/refresh-feed.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';
import type { SettingsOf } from '../config/env.ts';
import type { AppContext, Base, SendsOf } from './context.ts';

type FetchContext = Base &
  SendsOf<'fetch'> &
  Pick<AppContext, 'fetch' | 'parser' | 'observeFetch'> & { settings: SettingsOf<'fetch'> };

export const createFetchHandler = (outside: FetchContext): SqsHandler => {
  const renewIcon: RenewIcon = (feed, parsed) => requestIcon(outside, feed, parsed);
  // Once for all kinds of messages, so that the rules of an origin are remembered once.
  const ctx = {
    ...outside,
    renewIcon,
    robotsFor: createRobotsFor(outside),
    iconGate: createIconGate(outside.now),
    ...createCrawlMemory(),
  };
  const handlers: FetchHandlers<RefreshResult> = {
    feed: (message, messageId) => refreshFeed(ctx, message, messageId),
    full_text: (message) => handleFullText(ctx, message),
    icon: (message) => searchIcon(ctx, message),
    crawl: (message) => askPage(ctx, message),
    past: (message) => readPast(ctx, message),
    saved: (message) => sendSaved(ctx, message),
  };
  return createSqsHandler({
    ...ctx,
    schema: fetchMessage,
    handle: createHandleFetch<RefreshResult>({ ...ctx, handlers }),
    after: (results) => reportFetches(ctx, results),
  });
};
