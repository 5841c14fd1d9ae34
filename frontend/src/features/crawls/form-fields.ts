import { type CrawlEstimate, type CrawlSettings, crawlSettings } from '@omomi/backend/contract';
import type { z } from 'zod';

/** The numbers that a crawl is asked for with. Those in seconds are milliseconds in its settings. */
export const numberNames = ['limit', 'depth', 'delay', 'concurrency', 'host_concurrency', 'timeout'] as const;
export type NumberName = (typeof numberNames)[number];
const listNames = ['seeds', 'include', 'exclude'] as const;
export type FieldName = NumberName | (typeof listNames)[number];

/** The form as it is typed: lists have an entry on each line, and a number may be no number yet. */
export type CrawlFields = Record<FieldName, string> & Pick<CrawlSettings, 'scope' | 'use_sitemaps'>;

/** The fault of a field. */
export type FieldProblem =
  | { kind: 'empty' }
  | { kind: 'address' | 'refused'; text: string }
  | { kind: 'many' | 'long' | 'allowed'; most: number }
  | { kind: 'range'; least: number; most: number }
  | { kind: 'invalid' };

export type Problems = Partial<Record<FieldName, FieldProblem>>;

const { shape } = crawlSettings;

/** The settings of the numbers with the number of their units in one of the form's. */
const numbers = {
  limit: { of: 'limit', unit: 1 },
  depth: { of: 'depth', unit: 1 },
  delay: { of: 'delay_ms', unit: 1000 },
  concurrency: { of: 'concurrency', unit: 1 },
  host_concurrency: { of: 'host_concurrency', unit: 1 },
  timeout: { of: 'timeout_ms', unit: 1000 },
} as const;

/** Returns the smallest and the largest value of a number in the form. */
export const rangeOf = (name: NumberName): { least: number; most: number } => {
  const { of, unit } = numbers[name];
  const { minValue, maxValue } = shape[of].unwrap();
  return { least: (minValue ?? 0) / unit, most: (maxValue ?? Number.MAX_SAFE_INTEGER) / unit };
};

/** Returns the fields of settings. */
export const fieldsOf = (settings: CrawlSettings): CrawlFields => ({
  seeds: settings.seeds.join('\n'),
  include: settings.include.join('\n'),
  exclude: settings.exclude.join('\n'),
  scope: settings.scope,
  limit: String(settings.limit),
  depth: String(settings.depth),
  delay: String(settings.delay_ms / 1000),
  concurrency: String(settings.concurrency),
  host_concurrency: String(settings.host_concurrency),
  timeout: String(settings.timeout_ms / 1000),
  use_sitemaps: settings.use_sitemaps,
});

/** The fields of a new form. */
export const usualFields: CrawlFields = {
  ...fieldsOf(crawlSettings.parse({ seeds: ['https://example.com/'] })),
  seeds: '',
};

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Returns an address with its scheme, `https` if none is typed; null if it is no web address. */
const addressOf = (typed: string): string | null => {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.hostname.includes('.') || url.hostname.includes(':') || url.hostname === 'localhost'
    ? url.href
    : null;
};

/** Returns a number in the settings' unit; null if the text is no number, too exact or outside the range. */
const numberOf = (name: NumberName, typed: string): number | null => {
  const { least, most } = rangeOf(name);
  // `Number('')` is 0.
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  const { unit } = numbers[name];
  const rounded = Math.round(value * unit);
  return value >= least && value <= most && rounded / unit === value ? rounded : null;
};

const seedProblem = (typed: readonly string[]): FieldProblem | null => {
  if (typed.length === 0) return { kind: 'empty' };
  const wrong = typed.find((line) => addressOf(line) === null);
  return wrong === undefined ? null : { kind: 'address', text: wrong };
};

/** Explains what the contract's schema does not accept of a list. */
const listProblem = (issue: z.core.$ZodIssue): FieldProblem =>
  issue.code === 'too_big'
    ? { kind: issue.origin === 'array' ? 'many' : 'long', most: Number(issue.maximum) }
    : { kind: 'invalid' };

/** Returns the settings that the fields ask for, or what is wrong with them. */
export const settingsOf = (
  fields: CrawlFields,
): { settings: CrawlSettings; problems: null } | { settings: null; problems: Problems } => {
  const seeds = linesOf(fields.seeds);
  const parsed = crawlSettings.safeParse({
    seeds: seeds.map(addressOf),
    include: linesOf(fields.include),
    exclude: linesOf(fields.exclude),
    scope: fields.scope,
    use_sitemaps: fields.use_sitemaps,
    ...Object.fromEntries(numberNames.map((name) => [numbers[name].of, numberOf(name, fields[name])])),
  });
  const problems: Problems = {};
  for (const issue of parsed.error?.issues ?? []) {
    const name = listNames.find((each) => each === issue.path[0]);
    if (name !== undefined) problems[name] ??= listProblem(issue);
  }
  for (const name of numberNames)
    if (numberOf(name, fields[name]) === null) problems[name] = { kind: 'range', ...rangeOf(name) };
  const ofSeeds = seedProblem(seeds);
  if (ofSeeds !== null) problems.seeds = ofSeeds;
  return parsed.success && ofSeeds === null
    ? { settings: parsed.data, problems: null }
    : { settings: null, problems };
};

/** Returns what exceeds the reader's own limits, which may be smaller than those of everybody. */
export const overAllowed = (settings: CrawlSettings, allowed: CrawlEstimate['allowed']): Problems => ({
  ...(settings.seeds.length > allowed.seeds ? { seeds: { kind: 'many', most: allowed.seeds } } : {}),
  ...(settings.limit > allowed.limit ? { limit: { kind: 'allowed', most: allowed.limit } } : {}),
  ...(settings.depth > allowed.depth ? { depth: { kind: 'allowed', most: allowed.depth } } : {}),
  ...(settings.concurrency > allowed.concurrency
    ? { concurrency: { kind: 'allowed', most: allowed.concurrency } }
    : {}),
});
