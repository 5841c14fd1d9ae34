import { MetricUnit, type Metrics } from '@aws-lambda-powertools/metrics';
import type { ObserveFetch } from '../refresh/record-fetch.ts';

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
