import { Metrics } from '@aws-lambda-powertools/metrics';
import { expect, it, vi, afterEach } from 'vitest';
import type { FetchFacts } from '../refresh/record-fetch.ts';
import { createFetchMetrics, createLimitMetrics, createCleanupMetrics } from './metrics.ts';
import { noFigures } from '../retention/figures.ts';

const facts: FetchFacts = {
  feed_id: '0123456789abcdef',
  host: 'a.example',
  status: 200,
  duration_ms: 120,
  outcome: 'updated',
  error_code: null,
  items_upserted: 3,
  items_left_out: 0,
};

it('publishes at most ten metrics for any result, in the embedded metric format', () => {
  const metrics = new Metrics({ namespace: 'Omomi', serviceName: 'fetch' });
  const published: Record<string, unknown>[] = [];
  vi.spyOn(metrics, 'publishStoredMetrics').mockImplementation(() => {
    published.push({ ...metrics.serializeMetrics() });
    metrics.clearMetrics();
    return metrics;
  });
  const observe = createFetchMetrics(metrics);
  observe(facts);
  observe({ ...facts, status: 304, outcome: 'unchanged', items_upserted: 0 });
  observe({ ...facts, status: 404, outcome: 'failed', error_code: 'not_found', items_upserted: 0 });
  observe({ ...facts, status: 503, outcome: 'failed', error_code: 'server_error', items_upserted: 0 });
  observe({ ...facts, status: null, outcome: 'failed', error_code: 'timed_out', items_upserted: 0 });
  observe({ ...facts, outcome: 'failed', error_code: 'parse_failed', items_upserted: 0 });
  expect(published[0]).toMatchObject({
    fetch_success_count: 1,
    fetch_fail_count: 0,
    items_upserted_count: 3,
    http_status_2xx_count: 1,
    fetch_latency: 120,
  });
  expect(published[5]).toMatchObject({ fetch_fail_count: 1, parse_fail_count: 1 });
  const names = new Set(published.flatMap((line) => Object.keys(line)));
  for (const name of ['_aws', 'service']) names.delete(name);
  expect([...names].toSorted()).toEqual([
    'fetch_fail_count',
    'fetch_latency',
    'fetch_success_count',
    'http_status_2xx_count',
    'http_status_3xx_count',
    'http_status_4xx_count',
    'http_status_5xx_count',
    'items_upserted_count',
    'parse_fail_count',
  ]);
});

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

it('publishes the deletions and every drift of a count, including 0', () => {
  const metrics = new Metrics({ namespace: 'Omomi', serviceName: 'cleanup' });
  const published: Record<string, unknown>[] = [];
  vi.spyOn(metrics, 'publishStoredMetrics').mockImplementation(() => {
    published.push({ ...metrics.serializeMetrics() });
    metrics.clearMetrics();
    return metrics;
  });
  const observe = createCleanupMetrics(metrics);
  observe({ ...noFigures, deleted_articles: 3, deleted_read_articles: 2, deleted_blobs: 1 });
  observe({ ...noFigures, drifted_counts: 1 });
  expect(published).toMatchObject([
    {
      service: 'cleanup',
      deleted_articles_count: 3,
      deleted_read_articles_count: 2,
      deleted_blobs_count: 1,
      drifted_counts: 0,
    },
    { drifted_counts: 1 },
  ]);
});
