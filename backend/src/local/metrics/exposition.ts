/** The content type of Prometheus' text format, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

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
