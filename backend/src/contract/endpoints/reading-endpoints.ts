import { articleEndpoints } from './article-endpoints.ts';
import { feedEndpoints } from './feed-endpoints.ts';
import { jobEndpoints } from './job-endpoints.ts';
import { keywordEndpoints } from './keyword-endpoints.ts';
import { learningEndpoints } from './learning-endpoints.ts';
import { preferenceEndpoints } from './preference-endpoints.ts';
import { searchEndpoints } from './search-endpoints.ts';
import { serviceEndpoints } from './service-endpoints.ts';
import { signInEndpoints } from './sign-in-endpoints.ts';

/** The endpoints that reading needs, which the page has from the start. */
export const readingEndpoints = {
  ...feedEndpoints,
  ...articleEndpoints,
  ...searchEndpoints,
  ...keywordEndpoints,
  ...learningEndpoints,
  ...jobEndpoints,
  ...signInEndpoints,
  ...preferenceEndpoints,
  ...serviceEndpoints,
} as const;
