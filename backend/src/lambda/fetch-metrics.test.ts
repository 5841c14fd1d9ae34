import { Metrics } from '@aws-lambda-powertools/metrics';
import { expect, it, vi } from 'vitest';
import type { FetchFacts } from '../refresh/record-fetch.ts';
import { createFetchMetrics } from './fetch-metrics.ts';

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
