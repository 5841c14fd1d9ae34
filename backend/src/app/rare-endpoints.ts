import { chaptersEndpoint } from '../chapters/chapters-endpoint.ts';
import { crawlEndpoints } from '../crawl/views/crawl-endpoints.ts';
import { editionEndpoint } from '../edition/edition-endpoint.ts';
import { machineTextEndpoints } from '../machine-texts/machine-text-endpoints.ts';
import { tasteEndpoints } from '../my-data/taste-endpoints.ts';
import { exportEndpoint } from '../my-data/export-endpoint.ts';
import { feedByAddressEndpoint } from '../clients/out/feed-by-address.ts';
import { fullTextEndpoints } from '../full-text/full-text-endpoints.ts';
import { leaveEndpoint } from '../my-data/leave-endpoint.ts';
import { nearnessEndpoint } from '../feeds/nearness.ts';
import { pastEndpoints } from '../feeds/past/past-endpoints.ts';
import { opmlEndpoints } from '../feeds/import/opml-endpoints.ts';
import { ownSignInEndpoints } from '../accounts/own/own-sign-in-endpoints.ts';
import { ownWaysEndpoints } from '../accounts/own/own-ways-endpoints.ts';
import { ownerEndpoints } from '../owner/owner-endpoints.ts';
import { deedEndpoint } from '../notifications/deeds.ts';
import { mailDeedEndpoints } from '../morning/mail-deeds.ts';
import { morningEndpoints } from '../morning/morning-endpoints.ts';
import { notificationEndpoints } from '../notifications/notification-endpoints.ts';
import { newsletterEndpoints } from '../newsletters/newsletter-endpoints.ts';
import { savePageEndpoint } from '../full-text/save-page.ts';
import { ruleEndpoints } from '../delivery/rules/rule-endpoints.ts';
import { searchEndpoints } from '../search/results/search-endpoints.ts';
import { startCrawlEndpoints } from '../crawl/start-crawl.ts';
import { articleEndpoints } from '../articles/lists/article-endpoints.ts';
import { createRenewIcon } from '../pictures/icon.ts';
import { siteSignInEndpoints } from '../feeds/site-sign-in.ts';
import { sendingEndpoints } from '../articles/reading/sending.ts';
import { createRobotsFor } from '../web/robots/robots-for.ts';
import { bookingTurns } from '../web/turns/pace.ts';
import type { ApiContext } from './context.ts';

/** Creates the handlers that the page does not call when it opens. The API loads them all with the first request for one. */
export const rareEndpoints = (ctx: ApiContext) => {
  const search = searchEndpoints(ctx);
  const robotsFor = createRobotsFor(ctx);
  // A reader waits for these requests, so they book turns.
  const waitedFor = { ...ctx, fetch: bookingTurns(ctx), robotsFor };
  return {
    ...search,
    ...feedByAddressEndpoint({ ...ctx, lists: { ...articleEndpoints(ctx), ...search } }),
    ...editionEndpoint(ctx),
    ...chaptersEndpoint(ctx),
    ...fullTextEndpoints(ctx),
    ...ownSignInEndpoints(ctx),
    ...ownWaysEndpoints(ctx),
    ...exportEndpoint(ctx),
    ...tasteEndpoints(ctx),
    ...leaveEndpoint(ctx),
    ...ownerEndpoints(ctx),
    ...pastEndpoints(waitedFor),
    ...siteSignInEndpoints({ ...waitedFor, renewIcon: createRenewIcon(waitedFor) }),
    ...nearnessEndpoint(ctx),
    ...savePageEndpoint({ ...ctx, robotsFor }),
    ...opmlEndpoints(ctx),
    ...newsletterEndpoints(ctx),
    ...startCrawlEndpoints(ctx),
    ...crawlEndpoints(ctx),
    ...ruleEndpoints(ctx),
    ...notificationEndpoints(ctx),
    ...deedEndpoint(ctx),
    ...morningEndpoints(ctx),
    ...mailDeedEndpoints(ctx),
    ...sendingEndpoints(ctx),
    ...machineTextEndpoints(ctx),
  };
};
