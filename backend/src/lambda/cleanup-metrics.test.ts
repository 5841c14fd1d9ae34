import { Metrics } from '@aws-lambda-powertools/metrics';
import { expect, it, vi } from 'vitest';
import { noFigures } from '../retention/figures.ts';
import { createCleanupMetrics } from './cleanup-metrics.ts';

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
