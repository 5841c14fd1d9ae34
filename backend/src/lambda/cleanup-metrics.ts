import { MetricUnit, type Metrics } from '@aws-lambda-powertools/metrics';
import type { CleanupFigures } from '../retention/figures.ts';

/**
 * Creates an observer that publishes each cleanup as CloudWatch metrics in the embedded format. A metric is charged for
 * each hour in which it is sent, so one sent by a daily run costs about a cent a month.
 */
export const createCleanupMetrics =
  (metrics: Metrics) =>
  ({ deleted_articles, deleted_read_articles, deleted_blobs, drifted_counts }: CleanupFigures): void => {
    const counts = {
      deleted_articles_count: deleted_articles,
      deleted_read_articles_count: deleted_read_articles,
      deleted_blobs_count: deleted_blobs,
      drifted_counts,
    };
    for (const [name, count] of Object.entries(counts)) metrics.addMetric(name, MetricUnit.Count, count);
    metrics.publishStoredMetrics();
  };
