import { fetchMessage } from '../queues/messages.ts';
import { reportFetches } from '../jobs/record-outcomes.ts';
import { createRequestIcon } from '../pictures/search-icon.ts';
import { createRedirectBookingFetch } from '../web/turns/booking-fetch.ts';
import { createJudgePage } from '../discovery/judge-page.ts';
import { createRequestDocument } from '../refresh/request-document.ts';
import { createRefreshFeed } from '../refresh/refresh-feed.ts';
import { createWaitForTurn } from '../refresh/wait-for-turn.ts';
import { type SqsHandler, createSqsHandler } from '../queues/sqs-handler.ts';
import type { ContextOf } from './context.ts';
import { paceOf, readDocumentOf, takeDocumentOf } from './base.ts';
import { pageRequestsOf } from './page-requests.ts';

export const createFetchHandler = (ctx: ContextOf['fetch']): SqsHandler => {
  const { takeTurn, bookTurn } = paceOf(ctx);
  const { robotsFor } = pageRequestsOf(ctx);
  return createSqsHandler({
    ...ctx,
    schema: fetchMessage,
    waitFor: createWaitForTurn({ ...ctx, takeTurn, robotsFor }),
    handle: createRefreshFeed({
      ...ctx,
      requestDocument: createRequestDocument({
        ...ctx,
        fetch: createRedirectBookingFetch({ fetch: ctx.fetch, bookTurn }),
        judgePage: createJudgePage(robotsFor),
        readSitemap: ctx.parser.readSitemap,
      }),
      readDocument: readDocumentOf(ctx.parser),
      takeDocument: takeDocumentOf(ctx, createRequestIcon(ctx)),
      observe: ctx.observeFetch ?? (() => {}),
    }),
    after: (results) => reportFetches(ctx, results),
  });
};
