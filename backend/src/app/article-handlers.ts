import { articleEndpoints } from '../articles/lists/article-endpoints.ts';
import { opinionEndpoints, readEndpoints, savedEndpoint } from '../articles/lists/read-endpoints.ts';
import { renewCopy } from '../delivery/renew-copy.ts';
import { createFullTextEndpoints } from '../full-text/full-text-endpoints.ts';
import { todayEndpoint, todayFeedEndpoint } from '../today/today-endpoints.ts';
import type { ApiContext } from './context.ts';

/** Returns the handlers for lists of articles, and for marking them as read or saved. */
export const articleHandlers = (ctx: ApiContext) => ({
  ...articleEndpoints(ctx),
  ...opinionEndpoints(ctx),
  ...todayEndpoint(ctx),
  ...todayFeedEndpoint(ctx),
  ...readEndpoints(ctx),
  ...createFullTextEndpoints({
    ...ctx,
    renewCopy: (entry, shown) => renewCopy(ctx, entry, shown),
    articleDays: ctx.settings.ARTICLE_RETENTION_DAYS,
  }),
  ...savedEndpoint(ctx),
});
