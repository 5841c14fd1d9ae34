import { sendSaved } from '../articles/reading/send-saved.ts';
import { createCrawlMemory } from '../crawl/running-crawls.ts';
import { askPage } from '../crawl/work/ask-page.ts';
import { readPast } from '../feeds/past/read-past.ts';
import { createIconGate } from '../pictures/icon.ts';
import { searchIcon } from '../pictures/search-icon.ts';
import { handleFullText } from '../full-text/handle-full-text.ts';
import { pageMessage } from '../queues/messages.ts';
import { createHandlePages, type PageHandlers } from '../queues/page-messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';
import type { ContextOf } from './context.ts';

export const createPagesHandler = (outside: ContextOf['pages']): SqsHandler => {
  // Once for all kinds of messages, so that the rules of an origin are remembered once.
  const ctx = {
    ...outside,
    robotsFor: createRobotsFor(outside),
    iconGate: createIconGate(outside.now),
    ...createCrawlMemory(),
  };
  const handlers: PageHandlers = {
    full_text: (message) => handleFullText(ctx, message),
    icon: (message) => searchIcon(ctx, message),
    crawl: (message) => askPage(ctx, message),
    past: (message) => readPast(ctx, message),
    saved: (message) => sendSaved(ctx, message),
  };
  return createSqsHandler({ ...ctx, schema: pageMessage, handle: createHandlePages({ ...ctx, handlers }) });
};
