import type { EnvironmentSettings } from '../lib/settings/environment.ts';

/**
 * The settings of the environment `production`, which the workflows deploy. A setting that is not here has its default.
 *
 * Nobody can sign in before OIDC_CLIENT_ID, oidc_secret, oidc_secret_version and ALLOWED_EMAILS are set. Keep the
 * repository private if it has addresses in it that are not public.
 */
export const production: EnvironmentSettings = {
  region: 'us-east-1',
  EMBEDDER: 'bedrock',
  ARTICLE_RETENTION_DAYS: 7,
  READ_RETENTION_HOURS: 24,
};
