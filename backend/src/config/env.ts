import { z } from 'zod';
import { repositoryUrl } from '../lib/version.ts';
import { defaultRules } from '../limits/rate-class.ts';
import { allQueues, queuesOf } from './queue-variables.ts';

const text = z.string().min(1);

/** A setting that is a number from `least` to `most`. */
export const wholeNumber = (least: number, most: number) => {
  const expected = `expected a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((n) => n >= least && n <= most, expected);
};

/** A setting that is an address, such as the example. */
const address = (example: string) =>
  z.url({ protocol: /^https?$/, error: `expected an address such as ${example}` });

const table = { TABLE_NAME: text };
const blobs = { BLOB_BUCKET: text };

const embedder = {
  EMBEDDER: z.enum(['embedded', 'bedrock', 'openai']).default('bedrock'),
  BEDROCK_MODEL_ID: text.default('amazon.nova-2-multimodal-embeddings-v1:0'),
  /** The region of Bedrock; the function's own region if unset. */
  BEDROCK_REGION: text.optional(),
  /** Without it the model's usual one. Does not apply to the embedded model. */
  EMBEDDING_DIMENSION: wholeNumber(128, 3072).optional(),
  OPENAI_BASE_URL: address('http://127.0.0.1:11434').optional(),
  OPENAI_API_KEY: text.optional(),
  OPENAI_MODEL: text.optional(),
};

const retention = {
  ARTICLE_RETENTION_DAYS: wholeNumber(1, 365).default(7),
  READ_RETENTION_HOURS: wholeNumber(1, 8760).default(24),
};

const subscriptionLimit = { MAX_SUBSCRIPTIONS: wholeNumber(1, 10_000).default(1000) };

/** The variables of the rate limits, each with this schema and its default. */
export const rateLimitsIn = (rule: z.ZodString) => ({
  RATE_LIMIT_PUBLIC_UNAUTHENTICATED: rule.default(defaultRules.public_unauthenticated),
  RATE_LIMIT_PROTECTED_UNAUTHENTICATED: rule.default(defaultRules.protected_unauthenticated),
  RATE_LIMIT_PUBLIC_AUTHENTICATED: rule.default(defaultRules.public_authenticated),
  RATE_LIMIT_PROTECTED_AUTHENTICATED: rule.default(defaultRules.protected_authenticated),
  RATE_LIMIT_SEARCH: rule.default(defaultRules.search),
  RATE_LIMIT_FEED_REGISTRATION: rule.default(defaultRules.feed_registration),
  RATE_LIMIT_SIGN_IN: rule.default(defaultRules.sign_in),
  RATE_LIMIT_CLIENT: rule.default(defaultRules.client),
  RATE_LIMIT_HOOK: rule.default(defaultRules.hook),
});

/**
 * The rate limits as plain text. A function must not fail because a limit is unreadable, so they are checked before it
 * starts.
 */
const rateLimits = rateLimitsIn(text);

const signIn = {
  OIDC_ISSUER: text.optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  /** A list in JSON of {provider, name?, issuer, client_id, client_secret?}. */
  OIDC_PROVIDERS: text.optional(),
  /**
   * Addresses and `@domain`s, separated by commas; the first address is the owner's unless OWNER_EMAIL gives another.
   */
  ALLOWED_EMAILS: text.optional(),
  OWNER_EMAIL: text.optional(),
  /** Passwords and passkeys by invitation. */
  ACCOUNTS: z.enum(['on', 'off']).optional(),
};

/** The key by which the functions keep and read readers' sign-ins for sites. */
const secrets = {
  SECRETS_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'expected 32 bytes in base64, as `openssl rand -base64 32` makes them')
    .optional(),
};

const origins = {
  /** The only foreign origin whose pages may call the API, with a token. */
  CORS_ALLOWED_ORIGIN: z
    .string()
    .refine((value) => URL.parse(value)?.origin === value, 'expected an origin such as https://app.example')
    .optional(),
};

const outbound = {
  /** Hosts, with or without port, that may be fetched even if their address is private. */
  FETCH_ALLOW_HOSTS: z.string().default(''),
};

const isProxy = (address: string): boolean => {
  const url = URL.parse(address);
  return (
    url?.protocol === 'http:' && url.hostname !== '' && url.pathname === '/' && url.search + url.hash === ''
  );
};

/** The functions that ask other servers. */
const asking = {
  ...outbound,
  /** The proxy through which they do, except for the hosts in FETCH_ALLOW_HOSTS. */
  OUTBOUND_PROXY: z
    .string()
    .refine(isProxy, 'expected an address such as http://user:password@proxy.example:3128')
    .optional(),
  /**
   * The address in the user agent, where publishers learn who asks them and how to reach them. Printable ASCII without
   * parentheses, in which it is sent.
   */
  USER_AGENT_URL: address('https://reader.example/about')
    .regex(/^[!-'*-~]+$/, 'expected an http or https address in ASCII, without spaces and parentheses')
    .default(repositoryUrl),
};

/** Turns on bookmark counting, which sends the addresses of the articles to Hatena. */
const hatebu = { HATEBU: z.enum(['on', 'off']).default('off') };

/** The functions that take documents in, which name hubs. */
const pushed = {
  /** Scheme, host and port at which hubs reach this service. Unset: no hub is asked for news. */
  PUBLIC_URL: z
    .string()
    .refine(
      (value) => /^https?:\/\//.test(value) && URL.parse(value)?.origin === value,
      'expected scheme and host without a path, such as https://reader.example',
    )
    .optional(),
};

/** The sender of mails. On AWS they go through SES, on the local runner through the server of SMTP_URL. */
const mails = {
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\p{Cc}]{0,100}<[^\s<>@]{1,64}@[^\s<>@]{1,190}>|[^\s<>@]{1,64}@[^\s<>@]{1,190})$/u,
      'expected an address such as omomi@example.org or Omomi <omomi@example.org>',
    )
    .optional(),
};

/** The addresses of newsletters, which come by mail. */
const newsletters = {
  NEWSLETTER_ADDRESS: z
    .string()
    .regex(
      /^(?:[^\s@*<>]{1,40}[+_-])?\*@[^\s@*<>]{1,190}$/,
      'expected an address with a * in the place of a name, such as *@news.example.org or anna+*@example.org',
    )
    .optional(),
};

/** The model that summarises and translates articles when a reader asks for it. Unset: none, and nothing of it is shown. */
const textModel = {
  TEXT_MODEL: z
    .string()
    .regex(
      /^(bedrock|openai):\S{1,200}$/,
      'expected bedrock:<id of a model> or openai:<name of a model>, such as bedrock:amazon.nova-micro-v1:0',
    )
    .optional(),
  TEXT_MODEL_PRICE: z
    .string()
    .regex(
      /^\d{1,4}(\.\d{1,6})?\/\d{1,4}(\.\d{1,6})?$/,
      'expected USD a million tokens in/out, such as 0.035/0.14',
    )
    .optional(),
  TEXT_MODEL_MONTHLY_USD: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,2})?$/, 'expected USD from 0 to 9999, such as 0.5')
    .transform(Number)
    .default(1),
};

/** The variables of the functions that answer readers: `api` and `clients`. */
const answering = {
  ...embedder,
  ...retention,
  ...asking,
  ...subscriptionLimit,
  ...rateLimits,
  ...hatebu,
  ...pushed,
  ...signIn,
  ...textModel,
  ...newsletters,
};

/**
 * By function, the variables that whoever runs Omomi chooses. The stacks pass each to the functions that list it here,
 * and the local runner reads all of them.
 */
export const choices = {
  api: { ...answering, ...origins, ...mails, ...secrets },
  clients: { ...answering, ...origins },
  dispatch: { ...retention, ...asking, ...mails },
  fetch: { ...retention, ...asking, ...hatebu, ...pushed, ...secrets },
  score: { ...embedder, ...retention },
  jobs: { ...embedder, ...retention, ...outbound, ...subscriptionLimit },
  bookmarks: { ...asking },
  cleanup: {},
  mails: { ...retention },
};

export type FunctionName = keyof typeof choices;

/** By function, what only the stacks know: the deployment's own table, queues and bucket, and its commit. */
const addresses = {
  api: {
    ...table,
    ...allQueues(),
    ...blobs,
    /** The commit that was deployed. */
    COMMIT: text.optional(),
  },
  clients: {
    ...table,
    ...queuesOf('clients'),
    ...blobs,
    /** The secret that the distribution adds to its requests. The function refuses every request while this is unset. */
    ORIGIN_SECRET: text.optional(),
  },
  dispatch: { ...table, ...queuesOf('dispatch'), ...blobs },
  fetch: { ...table, ...queuesOf('fetch'), ...blobs },
  score: { ...table, ...queuesOf('score'), ...blobs },
  jobs: { ...table, ...queuesOf('jobs'), ...blobs },
  bookmarks: { ...table, ...blobs },
  cleanup: { ...table, ...queuesOf('cleanup') },
  mails: { ...table, ...queuesOf('mails'), ...blobs },
};

/** The variables of each function. */
export const environments = {
  api: z.object({ ...addresses.api, ...choices.api }),
  clients: z.object({ ...addresses.clients, ...choices.clients }),
  dispatch: z.object({ ...addresses.dispatch, ...choices.dispatch }),
  fetch: z.object({ ...addresses.fetch, ...choices.fetch }),
  score: z.object({ ...addresses.score, ...choices.score }),
  jobs: z.object({ ...addresses.jobs, ...choices.jobs }),
  bookmarks: z.object({ ...addresses.bookmarks, ...choices.bookmarks }),
  cleanup: z.object({ ...addresses.cleanup, ...choices.cleanup }),
  mails: z.object({ ...addresses.mails, ...choices.mails }),
};

export type EmbedderSettings = z.output<z.ZodObject<typeof embedder>>;
export type EnvironmentOf<F extends FunctionName> = z.output<(typeof environments)[F]>;
/** The addresses that a stack gives to a function. */
export type AddressesOf<F extends FunctionName> = z.output<z.ZodObject<(typeof addresses)[F]>>;
export type SettingsOf<F extends FunctionName> = z.output<z.ZodObject<(typeof choices)[F]>>;

/** The error for a missing or wrong variable; the message has its name, its value and the values allowed. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The names of variables whose values are not shown, not even wrong ones. */
const SECRET = /_(?:KEY|SECRET|TOKEN)$|^OUTBOUND_PROXY$/;

/**
 * Reads variables by a schema. An empty one counts as unset. Throws ConfigError for the first that is missing or wrong.
 */
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
  const shown = SECRET.test(name) ? name : `${name}=${JSON.stringify(value)}`;
  throw new ConfigError(
    value === undefined
      ? `${name} is not set: ${issue?.message}`
      : `${shown} is not allowed: ${issue?.message}`,
  );
};
