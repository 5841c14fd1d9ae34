import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, readEnvironment } from '../../config/env.ts';
import { settings, type Settings } from '../../config/settings.ts';
import { readSignIn, type SignInSettings } from '../../config/sign-in.ts';
import { parseAllowHosts } from '../../web/guard/target.ts';
import { loopbackHosts } from '../http/refusals.ts';
import { parseTrustedProxies } from '../http/http-event.ts';

const { EMBEDDER, MAX_SUBSCRIPTIONS, HATEBU, ARTICLE_RETENTION_DAYS, READ_RETENTION_HOURS } = settings.shape;

/** The settings of the cloud's functions, with defaults for one reader's machine, and the settings of this process. */
export const localEnvironment = settings.extend({
  EMBEDDER: EMBEDDER.removeDefault().default('embedded'),
  // Storage costs nothing here, so articles stay for 90 days, and for 30 days after they were read.
  ARTICLE_RETENTION_DAYS: ARTICLE_RETENTION_DAYS.removeDefault().default(90),
  READ_RETENTION_HOURS: READ_RETENTION_HOURS.removeDefault().default(720),
  LOG_LEVEL: z.enum(['info', 'warn', 'error']).default('warn'),
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
  /** Seconds until a message whose handling failed, or was cut off twice by the end of the process, is handled again. */
  RETRY_SECONDS: z
    .string()
    .refine(
      (text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 900,
      'expected a whole number from 1 to 900',
    )
    .transform(Number)
    .default(20),
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
  /** IP addresses in the form of `parseTrustedProxies`. */
  trustedProxies: string[];
};

export const helpText = `Usage: npm start -- [flags]

  --port <number>  port to serve on (PORT, default 8400; 0: any that is free)
  --data <folder>  where feeds, articles and queues are kept (DATA_DIR, default ./.data)
  --host <host>    address to serve on (HOST, default 127.0.0.1; another than loopback needs sign-in)
  --new-table      begin an empty table where the folder holds one of an earlier version, or has lost its table; what is
                   there is left as it is
  --help           this text

A flag goes before its environment variable. Read from the environment too:
  FETCH_ALLOW_HOSTS       hosts that may be fetched although their address is private, for example 127.0.0.1:8081
  EMBEDDER                embedded (default), bedrock or openai; with BEDROCK_MODEL_ID, BEDROCK_REGION,
                          EMBEDDING_DIMENSION, OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL
  ARTICLE_RETENTION_DAYS  days an article is kept (90)
  READ_RETENTION_HOURS    hours a read article is kept (720)
  MAX_SUBSCRIPTIONS       feeds a reader may follow (1000)
  HATEBU                  on or off: whether Hatena Bookmark is asked how often articles are bookmarked, which tells it
                          their addresses; unset: on where LC_ALL, LC_MESSAGES or LANG is Japanese, else off
  RATE_LIMIT_<CLASS>      requests a reader or an address may send, as <attempts>/<minutes>m, for example
                          RATE_LIMIT_FEED_REGISTRATION=10/1m; classes: PUBLIC_UNAUTHENTICATED (60/1m),
                          PROTECTED_UNAUTHENTICATED (5/10m), PUBLIC_AUTHENTICATED (120/1m),
                          PROTECTED_AUTHENTICATED (30/1m), SEARCH (240/1m), FEED_REGISTRATION (10/1m)
  OIDC_CLIENT_ID          sign-in with OpenID Connect, at Google unless OIDC_ISSUER names another; with
                          OIDC_CLIENT_SECRET; or several as OIDC_PROVIDERS='[{"provider", "issuer", …}]'
  ALLOWED_EMAILS          who may sign in: addresses and @domains; the first address is the owner's (or OWNER_EMAIL)
  ALLOWED_HOSTS           names the server goes by beside loopback, for example reader.example; needs sign-in
  TRUSTED_PROXY           addresses of the proxies before it, for example 127.0.0.1: what they say in X-Forwarded-For
                          is the visitor's address, which the rate limits count; default none
  CORS_ALLOWED_ORIGIN     the one other origin whose pages may call the API, with a token
  RETRY_SECONDS           seconds until work that failed is tried again (20)
  METRICS_TOKEN           token with which another machine may read GET /metrics, at least 16 characters; unset: only
                          this machine may, without a token
  LOG_LEVEL               what is logged: info, warn (default) or error
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

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const wildcards = new Set(['0.0.0.0', '::']);

/** Returns the listening address and the names in ALLOWED_HOSTS, each name also with a proxy's usual port. */
const readAllowedHosts = (host: string, text: string): string[] => {
  const boundName = host.includes(':') ? (URL.parse(`http://[${host}]`)?.hostname ?? host) : host;
  const bound = wildcards.has(host) || loopbackHosts.some((name) => name === boundName) ? [] : [boundName];
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  for (const name of names)
    if (URL.parse(`https://${name}`)?.host !== name)
      throw new ConfigError(
        `ALLOWED_HOSTS=${JSON.stringify(name)} is not allowed: expected names such as reader.example or reader.example:8443, separated by commas`,
      );
  return [...bound, ...names, ...names.filter((name) => !/:\d+$/.test(name)).map((name) => `${name}:80`)];
};

/** Checks the machine's language: the first of these variables that is set names it (POSIX). */
const isJapanese = ({ LC_ALL, LC_MESSAGES, LANG }: Record<string, string | undefined>): boolean =>
  /^ja([_.@]|$)/.test(LC_ALL || LC_MESSAGES || LANG || '');

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
  const signIn = readSignIn(environment);
  if (signIn === null && !isLoopback(hostName))
    host.refuse(
      '127.0.0.1, localhost or ::1; any other needs sign-in: set OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and ALLOWED_EMAILS',
    );
  if (signIn === null && environment.ALLOWED_HOSTS !== '')
    throw new ConfigError(
      `ALLOWED_HOSTS=${JSON.stringify(environment.ALLOWED_HOSTS)} is not allowed without sign-in: only loopback names are answered to`,
    );
  try {
    parseAllowHosts(environment.FETCH_ALLOW_HOSTS);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'hosts separated by commas';
    throw new ConfigError(
      `FETCH_ALLOW_HOSTS=${JSON.stringify(environment.FETCH_ALLOW_HOSTS)} is not allowed: ${why}`,
      { cause: error },
    );
  }
  return {
    port: Number(port.value),
    host: hostName,
    dataDirectory: resolve(data.value),
    isNewTableWanted: switches.has('new-table'),
    environment: { ...environment, HATEBU: environment.HATEBU ?? (isJapanese(variables) ? 'on' : 'off') },
    signIn,
    allowedHosts: readAllowedHosts(hostName, environment.ALLOWED_HOSTS),
    trustedProxies: parseTrustedProxies(environment.TRUSTED_PROXY) ?? [],
  };
};
