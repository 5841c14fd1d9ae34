import { isAbsolute, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, readEnvironment, wholeNumber } from '../../config/env.ts';
import { settings, type Settings } from '../../config/settings.ts';
import { onlyAccounts, readSignIn, type SignInSettings } from '../../config/sign-in.ts';
import { defaultRules } from '../../limits/rate-class.ts';
import { parseAllowHosts } from '../../web/guard/target.ts';
import { parseTrustedProxies } from '../http/http-event.ts';
import { readBucketPart } from '../backup/backup-place.ts';
import { checkMailSettings, mailSettings } from './mail-settings.ts';
import { allowedHostsOf, checkPublicUrl, isLoopback, readNames, wildcards } from './host-names.ts';

const { EMBEDDER, MAX_SUBSCRIPTIONS, HATEBU, ARTICLE_RETENTION_DAYS, READ_RETENTION_HOURS } = settings.shape;
const embedder = EMBEDDER.removeDefault();

/** Headers with another meaning, which viewers send. */
const ownHeaders =
  /^(host|cookie|authorization|origin|referer|user-agent|content-.*|accept.*|sec-.*|x-viewer-.*|x-amz-.*)$/i;

/** The settings of the cloud's functions, with defaults for one reader's machine, and the settings of this process. */
export const localEnvironment = settings.extend({
  EMBEDDER: embedder.default('embedded'),
  // Storage costs nothing here, so articles stay for 90 days, and for 30 days after they were read.
  ARTICLE_RETENTION_DAYS: ARTICLE_RETENTION_DAYS.removeDefault().default(90),
  READ_RETENTION_HOURS: READ_RETENTION_HOURS.removeDefault().default(720),
  LOG_LEVEL: z.enum(['info', 'warn', 'error']).default('warn'),
  LOG_FORMAT: z.enum(['json', 'readable']).default('json'),
  MAX_SUBSCRIPTIONS,
  /** If unset, it is on when the machine's language is Japanese. */
  HATEBU: HATEBU.removeDefault().optional(),
  /** Names of the server besides the loopback names, for example its name behind a proxy that handles TLS. */
  ALLOWED_HOSTS: z.string().default(''),
  /** Addresses of the proxies whose `X-Forwarded-For` header is trusted. */
  TRUSTED_PROXY: z
    .string()
    .default('')
    .refine(
      (text) => parseTrustedProxies(text) !== null,
      'expected addresses such as 127.0.0.1,10.0.0.2, separated by commas',
    ),
  /** The header by which the proxies in TRUSTED_PROXY name the reader whom they have signed in. */
  AUTH_PROXY_HEADER: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,63}$/, 'expected the name of a header, such as Remote-User')
    .refine(
      (name) => !ownHeaders.test(name),
      'expected a header that only the proxy sets, such as Remote-User',
    )
    .transform((name) => name.toLowerCase())
    .optional(),
  /** The owner's name in that header. */
  AUTH_PROXY_OWNER: z.string().min(1).max(200).optional(),
  /** Whether sessions also work over plain http. */
  ALLOW_HTTP: z.enum(['on', 'off']).default('off'),
  /** Seconds until a message whose handling failed, or was cut off twice by the end of the process, is handled again. */
  RETRY_SECONDS: wholeNumber(1, 900).default(20),
  /** The folder, or the part of a bucket, for a backup each day. */
  BACKUP_DIR: z
    .string()
    .refine(
      (path) => isAbsolute(path) || readBucketPart(path) !== null,
      'expected an absolute path, or a bucket such as s3://backups/omomi',
    )
    .optional(),
  /** How many backups stay in it. */
  BACKUP_KEEP: wholeNumber(1, 9999).default(7),
  ...mailSettings,
  /** The token with which another machine may read the metrics. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'expected at least 16 printable characters without spaces')
    .optional(),
});

export type LocalOptions = {
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** An absolute path. */
  dataDirectory: string;
  /** True to create an empty table if the existing one has the format of an earlier version, which is kept. */
  isNewTableWanted: boolean;
  environment: z.output<typeof localEnvironment> & Settings;
  /** Null without sign-in: every request comes from the one reader, so `host` must be a loopback address. */
  signIn: SignInSettings | null;
  /** Values of the Host header that are allowed besides the loopback names. */
  allowedHosts: string[];
  /** The names in ALLOWED_HOSTS as they are written. */
  names: string[];
  /** True if the server answers under every IP address, because it listens on all of them. */
  answersToAddresses: boolean;
  /** IP addresses in the form of `parseTrustedProxies`. */
  trustedProxies: string[];
};

const rateLimits = Object.entries(defaultRules)
  .map(([name, rule]) => `${' '.repeat(26)}${name.toUpperCase()} (${rule})`)
  .join('\n');

export const helpText = `Usage: npm start -- [flags]

  --port <number>  port to serve on (PORT, default 8400; 0: any that is free)
  --data <folder>  where feeds, articles and queues are kept (DATA_DIR, default ./.data)
  --host <host>    address to serve on (HOST, default 127.0.0.1). With another than loopback readers sign in: with passwords
                   and passkeys by invitation (the first start prints a link), or as OIDC_… and AUTH_PROXY_… say
  --new-table      begin an empty table where the folder holds one of an earlier version, or has lost its table; what is
                   there is left as it is
  --help           this text

A flag goes before its environment variable. Read from the environment too:
  FETCH_ALLOW_HOSTS       hosts that may be fetched although their address is private, for example 127.0.0.1:8081
  OUTBOUND_PROXY          proxy through which feeds and pages are asked for, for example http://proxy.example:3128, except for
                          the hosts in FETCH_ALLOW_HOSTS
  SECRETS_KEY             key by which readers' sign-ins for sites are kept, 32 bytes in base64; unset: secrets.key in the folder
  EMBEDDER                ${embedder.options.join(', ')} (default embedded); with BEDROCK_MODEL_ID, BEDROCK_REGION,
                          EMBEDDING_DIMENSION, OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL
  ARTICLE_RETENTION_DAYS  days an article is kept (90)
  READ_RETENTION_HOURS    hours a read article is kept (720)
  MAX_SUBSCRIPTIONS       feeds a reader may follow (1000)
  HATEBU                  on or off: whether Hatena Bookmark is asked how often articles are bookmarked, which tells it
                          their addresses; unset: on where LC_ALL, LC_MESSAGES or LANG is Japanese, else off
  RATE_LIMIT_<CLASS>      requests a reader or an address may send, as <attempts>/<minutes>m, for example
                          RATE_LIMIT_FEED_REGISTRATION=10/1m; classes:
${rateLimits}
  OIDC_CLIENT_ID          sign-in with OpenID Connect, at Google unless OIDC_ISSUER names another; with
                          OIDC_CLIENT_SECRET; or several as OIDC_PROVIDERS='[{"provider", "issuer", …}]'
  ALLOWED_EMAILS          who may sign in: addresses and @domains; the first address is the owner's (or OWNER_EMAIL)
  ACCOUNTS                on or off: passwords and passkeys by invitation; unset: on where readers sign in and neither OIDC_…
                          nor AUTH_PROXY_… is set
  ALLOW_HTTP              on: sessions work over plain http too, where others in the network can read passwords (off)
  AUTH_PROXY_HEADER       header by which the proxies in TRUSTED_PROXY name the reader they signed in, for example Remote-User;
                          with AUTH_PROXY_OWNER, the owner's name in it
  ALLOWED_HOSTS           names the server goes by beside loopback, for example reader.example; then
                          readers sign in
  PUBLIC_URL              address at which the internet reaches the server, for example https://reader.example: feeds that
                          name a hub (WebSub) are told of news at once; unset: no hub is asked
  TRUSTED_PROXY           addresses of the proxies before it, for example 127.0.0.1: what they say in X-Forwarded-For
                          is the visitor's address, which the rate limits count; default none
  CORS_ALLOWED_ORIGIN     the one other origin whose pages may call the API, with a token
  RETRY_SECONDS           seconds until work that failed is tried again (20)
  SMTP_URL                server that sends mails, for example smtps://user:password@mail.example; with MAIL_FROM, their sender
  NEWSLETTER_ADDRESS      addresses of newsletters, for example *@news.example.org; with NEWSLETTER_MAILDIR, the maildir in which
                          their mails come, or NEWSLETTER_LISTEN, where they are taken by SMTP, for example 0.0.0.0:25
  BACKUP_DIR              folder on another disk, or s3://bucket/prefix, for a backup of everything each day; BACKUP_KEEP: how many stay (7)
  METRICS_TOKEN           token with which another machine may read GET /metrics, at least 16 characters; unset: only
                          this machine may, without a token
  LOG_LEVEL               what is logged: info, warn (default) or error; LOG_FORMAT=readable: not as JSON
`;

const flags = {
  port: { twin: 'PORT', fallback: '8400' },
  data: { twin: 'DATA_DIR', fallback: './.data' },
  host: { twin: 'HOST', fallback: '127.0.0.1' },
} as const;
type Flag = keyof typeof flags;

const isFlag = (name: string): name is Flag => Object.hasOwn(flags, name);

type Flags = { values: Map<Flag, string>; switches: Set<'help' | 'new-table'> };

const readFlags = (args: readonly string[]): Flags => {
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      host: { type: 'string' },
      'new-table': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    strict: false,
    tokens: true,
  });
  const values = new Map<Flag, string>();
  const switches: Flags['switches'] = new Set();
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional')
      throw new ConfigError(`${JSON.stringify(token.value)} is not allowed: flags only, see --help`);
    if (token.name === 'help' || token.name === 'new-table') switches.add(token.name);
    else if (!isFlag(token.name))
      throw new ConfigError(
        `${token.rawName} is no flag: --port, --data, --host, --new-table and --help are allowed`,
      );
    else if (token.value === undefined || token.value === '')
      throw new ConfigError(
        `${token.rawName} has no value: write ${token.rawName} ${flags[token.name].fallback}`,
      );
    else values.set(token.name, token.value);
  }
  return { values, switches };
};

/**
 * Returns how readers sign in; null if everyone is the one reader. A server that serves others than this machine has passwords
 * and passkeys unless it has another way in. Throws ConfigError.
 */
const readLocalSignIn = (
  environment: z.output<typeof localEnvironment>,
  isServed: boolean,
): SignInSettings | null => {
  const { AUTH_PROXY_HEADER: header, AUTH_PROXY_OWNER: owner, ACCOUNTS, TRUSTED_PROXY } = environment;
  if ((header === undefined) !== (owner === undefined))
    throw new ConfigError(
      header === undefined
        ? 'AUTH_PROXY_HEADER is not set: AUTH_PROXY_OWNER needs it'
        : `AUTH_PROXY_OWNER is not set: AUTH_PROXY_HEADER=${JSON.stringify(header)} needs the owner's name in that header`,
    );
  if (header !== undefined && TRUSTED_PROXY === '')
    throw new ConfigError(
      `TRUSTED_PROXY is not set: AUTH_PROXY_HEADER=${JSON.stringify(header)} is believed only from the addresses there`,
    );
  const proxy = header === undefined || owner === undefined ? null : { header, owner };
  const isHttpAllowed = environment.ALLOW_HTTP === 'on';
  const openId = readSignIn(environment);
  const isDefault = ACCOUNTS === undefined && isServed && openId === null && proxy === null;
  const given = openId ?? (isDefault || proxy !== null ? onlyAccounts : null);
  return given === null
    ? null
    : { ...given, hasAccounts: isDefault || ACCOUNTS === 'on', proxy, isHttpAllowed };
};

/** Checks the machine's language: the first of these variables that is set names it (POSIX). */
const isJapanese = ({ LC_ALL, LC_MESSAGES, LANG }: Record<string, string | undefined>): boolean =>
  /^ja([_.@]|$)/.test(LC_ALL || LC_MESSAGES || LANG || '');

const checkAllowHosts = (hosts: string): void => {
  try {
    parseAllowHosts(hosts);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'hosts separated by commas';
    throw new ConfigError(`FETCH_ALLOW_HOSTS=${JSON.stringify(hosts)} is not allowed: ${why}`, {
      cause: error,
    });
  }
};

/**
 * Reads the options. Flags take precedence over variables, and an empty variable counts as unset. Throws ConfigError
 * for the first wrong option.
 */
export const readOptions = (
  args: readonly string[],
  variables: Record<string, string | undefined>,
): LocalOptions | 'help' => {
  const { values, switches } = readFlags(args);
  if (switches.has('help')) return 'help';

  const read = (flag: Flag) => {
    const given = values.get(flag);
    const { twin, fallback } = flags[flag];
    const refuse = (allowed: string): never => {
      const shown = given === undefined ? `${twin}=` : `--${flag} `;
      throw new ConfigError(`${shown}${JSON.stringify(given ?? variables[twin])} is not allowed: ${allowed}`);
    };
    return { value: given ?? (variables[twin] || fallback), refuse };
  };

  const port = read('port');
  if (!/^\d{1,5}$/.test(port.value) || Number(port.value) > 65_535)
    port.refuse('a whole number from 0 to 65535, 0 for any port that is free');

  const host = read('host');
  const hostName = host.value.toLowerCase().replace(/^\[(.*)\]$/, '$1');

  const data = read('data');
  if (data.value.includes('\0')) data.refuse('a folder');

  const environment = readEnvironment(localEnvironment, variables);
  checkMailSettings(environment);
  const names = readNames(environment.ALLOWED_HOSTS);
  checkPublicUrl(environment.PUBLIC_URL, hostName, names);
  const isServed = !isLoopback(hostName) || names.length > 0;
  const signIn = readLocalSignIn(environment, isServed);
  if (signIn === null && !isLoopback(hostName))
    host.refuse('127.0.0.1, localhost or ::1 with ACCOUNTS=off; any other address needs a way to sign in');
  if (signIn === null && environment.ALLOWED_HOSTS !== '')
    throw new ConfigError(
      `ALLOWED_HOSTS=${JSON.stringify(environment.ALLOWED_HOSTS)} is not allowed with ACCOUNTS=off alone: only loopback names are answered to without sign-in`,
    );
  checkAllowHosts(environment.FETCH_ALLOW_HOSTS);
  return {
    port: Number(port.value),
    host: hostName,
    dataDirectory: resolve(data.value),
    isNewTableWanted: switches.has('new-table'),
    environment: { ...environment, HATEBU: environment.HATEBU ?? (isJapanese(variables) ? 'on' : 'off') },
    signIn,
    answersToAddresses: wildcards.has(hostName),
    names,
    allowedHosts: allowedHostsOf(hostName, names),
    trustedProxies: parseTrustedProxies(environment.TRUSTED_PROXY) ?? [],
  };
};
