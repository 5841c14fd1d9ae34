import type { EnvironmentSettings } from '../lib/settings/environment.ts';

/**
 * The settings of the environment `nightly`, which nightly.yml deploys, asks by the smoke run, and destroys, where the repository's variable
 * AWS_DEPLOY_ROLE_NIGHTLY is set. Its stack `Access` stays: docs/operations.md says how to make it. It has no alarms.
 */
export const nightly: EnvironmentSettings = {
  region: 'us-east-1',
  EMBEDDER: 'embedded',
  ARTICLE_RETENTION_DAYS: 1,
  READ_RETENTION_HOURS: 1,
  // The smoke run lets a reader in by an invitation.
  ACCOUNTS: 'on',
  throwaway: 'on',
};
