import { MetricUnit, type Metrics } from '@aws-lambda-powertools/metrics';
import type { ObserveFetch } from '../refresh/record-fetch.ts';
import type { LimitEvent, ObserveLimits } from '../limits/windows.ts';
import type { CleanupFigures } from '../retention/figures.ts';

/**
 * Creates an observer that publishes each fetch as CloudWatch metrics in the embedded format. Statuses are counted by
 * class only, because each metric beyond ten costs 0.30 USD a month; the log line has the details.
 */
export const createFetchMetrics =
  (metrics: Metrics): ObserveFetch =>
  ({ status, duration_ms, outcome, error_code, items_upserted }) => {
    const isUnreadable =
      error_code !== null && ['parse_failed', 'not_a_feed', 'too_complex'].includes(error_code);
    const counts: Record<string, number> = {
      fetch_success_count: outcome === 'failed' ? 0 : 1,
      fetch_fail_count: outcome === 'failed' ? 1 : 0,
      parse_fail_count: isUnreadable ? 1 : 0,
      items_upserted_count: items_upserted,
    };
    if (status !== null) counts[`http_status_${Math.floor(status / 100)}xx_count`] = 1;
    for (const [name, count] of Object.entries(counts)) metrics.addMetric(name, MetricUnit.Count, count);
    metrics.addMetric('fetch_latency', MetricUnit.Milliseconds, duration_ms);
    metrics.publishStoredMetrics();
  };

const addDecision = (
  metrics: Metrics,
  { is_allowed, latency_ms }: Extract<LimitEvent, { kind: 'decision' }>,
) => {
  metrics.addMetric(is_allowed ? 'rate_limit_hit_count' : 'rate_limit_blocked_count', MetricUnit.Count, 1);
  metrics.addMetric('rate_limit_latency', MetricUnit.Milliseconds, latency_ms);
};

const addFailure = (metrics: Metrics) => {
  metrics.addMetric('rate_limit_store_failure_count', MetricUnit.Count, 1);
};

/**
 * Creates an observer that publishes the rate limits as CloudWatch metrics in the embedded format, by class. It
 * publishes no zeros, because a metric costs money for every hour in which it has data.
 */
export const createLimitMetrics =
  (metrics: Metrics): ObserveLimits =>
  (event) => {
    if (event.kind === 'store_failure') {
      // Publish the failure without a class too, because an alarm watches a single metric.
      addFailure(metrics);
      metrics.publishStoredMetrics();
    }
    metrics.addDimension('limit_class', event.rate_class);
    if (event.kind === 'decision') addDecision(metrics, event);
    else addFailure(metrics);
    metrics.publishStoredMetrics();
  };

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
