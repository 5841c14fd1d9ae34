import type { Settings } from '../config/settings.ts';
import { createRequestPage, type RequestPage } from '../web/request-page.ts';
import { createRobotsFor, type RobotsFor } from '../web/robots/robots-for.ts';
import type { Context } from '../model/context.ts';
import { paceOf } from './base.ts';

/** The context of the functions that ask for pages. */
export type PageRequests = Pick<Context, 'hosts' | 'robots' | 'now' | 'pause' | 'fetch'> & {
  settings: Pick<Settings, 'FETCH_ALLOW_HOSTS'>;
};

/**
 * Returns the way to pages, and what robots.txt of an origin says. Each process needs one, which remembers the rules of
 * origins.
 */
export const pageRequestsOf = (ctx: PageRequests): { requestPage: RequestPage; robotsFor: RobotsFor } => {
  const { takeTurn } = paceOf(ctx);
  const shared = { fetch: ctx.fetch, takeTurn, now: ctx.now, random: Math.random };
  const robotsFor = createRobotsFor({ ...shared, robots: ctx.robots });
  return { requestPage: createRequestPage({ ...shared, robotsFor }), robotsFor };
};
