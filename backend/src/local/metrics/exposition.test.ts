import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectHistogram, parseExposition } from '../../../test/harness/prometheus.ts';
import { createCounter, createGauge, createHistogram, exposition } from './runner-metrics.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const often = { numRuns: runs(200) };
const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '}', ',', '=', '気', ' ') });
const amount = fc.double({ min: 0, max: 1e9, noNaN: true });

describe('the text format of Prometheus', () => {
  it('keeps every label, help and value, whatever characters they have', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.record({ label: text, by: amount })), async (help, added) => {
        const counter = createCounter('things_total', help);
        for (const { label, by } of added) counter.add({ label }, by);
        const read = () => added.slice(0, 1).map(({ label, by }) => ({ labels: { label }, value: by }));
        const parsed = parseExposition(await exposition([counter.metric, createGauge('level', help, read)]));
        const sums = new Map<string, number>();
        for (const { label, by } of added) sums.set(label, (sums.get(label) ?? 0) + by);
        expect(parsed.get('things_total')).toEqual({
          help,
          type: 'counter',
          samples: [...sums].map(([label, value]) => ({ name: 'things_total', labels: { label }, value })),
        });
        const samples = read().map((sample) => ({ name: 'level', ...sample }));
        expect(parsed.get('level')).toEqual({ help, type: 'gauge', samples });
      }),
      often,
    );
  });

  it('counts each value of a histogram in every bucket that is wide enough', async () => {
    const bounds = [0.1, 1, 10];
    const value = fc.oneof(amount, fc.constantFrom(0, 0.1, 1, 10, 10.5));
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1 }), async (values) => {
        const histogram = createHistogram('seconds', 'Seconds.', bounds);
        for (const [at, one] of values.entries()) histogram.observe({ side: at % 2 === 0 ? 'a' : 'b' }, one);
        const metric = parseExposition(await exposition([histogram.metric])).get('seconds')!;
        expectHistogram(metric);
        for (const bound of [...bounds, Infinity]) {
          const le = bound === Infinity ? '+Inf' : String(bound);
          const counted = metric.samples.filter(({ labels }) => labels['le'] === le);
          const total = counted.reduce((sum, { value: count }) => sum + count, 0);
          expect(total).toBe(values.filter((one) => one <= bound).length);
        }
      }),
      often,
    );
  });
});
