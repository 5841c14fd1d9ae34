import { Metrics } from '@aws-lambda-powertools/metrics';
import { afterEach, expect, it, vi } from 'vitest';
import { createLimitMetrics } from './limit-metrics.ts';

afterEach(() => vi.restoreAllMocks());

const omit = (line: Record<string, unknown>, ...names: string[]) =>
  Object.fromEntries(Object.entries(line).filter(([name]) => !names.includes(name)));

it('publishes the counts of each class in the embedded metric format, without zeros', () => {
  const lines: Record<string, unknown>[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(JSON.parse(String(text)));
    return true;
  });
  const observe = createLimitMetrics(new Metrics({ namespace: 'Omomi', serviceName: 'api' }));
  observe({ kind: 'decision', rate_class: 'public_authenticated', is_allowed: true, latency_ms: 3 });
  observe({ kind: 'decision', rate_class: 'feed_registration', is_allowed: false, latency_ms: 0.5 });
  observe({ kind: 'store_failure', rate_class: 'public_authenticated' });
  vi.restoreAllMocks();
  expect(lines.map((line) => omit(line, '_aws', 'service'))).toEqual([
    { limit_class: 'public_authenticated', rate_limit_hit_count: 1, rate_limit_latency: 3 },
    { limit_class: 'feed_registration', rate_limit_blocked_count: 1, rate_limit_latency: 0.5 },
    { rate_limit_store_failure_count: 1 },
    { limit_class: 'public_authenticated', rate_limit_store_failure_count: 1 },
  ]);
  const dimensionsOf = (dimensions: string[]) => ({
    CloudWatchMetrics: [{ Namespace: 'Omomi', Dimensions: [dimensions] }],
  });
  const byClass = dimensionsOf(['service', 'limit_class']);
  expect(lines.map(({ _aws: facts }) => facts)).toMatchObject([
    byClass,
    byClass,
    dimensionsOf(['service']),
    byClass,
  ]);
});
