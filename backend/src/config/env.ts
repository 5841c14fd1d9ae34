import { z } from 'zod';

const text = z.string().min(1);
const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));

const table = { TABLE_NAME: text };
const fetchQueue = { FETCH_QUEUE_URL: text };
const scoreQueue = { SCORE_QUEUE_URL: text };
const jobsQueue = { JOBS_QUEUE_URL: text };
const blobs = { BLOB_BUCKET: text };

const embedder = {
  EMBEDDER: z.enum(['lexical', 'bedrock', 'openai']).default('bedrock'),
  BEDROCK_MODEL_ID: text.default('amazon.nova-2-multimodal-embeddings-v1:0'),
  /** The function's own region where it is unset. */
  BEDROCK_REGION: text.optional(),
  EMBEDDING_DIMENSION: whole(128, 3072).optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_API_KEY: text.optional(),
  OPENAI_MODEL: text.optional(),
};

const retention = {
  ARTICLE_RETENTION_DAYS: whole(1, 365).default(7),
  READ_RETENTION_HOURS: whole(1, 8760).default(24),
};

const subscriptionLimit = { MAX_SUBSCRIPTIONS: whole(1, 10_000).default(100) };

const outbound = {
  /** Hosts, with port or without, that may be fetched although their address is private. */
  FETCH_ALLOW_HOSTS: z.string().default(''),
};

/** One schema per function; the stacks must hand in each one's input, so a missing variable fails the type check. */
export const environments = {
  api: z.object({
    ...table,
    ...fetchQueue,
    ...scoreQueue,
    ...jobsQueue,
    ...blobs,
    ...embedder,
    ...retention,
    ...outbound,
    ...subscriptionLimit,
  }),
  dispatch: z.object({ ...table, ...fetchQueue, ...outbound }),
  fetch: z.object({ ...table, ...scoreQueue, ...blobs, ...retention, ...outbound }),
  score: z.object({ ...table, ...scoreQueue, ...jobsQueue, ...blobs, ...embedder, ...retention }),
  jobs: z.object({
    ...table,
    ...fetchQueue,
    ...jobsQueue,
    ...blobs,
    ...embedder,
    ...retention,
    ...outbound,
    ...subscriptionLimit,
  }),
  cleanup: z.object({ ...table, ...blobs, ...retention }),
};

export type FunctionName = keyof typeof environments;
export type EnvironmentOf<F extends FunctionName> = z.output<(typeof environments)[F]>;
/** The variables a stack hands to a function. */
export type VariablesOf<F extends FunctionName> = z.input<(typeof environments)[F]>;

/** A variable that is missing or wrong; the message names it, its value and what is allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads variables by a schema. An empty one counts as unset. Throws ConfigError for the first that is wrong. */
export const readEnvironment = <S extends z.ZodObject>(
  schema: S,
  variables: Record<string, string | undefined>,
): z.output<S> => {
  const set = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? '');
  const value = set[name];
  throw new ConfigError(
    value === undefined
      ? `${name} is not set: ${issue?.message}`
      : `${name}=${JSON.stringify(value)} is not allowed: ${issue?.message}`,
  );
};
