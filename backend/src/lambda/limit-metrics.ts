import { MetricUnit, type Metrics } from '@aws-lambda-powertools/metrics';
import type { LimitEvent, ObserveLimits } from '../limits/windows.ts';

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
