import { ConfigError, readEnvironment } from '@omomi/backend/config';
import { z } from 'zod';
import { settings } from '../../../backend/src/config/settings.ts';
import { readTextModel } from '../../../backend/src/config/text-model.ts';
import { readSignIn } from '../../../backend/src/config/sign-in.ts';

/** The only region that serves the default model. */
const novaRegion = 'us-east-1';

const secretVersion = z
  .string()
  .regex(
    /^(\d{1,9}|[\w-]{32,64})$/,
    'expected the version of a parameter, which `aws ssm put-parameter` prints, or the id of one of a secret in Secrets Manager',
  )
  .optional();

/** The settings that no function reads under this name. */
const deployment = z.object({
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'expected a region such as us-east-1'),
  alarm_email: z.email('expected an e-mail address').optional(),
  /** USD a month, of the whole account, beyond which AWS writes to alarm_email. */
  monthly_budget: z.coerce.number('expected a number').positive('expected more than 0').default(10),
  /**
   * The names of SecureStrings in the Parameter Store, or of secrets in Secrets Manager, each with the version to deploy:
   * a number, or an id.
   */
  openai_secret: z.string().optional(),
  openai_secret_version: secretVersion,
  oidc_secret: z.string().optional(),
  oidc_secret_version: secretVersion,
  oidc_providers_secret: z.string().optional(),
  oidc_providers_secret_version: secretVersion,
  /** The secret between the distribution and the function of other feed readers: a plain parameter or a secret. Without it there is no such function. */
  apps_secret: z.string().optional(),
  apps_secret_version: secretVersion,
  /** The key by which readers' sign-ins for sites are kept. Without it there are none. */
  sites_secret: z.string().optional(),
  sites_secret_version: secretVersion,
  /** The proxy through which the functions ask other servers. */
  proxy_secret: z.string().optional(),
  proxy_secret_version: secretVersion,
  /** The domain or address that is verified in SES, if it is not the domain of MAIL_FROM. */
  mail_identity: z
    .string()
    .regex(/^([^\s<>@]{1,64}@)?[\w.-]{1,190}$/, 'expected the domain or the address that is verified in SES')
    .optional(),
  /** The domain whose mails SES receives for newsletters, each of which gets an address there. Without it no mails are taken. */
  newsletter_domain: z
    .string()
    .regex(
      /^(?=.{4,190}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/,
      'expected a domain such as news.example.org',
    )
    .optional(),
  /** The table to use in the place of the stack's own: a copy of it, as it was at a minute, that AWS has restored. */
  restored_table: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'expected the name of a table, which aws dynamodb list-tables prints')
    .optional(),
  /** The repository on GitHub whose workflows may deploy, as its owner, a slash and its name. Without it no role is made for them. */
  github_repository: z
    .string()
    .regex(/^[\w.-]{1,39}\/[\w.-]{1,100}$/, 'expected a repository such as owner/name')
    .optional(),
  /** GitHub's identity provider, if the account has it: it can be there only once. */
  github_provider_arn: z
    .string()
    .regex(
      /^arn:aws[\w-]*:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/,
      'expected the ARN of the provider token.actions.githubusercontent.com',
    )
    .optional(),
  /** `on` for an environment of which nothing is kept: its stacks can be destroyed whole, with what is stored. */
  throwaway: z.enum(['on', 'off']).default('off'),
  queue_concurrency: z.coerce
    .number('expected a number')
    .int('expected a whole number')
    .min(2, 'expected 2 or more')
    .max(500, 'expected 500 or less')
    .default(2),
});

/**
 * The variables of the functions that an environment may set, under the names of the local runner. The values of the
 * omitted ones are secrets, which come from the Parameter Store or Secrets Manager, except for the last one.
 */
const chosen = settings.omit({
  OPENAI_API_KEY: true,
  OIDC_CLIENT_SECRET: true,
  OIDC_PROVIDERS: true,
  SECRETS_KEY: true,
  OUTBOUND_PROXY: true,
  // Made of newsletter_domain.
  NEWSLETTER_ADDRESS: true,
});

const shape = { ...deployment.shape, ...chosen.shape };

const isSettingName = (name: string): name is keyof typeof shape => Object.hasOwn(shape, name);

export type SettingName = keyof typeof shape;
/** The names of all settings. */
export const settingNames: readonly SettingName[] = Object.keys(shape).filter(isSettingName);

/** A version of a parameter, which the function reads, or of a secret in Secrets Manager, which CloudFormation reads. */
export type Secret = { name: string; version: string; isParameter: boolean };

type SecretVariable =
  | 'OPENAI_API_KEY'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_PROVIDERS'
  | 'ORIGIN_SECRET'
  | 'SECRETS_KEY'
  | 'OUTBOUND_PROXY';

export type Settings = {
  region: string;
  /** The address for alarms. If it is missing, there are none, and synthesis says so. */
  alarmEmail: string | undefined;
  /** USD a month, of the whole account. */
  monthlyBudget: number;
  /** The only model of Bedrock that the functions may call; undefined if they call none. */
  bedrockModel: { id: string; region: string } | undefined;
  /** The model of Bedrock that summarises and translates; undefined if none does. */
  textModel: { id: string; region: string } | undefined;
  /** Days for which an unread article is kept. */
  articleRetentionDays: number;
  countsBookmarks: boolean;
  /** The address that mails come from, and its identity in SES; undefined if no mails are sent. */
  mail: { address: string; identity: string } | undefined;
  /** The domain whose mails are taken for newsletters; undefined if none are. */
  newsletterDomain: string | undefined;
  /** The name of the table to use in the place of the stack's own; undefined for that one. */
  restoredTable: string | undefined;
  /** The repository that deploys, and GitHub's identity provider if the account has it; undefined if none deploys. */
  github: { repository: string; providerArn: string | undefined } | undefined;
  /** True if all that is stored goes with the stacks. */
  isThrowaway: boolean;
  /** Largest number of instances at once of each function that takes messages from a queue; of `fetch` twice as many. */
  queueConcurrency: number;
  /** The variables of the functions by name, with their defaults. Each function gets those that it reads. */
  variables: Readonly<Record<string, string>>;
  /** For each variable that is secret, the secret that holds its value. */
  secrets: Readonly<Record<SecretVariable, Secret | undefined>>;
};

type ReadSetting = (name: SettingName) => unknown;

/** Returns a setting as text, as the functions read it. A value that is neither text nor a number counts as unset. */
const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const readTexts = (schema: z.ZodObject, read: ReadSetting) =>
  Object.fromEntries(
    Object.keys(schema.shape)
      .filter(isSettingName)
      .map((name) => [name, toText(read(name))]),
  );

/**
 * Returns a secret that is named with its version. CloudFormation reads a secret only when the reference to it changes,
 * and a function a parameter only when it starts, so without a version some would keep the value from before a rotation.
 */
const readSecret = (
  setting: SettingName,
  name: string | undefined,
  version: string | undefined,
): Secret | undefined => {
  if (name === undefined && version === undefined) return undefined;
  if (name === undefined) throw new ConfigError(`${setting} is not set: ${setting}_version needs it`);
  if (version === undefined)
    throw new ConfigError(
      `${setting}_version is not set: ${setting} needs the id of the version to deploy, which changes when the secret is rotated`,
    );
  return { name, version, isParameter: /^\d+$/.test(version) };
};

/**
 * Checks the variables of sign-in as the function does, so that a deployment does not fail at its first request. The
 * content of a secret is not known yet, so a placeholder takes its place.
 */
const checkSignIn = (variables: z.output<typeof chosen>, providersSecret: string | undefined): void => {
  const standIn = '[{"provider":"stand-in","client_id":"stand-in"}]';
  readSignIn({ ...variables, ...(providersSecret === undefined ? {} : { OIDC_PROVIDERS: standIn }) });
};

const readBedrockModel = (variable: 'BEDROCK_MODEL_ID' | 'TEXT_MODEL', id: string, modelRegion: string) => {
  if (/^(us|eu|apac|jp|au|global)\./.test(id) || id.startsWith('arn:'))
    throw new ConfigError(
      `${variable}=${JSON.stringify(id)} is not allowed: expected the id of a foundation model, not of an inference profile`,
    );
  return { id, region: modelRegion };
};

/** Returns the sender of mails. An identity in SES is an address, or a domain with all its subdomains. */
const readMail = (
  from: string | undefined,
  named: string | undefined,
  servesClients: boolean,
): Settings['mail'] => {
  if (from === undefined && named === undefined) return undefined;
  if (from === undefined) throw new ConfigError('MAIL_FROM is not set: mail_identity needs it');
  if (!servesClients)
    throw new ConfigError(
      'apps_secret is not set: MAIL_FROM needs it, because mail programs end the mails by a request that nobody signs',
    );
  const address = /<([^<>]*)>$/.exec(from)?.[1] ?? from;
  const [, domain = ''] = address.split('@');
  const identity = named ?? domain;
  if (identity !== address && !`.${domain}`.endsWith(`.${identity}`))
    throw new ConfigError(
      `mail_identity=${JSON.stringify(identity)} is not allowed: expected ${address}, ${domain} or a domain above it`,
    );
  return { address, identity };
};

const readGithub = (repository: string | undefined, providerArn: string | undefined): Settings['github'] => {
  if (repository !== undefined) return { repository, providerArn };
  if (providerArn === undefined) return undefined;
  throw new ConfigError('github_repository is not set: github_provider_arn needs it');
};

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/**
 * Reads the settings of an environment. An empty value counts as unset.
 * @throws ConfigError for the first wrong value.
 */
export const readSettings = (read: ReadSetting): Settings => {
  const own = readEnvironment(deployment, readTexts(deployment, read));
  const variables = readEnvironment(chosen, readTexts(chosen, read));
  const { region } = own;
  const { EMBEDDER, BEDROCK_MODEL_ID } = variables;
  const isNova = BEDROCK_MODEL_ID.startsWith('amazon.nova-2-multimodal-embeddings');
  const modelRegion = variables.BEDROCK_REGION ?? (isNova ? novaRegion : region);
  if (EMBEDDER === 'openai')
    for (const name of ['OPENAI_BASE_URL', 'OPENAI_MODEL'] as const)
      if (variables[name] === undefined)
        throw new ConfigError(`${name} is not set: EMBEDDER=openai needs it`);
  if (variables.PUBLIC_URL !== undefined && own.apps_secret === undefined)
    throw new ConfigError(
      'apps_secret is not set: PUBLIC_URL needs it, since hubs call the function of apps',
    );
  checkSignIn(variables, own.oidc_providers_secret);
  const textModel = readTextModel(variables);
  return {
    region,
    alarmEmail: own.alarm_email,
    monthlyBudget: own.monthly_budget,
    bedrockModel:
      EMBEDDER === 'bedrock'
        ? readBedrockModel('BEDROCK_MODEL_ID', BEDROCK_MODEL_ID, modelRegion)
        : undefined,
    textModel:
      textModel?.provider === 'bedrock'
        ? readBedrockModel('TEXT_MODEL', textModel.model, modelRegion)
        : undefined,
    articleRetentionDays: variables.ARTICLE_RETENTION_DAYS,
    countsBookmarks: variables.HATEBU === 'on',
    mail: readMail(variables.MAIL_FROM, own.mail_identity, own.apps_secret !== undefined),
    newsletterDomain: own.newsletter_domain,
    restoredTable: own.restored_table,
    github: readGithub(own.github_repository, own.github_provider_arn),
    isThrowaway: own.throwaway === 'on',
    queueConcurrency: own.queue_concurrency,
    variables: textsOf({
      ...variables,
      BEDROCK_REGION: modelRegion,
      NEWSLETTER_ADDRESS: own.newsletter_domain === undefined ? undefined : `*@${own.newsletter_domain}`,
    }),
    secrets: {
      OPENAI_API_KEY: readSecret('openai_secret', own.openai_secret, own.openai_secret_version),
      OIDC_CLIENT_SECRET: readSecret('oidc_secret', own.oidc_secret, own.oidc_secret_version),
      OIDC_PROVIDERS: readSecret(
        'oidc_providers_secret',
        own.oidc_providers_secret,
        own.oidc_providers_secret_version,
      ),
      ORIGIN_SECRET: readSecret('apps_secret', own.apps_secret, own.apps_secret_version),
      SECRETS_KEY: readSecret('sites_secret', own.sites_secret, own.sites_secret_version),
      OUTBOUND_PROXY: readSecret('proxy_secret', own.proxy_secret, own.proxy_secret_version),
    },
  };
};
