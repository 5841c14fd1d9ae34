import { accountEndpoints } from './account-endpoints.ts';
import { destinationEndpoints } from './destination-endpoints.ts';
import { crawlEndpoints } from './crawl-endpoints.ts';
import { feedsPageEndpoints } from './feeds-page-endpoints.ts';
import { highlightEndpoints } from './highlight-endpoints.ts';
import { keywordPageEndpoints } from './keyword-page-endpoints.ts';
import { machineTextEndpoints } from './machine-text-endpoints.ts';
import { morningEndpoints } from './morning-endpoints.ts';
import { notificationEndpoints } from './notification-endpoints.ts';
import { ownerEndpoints } from './owner-endpoints.ts';
import { ownEndpoints } from './own-endpoints.ts';
import { ruleEndpoints } from './rule-endpoints.ts';
import { sessionEndpoints } from './session-endpoints.ts';
import { tagEndpoints } from './tag-endpoints.ts';

/** The endpoints that reading does not need. The page loads them with the first request to one of them. */
export const managingEndpoints = {
  ...ruleEndpoints,
  ...crawlEndpoints,
  ...accountEndpoints,
  ...notificationEndpoints,
  ...morningEndpoints,
  ...ownerEndpoints,
  ...feedsPageEndpoints,
  ...keywordPageEndpoints,
  ...sessionEndpoints,
  ...tagEndpoints,
  ...highlightEndpoints,
  ...destinationEndpoints,
  ...machineTextEndpoints,
  ...ownEndpoints,
} as const;
