import { fetchMessage } from '../queues/messages.ts';
import { createSqsHandler, type SqsHandler } from '../queues/sqs-handler.ts';
import { reportFetches } from '../jobs/record-outcomes.ts';
import type { RenewIcon } from '../pictures/icon.ts';
import { requestIcon } from '../pictures/search-icon.ts';
import { refreshFeed } from '../refresh/refresh-feed.ts';
import { createWaitForTurn } from '../refresh/request-document.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';
import type { ContextOf } from './context.ts';

export const createFetchHandler = (outside: ContextOf['fetch']): SqsHandler => {
  const renewIcon: RenewIcon = (feed, parsed) => requestIcon(outside, feed, parsed);
  const ctx = { ...outside, renewIcon, robotsFor: createRobotsFor(outside) };
  return createSqsHandler({
    ...ctx,
    schema: fetchMessage,
    waitFor: createWaitForTurn(ctx),
    handle: (message, messageId) => refreshFeed(ctx, message, messageId),
    after: (results) => reportFetches(ctx, results),
  });
};
