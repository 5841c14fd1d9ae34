import { checkedRateLimits, ConfigError, environments, readEnvironment } from '@omomi/backend/config';
import type { VariablesOf } from '@omomi/backend/config';
import { z } from 'zod';
import { readSignIn } from '../../../backend/src/config/sign-in.ts';

const defaultRegion = 'us-east-1';
/** The only region that serves the default model. */
const novaRegion = 'us-east-1';

const deployment = z.object({
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'expected a region such as us-east-1')
    .optional(),
  alarm_email: z.email('expected an e-mail address').optional(),
  openai_secret: z.string().optional(),
  oidc_secret: z.string().optional(),
  oidc_providers_secret: z.string().optional(),
});

/** The variables of the functions that a deployment may set. The names are those of the local runner. */
const chosen = environments.api.pick({
  EMBEDDER: true,
  BEDROCK_MODEL_ID: true,
  BEDROCK_REGION: true,
  EMBEDDING_DIMENSION: true,
  OPENAI_BASE_URL: true,
  OPENAI_MODEL: true,
  ARTICLE_RETENTION_DAYS: true,
  READ_RETENTION_HOURS: true,
  MAX_SUBSCRIPTIONS: true,
  FETCH_ALLOW_HOSTS: true,
  HATEBU: true,
});

const bookmarks = environments.bookmarks.pick({ HATEBU_URL: true });

/** The limits of the API. They are checked here, because nobody watches a function that reads a wrong one. */
const rateLimits = z.object(checkedRateLimits);

/** The variables for sign-in and the origin that may call the API. Secrets come from Secrets Manager. */
const signIn = environments.api.pick({
  OIDC_ISSUER: true,
  OIDC_CLIENT_ID: true,
  ALLOWED_EMAILS: true,
  OWNER_EMAIL: true,
  CORS_ALLOWED_ORIGIN: true,
});

type Api = VariablesOf<'api'>;
type Variables = Required<Api>;
type Chosen = 'EMBEDDER' | 'BEDROCK_MODEL_ID' | 'BEDROCK_REGION';

export type Settings = {
  region: string;
  /** The address for alarms. If it is missing, nobody is notified. */
  alarmEmail: string | undefined;
  /** The variables for sign-in. Without a provider nobody can sign in. */
  signIn: Pick<Api, keyof typeof signIn.shape>;
  /** The name of the secret in Secrets Manager that holds OIDC_CLIENT_SECRET. */
  oidcSecret: string | undefined;
  /** The name of the secret in Secrets Manager that holds OIDC_PROVIDERS. */
  oidcProvidersSecret: string | undefined;
  embedder: Pick<Variables, Chosen> & Pick<Api, 'EMBEDDING_DIMENSION' | 'OPENAI_BASE_URL' | 'OPENAI_MODEL'>;
  /** The name of the secret in Secrets Manager that holds OPENAI_API_KEY. */
  openaiSecret: string | undefined;
  /** The only model of Bedrock that the functions may call; undefined if they call none. */
  bedrockModel: { id: string; region: string } | undefined;
  retention: Pick<Variables, 'ARTICLE_RETENTION_DAYS' | 'READ_RETENTION_HOURS'>;
  outbound: Pick<Variables, 'FETCH_ALLOW_HOSTS'>;
  maxSubscriptions: string;
  /** The switch for counting bookmarks; `hatebuUrl` is the service that is asked. */
  hatebu: Pick<Variables, 'HATEBU'>;
  hatebuUrl: string;
  rateLimits: Pick<Variables, keyof typeof checkedRateLimits>;
};

type ReadContext = (name: string) => unknown;

/**
 * Returns a context value as text. `-c` gives text, and cdk.json may give a number. Any other value counts as unset.
 */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const readTexts = (schema: z.ZodObject, read: ReadContext) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, toText(read(name))]));

/**
 * Checks the variables as the function does, so that a deployment does not fail at its first request. The content of a
 * secret is not known yet, so a placeholder takes its place.
 */
const checkedSignIn = (read: ReadContext, providersSecret: string | undefined): Settings['signIn'] => {
  const variables = readEnvironment(signIn, readTexts(signIn, read));
  const standIn = '[{"provider":"stand-in","client_id":"stand-in"}]';
  readSignIn({ ...variables, ...(providersSecret === undefined ? {} : { OIDC_PROVIDERS: standIn }) });
  const entries = Object.entries(variables).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
};

const readBedrockModel = (id: string, modelRegion: string) => {
  if (/^(us|eu|apac|jp|au|global)\./.test(id) || id.startsWith('arn:'))
    throw new ConfigError(
      `BEDROCK_MODEL_ID=${JSON.stringify(id)} is not allowed: expected the id of a foundation model, not of an inference profile`,
    );
  return { id, region: modelRegion };
};

/**
 * Reads the settings from the context. An empty value counts as unset.
 * @throws ConfigError for the first wrong value.
 */
export const readSettings = (read: ReadContext, ownRegion: string | undefined): Settings => {
  const own = readEnvironment(deployment, readTexts(deployment, read));
  const variables = readEnvironment(chosen, readTexts(chosen, read));
  const region = own.region ?? ownRegion ?? defaultRegion;
  const isNova = variables.BEDROCK_MODEL_ID.startsWith('amazon.nova-2-multimodal-embeddings');
  const modelRegion = variables.BEDROCK_REGION ?? (isNova ? novaRegion : region);
  if (variables.EMBEDDER === 'openai' && variables.OPENAI_BASE_URL === undefined)
    throw new ConfigError('OPENAI_BASE_URL is not set: EMBEDDER=openai needs it');
  return {
    region,
    alarmEmail: own.alarm_email,
    signIn: checkedSignIn(read, own.oidc_providers_secret),
    oidcSecret: own.oidc_secret,
    oidcProvidersSecret: own.oidc_providers_secret,
    openaiSecret: own.openai_secret,
    bedrockModel:
      variables.EMBEDDER === 'bedrock'
        ? readBedrockModel(variables.BEDROCK_MODEL_ID, modelRegion)
        : undefined,
    embedder: {
      EMBEDDER: variables.EMBEDDER,
      BEDROCK_MODEL_ID: variables.BEDROCK_MODEL_ID,
      BEDROCK_REGION: modelRegion,
      ...(variables.EMBEDDING_DIMENSION === undefined
        ? {}
        : { EMBEDDING_DIMENSION: String(variables.EMBEDDING_DIMENSION) }),
      ...(variables.OPENAI_BASE_URL === undefined ? {} : { OPENAI_BASE_URL: variables.OPENAI_BASE_URL }),
      ...(variables.OPENAI_MODEL === undefined ? {} : { OPENAI_MODEL: variables.OPENAI_MODEL }),
    },
    retention: {
      ARTICLE_RETENTION_DAYS: String(variables.ARTICLE_RETENTION_DAYS),
      READ_RETENTION_HOURS: String(variables.READ_RETENTION_HOURS),
    },
    outbound: { FETCH_ALLOW_HOSTS: variables.FETCH_ALLOW_HOSTS },
    maxSubscriptions: String(variables.MAX_SUBSCRIPTIONS),
    hatebu: { HATEBU: variables.HATEBU },
    hatebuUrl: readEnvironment(bookmarks, readTexts(bookmarks, read)).HATEBU_URL,
    rateLimits: readEnvironment(rateLimits, readTexts(rateLimits, read)),
  };
};
