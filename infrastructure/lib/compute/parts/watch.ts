import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** The anchors of the sections of docs/operations.md to which an alarm can refer. */
type RunbookSection =
  | 'api'
  | 'throttles'
  | 'failures'
  | 'dead-letters'
  | 'stopped-chains'
  | 'faults'
  | 'late-work';

/**
 * The description of an alarm by the construct that it watches. The monitoring stack creates the alarm, because it has
 * the topic. Alarms in the other stacks would need that topic, while the dashboard needs their functions, which is a
 * cycle.
 */
export type Watch = {
  /** The id, unique in the app. It becomes the id of the construct and the end of the alarm's name. */
  id: string;
  /** The metric. The threshold applies to its period. */
  metric: IMetric;
  /** The alarm is raised at this value and above. */
  threshold: number;
  /** Number of periods in a row that must reach the threshold; 1 by default. */
  periods?: number;
  /** True if the metric shows that something happened, not that it lasts: then no message says that it ended. */
  isEvent?: boolean;
  /** True if the alarm is raised while the metric has no value. */
  isRaisedWithoutData?: boolean;
  /** The meaning of the alarm in one sentence. */
  meaning: string;
  section: RunbookSection;
};
