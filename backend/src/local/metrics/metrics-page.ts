import ipaddr from 'ipaddr.js';
import { isSameSecret } from '../../lib/is-same-secret.ts';
import type { MetricsPage, MetricsRequest } from '../http/app.ts';
import { errorAnswer, type Answer } from '../http/refusals.ts';

/** The content type of Prometheus' text format, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

type Sample = { name: string; labels: Labels; value: number };

/** A metric with its samples at the time of a scrape. */
export type Metric = {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: () => Sample[] | Promise<Sample[]>;
};

const keyOf = (labels: Labels): string => JSON.stringify(Object.entries(labels));

/** Creates a counter, whose name ends in `_total`. It has a sample of 0 from the start for each of `known`. */
export const createCounter = (
  name: string,
  help: string,
  known: readonly Labels[] = [],
): { metric: Metric; add: (labels: Labels, by?: number) => void } => {
  const counts = new Map<string, Sample>();
  const add = (labels: Labels, by = 1): void => {
    const key = keyOf(labels);
    counts.set(key, { name, labels, value: (counts.get(key)?.value ?? 0) + by });
  };
  for (const labels of known) add(labels, 0);
  return { metric: { name, help, type: 'counter', samples: () => [...counts.values()] }, add };
};

/** Creates a gauge, whose samples are read at each scrape. */
export const createGauge = (
  name: string,
  help: string,
  read: () => { labels: Labels; value: number }[] | Promise<{ labels: Labels; value: number }[]>,
): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: async () => (await read()).map((sample) => ({ name, ...sample })),
});

type Distribution = { labels: Labels; counts: number[]; sum: number; count: number };

/** Returns the samples of one distribution: cumulative buckets, the last of which has all values, then sum and count. */
const samplesOf = (
  name: string,
  bounds: readonly number[],
  { labels, counts, sum, count }: Distribution,
): Sample[] => {
  let below = 0;
  const buckets = bounds.map((bound, at) => {
    below += counts[at] ?? 0;
    return { name: `${name}_bucket`, labels: { ...labels, le: String(bound) }, value: below };
  });
  return [
    ...buckets,
    { name: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
};

/** Creates a histogram. `bounds` are the upper bounds of its buckets, inclusive and ascending. */
export const createHistogram = (
  name: string,
  help: string,
  bounds: readonly number[],
): { metric: Metric; observe: (labels: Labels, value: number) => void } => {
  const all = new Map<string, Distribution>();
  const observe = (labels: Labels, value: number): void => {
    const key = keyOf(labels);
    const stored = all.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
    const at = bounds.findIndex((bound) => value <= bound);
    if (at !== -1) stored.counts[at] = (stored.counts[at] ?? 0) + 1;
    stored.sum += value;
    stored.count += 1;
    all.set(key, stored);
  };
  const samples = () => [...all.values()].flatMap((one) => samplesOf(name, bounds, one));
  return { metric: { name, help, type: 'histogram', samples }, observe };
};

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const lineOf = ({ name, labels, value }: Sample): string => {
  const pairs = Object.entries(labels).map(
    ([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`,
  );
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
};

/** Returns the metrics in Prometheus' text format. */
export const exposition = async (metrics: readonly Metric[]): Promise<string> => {
  const texts = await Promise.all(
    metrics.map(async ({ name, help, type, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} ${type}`,
      ...(await samples()).map(lineOf),
    ]),
  );
  return `${texts.flat().join('\n')}\n`;
};

const noToken = errorAnswer('FORBIDDEN', {
  message: 'Metrics are for this machine only, because no token is set for them',
  action: 'Set METRICS_TOKEN, start Omomi again and send the token as Authorization: Bearer.',
});
const wrongToken = errorAnswer('UNAUTHENTICATED', {
  message: 'The token of the metrics is missing or wrong',
  action: 'Send the value of METRICS_TOKEN as Authorization: Bearer.',
});
const wrongMethod = errorAnswer('METHOD_NOT_ALLOWED', {
  message: 'This address is served with GET, HEAD only',
  action: 'Send a GET request.',
});

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

const hasToken = (authorization: string | undefined, token: string): boolean => {
  const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && isSameSecret(given, token);
};

/** Returns the refusal of a request that may not read the metrics; null for one that may. */
const refusalOf = (request: MetricsRequest, token: string | undefined): Answer | null => {
  if (isLoopback(request.address) && !request.isForwarded) return null;
  if (token === undefined) return noToken;
  if (hasToken(request.authorization, token)) return null;
  return { ...wrongToken, headers: { ...wrongToken.headers, 'www-authenticate': 'Bearer' } };
};

/**
 * Creates the page of the metrics. A viewer on this machine who uses no proxy needs no token; any other needs the one
 * that is set, and is refused if none is. They tell how much is read, but neither who reads nor what.
 */
export const createMetricsPage =
  (token: string | undefined, read: () => Promise<string>): MetricsPage =>
  async (request) => {
    if (!['GET', 'HEAD'].includes(request.method))
      return { ...wrongMethod, headers: { ...wrongMethod.headers, allow: 'GET, HEAD' } };
    const refused = refusalOf(request, token);
    if (refused !== null) return refused;
    return {
      status: 200,
      headers: { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' },
      body: Buffer.from(await read()),
    };
  };
