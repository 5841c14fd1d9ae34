import { accountEndpoints } from './account-endpoints.ts';
import { articleEndpoints } from './article-endpoints.ts';
import { crawlEndpoints } from './crawl-endpoints.ts';
import { feedEndpoints } from './feed-endpoints.ts';
import { folderEndpoints } from './folder-endpoints.ts';
import { jobEndpoints } from './job-endpoints.ts';
import { keywordEndpoints } from './keyword-endpoints.ts';
import { learningEndpoints } from './learning-endpoints.ts';
import { ownerEndpoints } from './owner-endpoints.ts';
import { ruleEndpoints } from './rule-endpoints.ts';
import { searchEndpoints } from './search-endpoints.ts';
import { serviceEndpoints } from './service-endpoints.ts';
import { signInEndpoints } from './sign-in-endpoints.ts';

/** The endpoints of the API by operation name. */
export const endpoints = {
  ...feedEndpoints,
  ...folderEndpoints,
  ...articleEndpoints,
  ...searchEndpoints,
  ...keywordEndpoints,
  ...ruleEndpoints,
  ...learningEndpoints,
  ...jobEndpoints,
  ...crawlEndpoints,
  ...signInEndpoints,
  ...accountEndpoints,
  ...ownerEndpoints,
  ...serviceEndpoints,
} as const;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
