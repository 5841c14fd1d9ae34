import { ConfigError, readEnvironment } from '@omomi/backend/config';
import { z } from 'zod';
import { settings } from '../../../backend/src/config/settings.ts';
import { readSignIn } from '../../../backend/src/config/sign-in.ts';

const defaultRegion = 'us-east-1';
/** The only region that serves the default model. */
const novaRegion = 'us-east-1';

/** The context values that no function reads under this name. */
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

/**
 * The variables of the functions that the context may set, under the names of the local runner. The values of the
 * omitted ones are secrets, which come from Secrets Manager.
 */
const chosen = settings.omit({ OPENAI_API_KEY: true, OIDC_CLIENT_SECRET: true, OIDC_PROVIDERS: true });

type SecretVariable = 'OPENAI_API_KEY' | 'OIDC_CLIENT_SECRET' | 'OIDC_PROVIDERS';

export type Settings = {
  region: string;
  /** The address for alarms. If it is missing, nobody is notified. */
  alarmEmail: string | undefined;
  /** The only model of Bedrock that the functions may call; undefined if they call none. */
  bedrockModel: { id: string; region: string } | undefined;
  /** Days for which an unread article is kept. */
  articleRetentionDays: number;
  countsBookmarks: boolean;
  /** The variables of the functions by name, with their defaults. Each function gets those that it reads. */
  variables: Readonly<Record<string, string>>;
  /** For each variable that is secret, the name of its secret in Secrets Manager. */
  secrets: Readonly<Record<SecretVariable, string | undefined>>;
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
 * Checks the variables of sign-in as the function does, so that a deployment does not fail at its first request. The
 * content of a secret is not known yet, so a placeholder takes its place.
 */
const checkSignIn = (variables: z.output<typeof chosen>, providersSecret: string | undefined): void => {
  const standIn = '[{"provider":"stand-in","client_id":"stand-in"}]';
  readSignIn({ ...variables, ...(providersSecret === undefined ? {} : { OIDC_PROVIDERS: standIn }) });
};

const readBedrockModel = (id: string, modelRegion: string) => {
  if (/^(us|eu|apac|jp|au|global)\./.test(id) || id.startsWith('arn:'))
    throw new ConfigError(
      `BEDROCK_MODEL_ID=${JSON.stringify(id)} is not allowed: expected the id of a foundation model, not of an inference profile`,
    );
  return { id, region: modelRegion };
};

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/**
 * Reads the settings from the context. An empty value counts as unset.
 * @throws ConfigError for the first wrong value.
 */
export const readSettings = (read: ReadContext, ownRegion: string | undefined): Settings => {
  const own = readEnvironment(deployment, readTexts(deployment, read));
  const variables = readEnvironment(chosen, readTexts(chosen, read));
  const { EMBEDDER, BEDROCK_MODEL_ID } = variables;
  const region = own.region ?? ownRegion ?? defaultRegion;
  const isNova = BEDROCK_MODEL_ID.startsWith('amazon.nova-2-multimodal-embeddings');
  const modelRegion = variables.BEDROCK_REGION ?? (isNova ? novaRegion : region);
  if (EMBEDDER === 'openai' && variables.OPENAI_BASE_URL === undefined)
    throw new ConfigError('OPENAI_BASE_URL is not set: EMBEDDER=openai needs it');
  checkSignIn(variables, own.oidc_providers_secret);
  return {
    region,
    alarmEmail: own.alarm_email,
    bedrockModel: EMBEDDER === 'bedrock' ? readBedrockModel(BEDROCK_MODEL_ID, modelRegion) : undefined,
    articleRetentionDays: variables.ARTICLE_RETENTION_DAYS,
    countsBookmarks: variables.HATEBU === 'on',
    variables: textsOf({ ...variables, BEDROCK_REGION: modelRegion }),
    secrets: {
      OPENAI_API_KEY: own.openai_secret,
      OIDC_CLIENT_SECRET: own.oidc_secret,
      OIDC_PROVIDERS: own.oidc_providers_secret,
    },
  };
};
