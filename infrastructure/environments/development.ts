import type { EnvironmentSettings } from '../lib/settings/environment.ts';

/**
 * The settings of the environment `development`, which the workflows deploy from the branch `develop`, best into an account
 * of its own. It costs nothing while nobody uses it, and its model needs no access.
 */
export const development: EnvironmentSettings = {
  region: 'us-east-1',
  EMBEDDER: 'embedded',
  ARTICLE_RETENTION_DAYS: 7,
  READ_RETENTION_HOURS: 24,
};
