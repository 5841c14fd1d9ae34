import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ConfigError, environments, readEnvironment } from '../config/env.ts';
import { parseAllowHosts } from '../outbound/allow-hosts.ts';

const shape = environments.api.shape;

/** What the functions read in the cloud, with the defaults of one reader's machine. */
export const localEnvironment = z.object({
  EMBEDDER: shape.EMBEDDER.removeDefault().default('lexical'),
  BEDROCK_MODEL_ID: shape.BEDROCK_MODEL_ID,
  BEDROCK_REGION: shape.BEDROCK_REGION,
  EMBEDDING_DIMENSION: shape.EMBEDDING_DIMENSION,
  OPENAI_BASE_URL: shape.OPENAI_BASE_URL,
  OPENAI_API_KEY: shape.OPENAI_API_KEY,
  OPENAI_MODEL: shape.OPENAI_MODEL,
  ARTICLE_RETENTION_DAYS: shape.ARTICLE_RETENTION_DAYS,
  READ_RETENTION_HOURS: shape.READ_RETENTION_HOURS,
  FETCH_ALLOW_HOSTS: shape.FETCH_ALLOW_HOSTS,
  LOG_LEVEL: z.enum(['info', 'warn', 'error']).default('warn'),
  MAX_SUBSCRIPTIONS: shape.MAX_SUBSCRIPTIONS.removeDefault().default(1000),
});

export type LocalOptions = {
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** Absolute. */
  dataDirectory: string;
  environment: z.output<typeof localEnvironment>;
};

export const helpText = `Usage: npm start -- [flags]

  --port <number>  port to serve on (PORT, default 8400; 0: any that is free)
  --data <folder>  where feeds, articles and queues are kept (DATA_DIR, default ./.data)
  --host <host>    loopback address to serve on (HOST, default 127.0.0.1)
  --help           this text

A flag goes before its environment variable. Read from the environment too:
  FETCH_ALLOW_HOSTS       hosts that may be fetched although their address is private, for example 127.0.0.1:8081
  EMBEDDER                lexical (default), bedrock or openai; with BEDROCK_MODEL_ID, BEDROCK_REGION,
                          EMBEDDING_DIMENSION, OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL
  ARTICLE_RETENTION_DAYS  days an article is kept (7)
  READ_RETENTION_HOURS    hours a read article is kept (24)
  MAX_SUBSCRIPTIONS       feeds a reader may follow (1000)
  LOG_LEVEL               what is logged: info, warn (default) or error
`;

const flags = {
  port: { twin: 'PORT', fallback: '8400' },
  data: { twin: 'DATA_DIR', fallback: './.data' },
  host: { twin: 'HOST', fallback: '127.0.0.1' },
} as const;
type Flag = keyof typeof flags;

const isFlag = (name: string): name is Flag => Object.hasOwn(flags, name);

const readFlags = (args: readonly string[]): { values: Map<Flag, string>; wantsHelp: boolean } => {
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      host: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
    strict: false,
    tokens: true,
  });
  const values = new Map<Flag, string>();
  let wantsHelp = false;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional')
      throw new ConfigError(`${JSON.stringify(token.value)} is not allowed: flags only, see --help`);
    if (token.name === 'help') wantsHelp = true;
    else if (!isFlag(token.name))
      throw new ConfigError(`${token.rawName} is no flag: --port, --data, --host and --help are allowed`);
    else if (token.value === undefined || token.value === '')
      throw new ConfigError(
        `${token.rawName} has no value: write ${token.rawName} ${flags[token.name].fallback}`,
      );
    else values.set(token.name, token.value);
  }
  return { values, wantsHelp };
};

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Flags go before variables, an empty variable counts as unset. Throws ConfigError for the first that is wrong. */
export const readOptions = (
  args: readonly string[],
  variables: Record<string, string | undefined>,
): LocalOptions | 'help' => {
  const { values, wantsHelp } = readFlags(args);
  if (wantsHelp) return 'help';

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
  if (!isLoopback(hostName))
    host.refuse(
      '127.0.0.1, localhost or ::1; any other needs sign-in, which the local runner does not have yet',
    );

  const data = read('data');
  if (data.value.includes('\0')) data.refuse('a folder');

  const environment = readEnvironment(localEnvironment, variables);
  try {
    parseAllowHosts(environment.FETCH_ALLOW_HOSTS);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'hosts separated by commas';
    throw new ConfigError(
      `FETCH_ALLOW_HOSTS=${JSON.stringify(environment.FETCH_ALLOW_HOSTS)} is not allowed: ${why}`,
      { cause: error },
    );
  }
  return { port: Number(port.value), host: hostName, dataDirectory: resolve(data.value), environment };
};
