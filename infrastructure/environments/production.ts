import type { EnvironmentSettings } from '../lib/settings/environment.ts';

/**
 * The settings of the environment `production`, which the workflows deploy. A setting that is not here has its default.
 *
 * Without `alarm_email` nobody is told of anything, and there is no budget; synthesis says so.
 *
 * Nobody can sign in before OIDC_CLIENT_ID, oidc_secret, oidc_secret_version and ALLOWED_EMAILS are set. Keep the
 * repository private if it has addresses in it that are not public.
 */
export const production: EnvironmentSettings = {
  region: 'us-east-1',
  // Amazon Nova Multimodal Embeddings, the model of `bedrock` unless BEDROCK_MODEL_ID names another. It costs 0.135 USD
  // a million tokens, 1.86 USD a month for 2,000 articles a day, and the account needs access to it in us-east-1.
  // Titan v2 (`BEDROCK_MODEL_ID: 'amazon.titan-embed-text-v2:0'`) costs a seventh of that, 0.28 USD. `EMBEDDER: 'embedded'`
  // costs nothing, needs no access and ranks less well; docs/cost.md and docs/measurements.md compare them.
  EMBEDDER: 'bedrock',
  ARTICLE_RETENTION_DAYS: 7,
  READ_RETENTION_HOURS: 24,
};
