import { fetchMessage } from '../queues/messages.ts';
import { reportFetches } from '../jobs/record-outcomes.ts';
import { createRequestIcon } from '../pictures/search-icon.ts';
import { bookingRedirects } from '../web/turns/pace.ts';
import { createJudgePage } from '../discovery/judge-page.ts';
import { createRequestDocument } from '../refresh/request-document.ts';
import { createRefreshFeed } from '../refresh/refresh-feed.ts';
import { createWaitForTurn } from '../refresh/wait-for-turn.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { ContextOf } from './context.ts';
import { readDocumentOf, takeDocumentOf } from './base.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';

export const createFetchHandler = (outside: ContextOf['fetch']): SqsHandler => {
  const ctx = { ...outside, robotsFor: createRobotsFor(outside) };
  return createSqsHandler({
    ...ctx,
    schema: fetchMessage,
    waitFor: createWaitForTurn(ctx),
    handle: createRefreshFeed({
      ...ctx,
      requestDocument: createRequestDocument({
        ...ctx,
        fetch: bookingRedirects(ctx),
        judgePage: createJudgePage(ctx.robotsFor),
        readSitemap: ctx.parser.readSitemap,
      }),
      readDocument: readDocumentOf(ctx.parser),
      takeDocument: takeDocumentOf(ctx, createRequestIcon(ctx)),
      observe: ctx.observeFetch ?? (() => {}),
    }),
    after: (results) => reportFetches(ctx, results),
  });
};
