import type { EnvironmentSettings } from '../lib/settings/environment.ts';

/** The settings of the environment `test`, where a test has none of its own. */
export const testSettings: EnvironmentSettings = {
  region: 'eu-central-1',
  EMBEDDER: 'bedrock',
  ARTICLE_RETENTION_DAYS: 7,
  READ_RETENTION_HOURS: 24,
};

/** The commit that is named where all functions are bundled. */
export const testCommit = 'c0ffee'.padEnd(40, '0');
