import type { SettingsOf } from '../config/env.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { pageMessage } from '../queues/messages.ts';
import { createHandlePages, type PageHandlers } from '../queues/page-messages.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { Base, Outbound, Sends } from './parts/adapters.ts';

export type PagesAdapters = {
  base: Base;
  send: Pick<Sends, 'score' | 'jobs' | 'pages'>;
  parser: DocumentParser;
  outbound: Outbound;
  settings: SettingsOf<'pages'>;
};

/** Returns what handles each kind of message of the pages queue. */
const pageHandlersOf = (_adapters: PagesAdapters): PageHandlers => ({
  full_text: () => Promise.reject(new Error('full text is not built yet')),
  crawl: () => Promise.reject(new Error('crawls are not built yet')),
});

export const createPagesHandler = (adapters: PagesAdapters): SqsHandler =>
  createSqsHandler({
    schema: pageMessage,
    handle: createHandlePages({ handlers: pageHandlersOf(adapters), sendPages: adapters.send.pages }),
    log: adapters.base.log,
  });
