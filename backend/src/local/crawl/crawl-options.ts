import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { crawlExportFormat, crawlScope } from '../../contract/index.ts';
import type { ExportFormat } from '../../crawl/views/export-crawl.ts';
import { ConfigError } from '../../config/env.ts';
import type { CrawlPlan } from '../../model/crawl/crawl.ts';

export const crawlHelp = `Usage: npm run crawl -- <url>... [flags]

Crawls whole sites and writes a line for each page, and beside it the links and the failed attempts. Ctrl-C pauses; the same
command goes on. npm run crawl -- views <folder> shows what a crawl with --keep found.

  --limit <number>        most pages in all (500); sitemaps do not count
  --include <pattern>     only addresses that match; * is any text, /… is compared with the path; may be repeated
  --exclude <pattern>     no addresses that match; may be repeated
  --scope <scope>         host (default): the hosts of the urls; subdomains: these and their subdomains
  --depth <number>        most links from a url to a page (10)
  --concurrency <number>  most pages at once (10)
  --host-concurrency <n>  most pages of one host at once (2)
  --delay <time>          pause between two requests to a host, as 1s or 500ms (1s); less than a second counts only
                          for hosts of FETCH_ALLOW_HOSTS
  --timeout <time>        longest time for one page (30s)
  --user-agent <text>     sent before Omomi's own name, which is sent too
  --robots-agent <name>   the robot whose group of robots.txt is obeyed (Omomi)
  --own-hosts <name>      a host of your own, whose robots.txt is not obeyed; may be repeated
  --sitemaps <on|off>     whether sitemaps are read first (on)
  --out <file>            where the pages are written (pages.jsonl); links.jsonl and errors.jsonl go beside it
  --format <format>       jsonl (default) or csv
  --keep <on|off>         whether the crawl's table stays for the views (off)
  --data <folder>         where the crawl is kept until it is over (DATA_DIR, default ./.data)
  --help                  this text

A flag goes before its variable (OMOMI_CRAWL_LIMIT, OMOMI_CRAWL_INCLUDE=a,b …), a variable before the file
omomi.crawl.json ({"urls": […], "limit": 500, "user_agent": "…"}), the file before the default.
`;

const whole = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `a whole number from ${min} to ${max}`,
    )
    .transform(Number);

const timeUnits: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

const milliseconds = (text: string): number => {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(text) ?? [];
  return Math.round(Number(number || Number.NaN) * (timeUnits[unit] ?? Number.NaN));
};

const time = (min: string, max: string) =>
  z
    .string()
    .refine(
      (text) => milliseconds(text) >= milliseconds(min) && milliseconds(text) <= milliseconds(max),
      `a time from ${min} to ${max}, as 1s or 500ms`,
    )
    .transform(milliseconds);

const scope = z
  .string()
  .refine((value) => value === 'host' || value === 'subdomains', 'host or subdomains')
  .pipe(crawlScope);
const format = z
  .string()
  .refine((value) => value === 'jsonl' || value === 'csv', 'jsonl or csv')
  .pipe(crawlExportFormat);
const onOrOff = z.string().refine((value) => value === 'on' || value === 'off', 'on or off');

const text = (max: number) =>
  z
    .string()
    .trim()
    .refine((value) => value.length > 0 && value.length <= max, `a text of 1 to ${max} characters`);

/** The options with one value, with their defaults; null has none. */
const single = {
  limit: '500',
  scope: 'host',
  depth: '10',
  concurrency: '10',
  'host-concurrency': '2',
  delay: '1s',
  timeout: '30s',
  'user-agent': null,
  'robots-agent': null,
  sitemaps: 'on',
  out: null,
  format: 'jsonl',
  keep: 'off',
} as const;
type Single = keyof typeof single;

/** The options that may be given several times. */
const several = ['include', 'exclude', 'own-hosts'] as const;
type Several = (typeof several)[number];

const isSingle = (name: string): name is Single => Object.hasOwn(single, name);
const isSeveral = (name: string): name is Several => several.some((one) => one === name);

const FILE = 'omomi.crawl.json';

/** The values of one source as text, with how each is named there. */
type Source = {
  values: Partial<Record<Single | Several | 'data', string[]>>;
  urls: string[];
  nameOf: (name: string) => string;
};

const readFlags = (args: readonly string[]): Source | 'help' => {
  const names = [...Object.keys(single), ...several, 'data'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
  });
  const source: Source = { values: {}, urls: [], nameOf: (name) => `--${name} ` };
  for (const token of tokens) {
    if (token.kind === 'positional') source.urls.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, value } = token;
    if (name === 'help') return 'help';
    if (!isSingle(name) && !isSeveral(name) && name !== 'data')
      throw new ConfigError(`${token.rawName} is no flag: see npm run crawl -- --help`);
    if (value === undefined || value === '') throw new ConfigError(`${token.rawName} has no value`);
    source.values[name] = isSeveral(name) ? [...(source.values[name] ?? []), value] : [value];
  }
  return source;
};

const variableOf = (name: string): string => `OMOMI_CRAWL_${name.toUpperCase().replaceAll('-', '_')}`;

const readVariables = (variables: Record<string, string | undefined>): Source => {
  const source: Source = { values: {}, urls: [], nameOf: (name) => `${variableOf(name)}=` };
  for (const name of [...Object.keys(single), ...several]) {
    const value = variables[variableOf(name)];
    if (value === undefined || value === '') continue;
    if (isSeveral(name)) source.values[name] = value.split(',').map((part) => part.trim());
    else if (isSingle(name)) source.values[name] = [value];
  }
  return source;
};

const fileSchema = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));

/** Reads omomi.crawl.json of a folder, if there is one. @throws ConfigError if it cannot be read. */
const readFile = (folder: string): Source => {
  const source: Source = {
    values: {},
    urls: [],
    nameOf: (name) => `${FILE}: ${name.replaceAll('-', '_')} = `,
  };
  let json: string;
  try {
    json = readFileSync(resolve(folder, FILE), 'utf8');
  } catch {
    return source;
  }
  const refuse = (why: string, cause?: unknown) =>
    new ConfigError(`${FILE} cannot be read: ${why}`, { cause });
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    throw refuse('it is no JSON', error);
  }
  const { data, success } = fileSchema.safeParse(parsed);
  if (!success) throw refuse('expected an object of texts, numbers and lists of texts');
  for (const [key, value] of Object.entries(data)) {
    const name = key.replaceAll('_', '-');
    const values = Array.isArray(value) ? value : [String(value)];
    if (name === 'urls') source.urls = values;
    else if (isSingle(name) || isSeveral(name)) source.values[name] = values;
    else throw refuse(`${JSON.stringify(key)} is no setting; see npm run crawl -- --help`);
  }
  return source;
};

export type CrawlOptions = {
  plan: CrawlPlan;
  /** The file of the pages. */
  out: string;
  format: ExportFormat;
  /** True if the table of the crawl stays for its views. */
  isKept: boolean;
  dataDirectory: string;
};

/**
 * Creates the function that reads one option from the first source that has it; undefined if there is neither a value nor a
 * default. It throws a ConfigError that names source, value and what is allowed.
 */
const readerOf =
  (sources: readonly Source[]) =>
  <T>(name: Single, schema: z.ZodType<T, string>): T | undefined => {
    const source = sources.find(({ values }) => values[name] !== undefined);
    const value = source?.values[name]?.at(-1) ?? single[name];
    if (value === null) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const allowed = parsed.error.issues[0]?.message ?? 'another value';
    throw new ConfigError(
      `${source?.nameOf(name) ?? name}${JSON.stringify(value)} is not allowed: ${allowed}`,
    );
  };

const listOf = (name: Several, sources: readonly Source[]): string[] => {
  const source = sources.find(({ values }) => values[name] !== undefined);
  const patterns = (source?.values[name] ?? []).map((pattern) => pattern.trim());
  for (const pattern of patterns)
    if (pattern === '' || pattern.length > 200)
      throw new ConfigError(
        `${source?.nameOf(name) ?? name}${JSON.stringify(pattern)} is not allowed: a pattern has 1 to 200 characters`,
      );
  return patterns;
};

/**
 * Reads the options of a crawl: flags before variables before omomi.crawl.json in `folder` before defaults. @throws
 * ConfigError for the first wrong one.
 */
export const readCrawlOptions = (
  args: readonly string[],
  variables: Record<string, string | undefined>,
  folder: string,
): CrawlOptions | 'help' => {
  const flags = readFlags(args);
  if (flags === 'help') return 'help';
  const sources = [flags, readVariables(variables), readFile(folder)];
  const seeds = sources.find(({ urls }) => urls.length > 0)?.urls;
  if (seeds === undefined)
    throw new ConfigError('which site? Write npm run crawl -- https://site.example/, or see --help');
  const read = readerOf(sources);
  const numberOf = (name: Single, schema: z.ZodType<number, string>) => read(name, schema) ?? 0;
  const userAgent = read('user-agent', text(200));
  const robotsAgent = read('robots-agent', text(50));
  const ownHosts = listOf('own-hosts', sources).map((host) => host.toLowerCase());
  const written = read('format', format) ?? 'jsonl';
  return {
    plan: {
      seeds,
      include: listOf('include', sources),
      exclude: listOf('exclude', sources),
      scope: read('scope', scope) ?? 'host',
      depth: numberOf('depth', whole(0, 100)),
      limit: numberOf('limit', whole(1, 100_000)),
      concurrency: numberOf('concurrency', whole(1, 100)),
      host_concurrency: numberOf('host-concurrency', whole(1, 10)),
      delay_ms: numberOf('delay', time('0ms', '1m')),
      timeout_ms: numberOf('timeout', time('100ms', '5m')),
      use_sitemaps: read('sitemaps', onOrOff) === 'on',
      ...(userAgent === undefined ? {} : { user_agent: userAgent }),
      ...(robotsAgent === undefined ? {} : { robots_agent: robotsAgent }),
      ...(ownHosts.length === 0 ? {} : { own_hosts: ownHosts, respect_robots: false }),
    },
    out: resolve(folder, read('out', text(4096)) ?? `pages.${written}`),
    format: written,
    isKept: read('keep', onOrOff) === 'on',
    dataDirectory: resolve(folder, flags.values.data?.at(-1) ?? (variables['DATA_DIR'] || './.data')),
  };
};
