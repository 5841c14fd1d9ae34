import type { EnvironmentSettings } from '../lib/settings/environment.ts';

/** The settings of the environment `test`, where a test has none of its own. */
export const testSettings: EnvironmentSettings = {
  region: 'eu-central-1',
  EMBEDDER: 'bedrock',
  ARTICLE_RETENTION_DAYS: 7,
  READ_RETENTION_HOURS: 24,
};
