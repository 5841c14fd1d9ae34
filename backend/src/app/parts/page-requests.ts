import type { SettingsOf } from '../../config/env.ts';
import type { GuardedFetch } from '../../outbound/guard/guarded-fetch.ts';
import { createRequestPage, type RequestPage } from '../../pages/request-page.ts';
import { createRobotsFor, type RobotsFor } from '../../robots/robots-for.ts';
import type { Base } from './adapters.ts';
import { paceOf } from './base.ts';

/** The adapters of the functions that ask for pages. */
export type PageRequestAdapters = {
  base: Base;
  outbound: { fetch: GuardedFetch };
  settings: Pick<SettingsOf<'pages'>, 'FETCH_ALLOW_HOSTS'>;
};

/**
 * Returns the way to pages, and what robots.txt of an origin says. Each process needs one, which remembers the rules of
 * origins.
 */
export const pageRequestsOf = (
  adapters: PageRequestAdapters,
): { requestPage: RequestPage; robotsFor: RobotsFor } => {
  const { base, outbound } = adapters;
  const { takeTurn } = paceOf(adapters);
  const shared = { fetch: outbound.fetch, takeTurn, now: base.now, random: Math.random };
  const robotsFor = createRobotsFor({ ...shared, robots: base.stores.robots });
  return { requestPage: createRequestPage({ ...shared, robotsFor }), robotsFor };
};
