import { expect } from 'vitest';

type ParsedSample = { name: string; labels: Record<string, string>; value: number };
export type ParsedMetric = { help: string; type: string; samples: ParsedSample[] };

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|[+-]Inf|NaN)$`);

const unescaped = (text: string) =>
  text.replaceAll(/\\(.)/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));

const labelsOf = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [whole, name, value] = LABEL.exec(rest) ?? [];
    if (whole === undefined) throw new Error(`no label at ${JSON.stringify(rest)}`);
    labels[name!] = unescaped(value!);
    rest = rest.slice(whole.length);
  }
  return labels;
};

const sampleOf = (line: string): ParsedSample => {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`no sample: ${JSON.stringify(line)}`);
  return { name, labels: labelsOf(labels), value: value === '+Inf' ? Infinity : Number(value) };
};

/**
 * Parses Prometheus' text format, version 0.0.4, as its documentation defines it. Throws if a line is neither a comment
 * nor a sample, if a sample belongs to no metric that was announced before it, or if a metric comes twice.
 */
export const parseExposition = (text: string): Map<string, ParsedMetric> => {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const metrics = new Map<string, ParsedMetric>();
  const seen = new Set<string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, what, name = '', rest = ''] = new RegExp(`^# (HELP|TYPE) (${NAME}) (.*)$`).exec(line) ?? [];
    if (what === 'HELP') {
      if (metrics.has(name)) throw new Error(`${name} comes twice`);
      metrics.set(name, { help: unescaped(rest), type: 'untyped', samples: [] });
      current = name;
    } else if (what === 'TYPE') {
      if (name !== current) throw new Error(`the type of ${name} does not follow its help`);
      metrics.get(name)!.type = rest;
    } else {
      if (seen.has(line.replace(/ [^ ]*$/, ''))) throw new Error(`a sample comes twice: ${line}`);
      seen.add(line.replace(/ [^ ]*$/, ''));
      const sample = sampleOf(line);
      const metric = metrics.get(current);
      const suffixes = metric?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!suffixes.some((suffix) => sample.name === current + suffix))
        throw new Error(`${sample.name} is no sample of ${current}`);
      metric!.samples.push(sample);
    }
  }
  return metrics;
};

/** Checks a histogram: its buckets never fall, and the last one, of +Inf, is its count. */
export const expectHistogram = ({ type, samples }: ParsedMetric): void => {
  expect(type).toBe('histogram');
  const byLabels = Map.groupBy(samples, ({ labels }) =>
    JSON.stringify(Object.entries(labels).filter(([name]) => name !== 'le')),
  );
  for (const group of byLabels.values()) {
    const buckets = group.filter(({ name }) => name.endsWith('_bucket'));
    const bounds = buckets.map(({ labels }) => (labels['le'] === '+Inf' ? Infinity : Number(labels['le'])));
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
    const counts = buckets.map(({ value }) => value);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(bounds.at(-1)).toBe(Infinity);
    expect(group.filter(({ name }) => name.endsWith('_count')).map(({ value }) => value)).toEqual([
      counts.at(-1),
    ]);
    expect(group.filter(({ name }) => name.endsWith('_sum'))).toHaveLength(1);
  }
};
