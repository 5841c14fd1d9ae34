import { ConfigError, environments, readEnvironment } from '@omomi/backend/config';
import type { VariablesOf } from '@omomi/backend/config';
import { z } from 'zod';

const defaultRegion = 'us-east-1';
/** The only region that serves the default model. */
const novaRegion = 'us-east-1';
const sha256 = /^[0-9a-f]{64}$/;

const deployment = z.object({
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'expected a region such as us-east-1')
    .optional(),
  alarm_email: z.email('expected an e-mail address').optional(),
  openai_secret: z.string().optional(),
});

/** The variables of the functions that a deployment may choose; the names are those of the local runner. */
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
});

type Api = VariablesOf<'api'>;
type Variables = Required<Api>;
type Chosen = 'EMBEDDER' | 'BEDROCK_MODEL_ID' | 'BEDROCK_REGION';

export type Settings = {
  region: string;
  /** Nobody is told of an alarm when it is missing. */
  alarmEmail: string | undefined;
  /** SHA-256, in hex, of `user:password`; without it the deployment refuses everyone. */
  accessHash: string | undefined;
  embedder: Pick<Variables, Chosen> & Pick<Api, 'EMBEDDING_DIMENSION' | 'OPENAI_BASE_URL' | 'OPENAI_MODEL'>;
  /** The name of the secret in Secrets Manager that holds OPENAI_API_KEY. */
  openaiSecret: string | undefined;
  /** The one model the functions may call; undefined where none of Bedrock is. */
  bedrockModel: { id: string; region: string } | undefined;
  retention: Pick<Variables, 'ARTICLE_RETENTION_DAYS' | 'READ_RETENTION_HOURS'>;
  outbound: Pick<Variables, 'FETCH_ALLOW_HOSTS'>;
  maxSubscriptions: string;
};

type ReadContext = (name: string) => unknown;

/** `-c` gives text; a number in cdk.json counts as its text; anything else as unset. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const readTexts = (schema: z.ZodObject, read: ReadContext) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, toText(read(name))]));

/** The value never appears in the message: by mistake it may be the password itself. */
const readAccessHash = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && sha256.test(value)) return value;
  throw new ConfigError(
    'access_hash is not allowed: expected 64 lower-case hex digits, the SHA-256 of user:password',
  );
};

const readBedrockModel = (id: string, modelRegion: string) => {
  if (/^(us|eu|apac|jp|au|global)\./.test(id) || id.startsWith('arn:'))
    throw new ConfigError(
      `BEDROCK_MODEL_ID=${JSON.stringify(id)} is not allowed: expected the id of a foundation model, not of an inference profile`,
    );
  return { id, region: modelRegion };
};

/** Reads what the context chooses, an empty value counting as unset. Throws ConfigError for the first that is wrong. */
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
    accessHash: readAccessHash(read('access_hash')),
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
  };
};
