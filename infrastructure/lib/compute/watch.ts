import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** The anchors of the sections of docs/operations.md to which an alarm can refer. */
type RunbookSection =
  | 'api'
  | 'dispatch'
  | 'fetch'
  | 'score'
  | 'jobs'
  | 'cleanup'
  | 'bookmarks'
  | 'dead-letters'
  | 'rate-limits';

/**
 * The description of an alarm by the construct that it watches. The monitoring stack creates the alarm, because it has
 * the topic. Alarms in the other stacks would need that topic, while the dashboard needs their functions, which is a
 * cycle.
 */
export type Watch = {
  /** The id, unique in the app. It becomes the id of the construct. */
  id: string;
  /** The metric. The threshold applies to its period. */
  metric: IMetric;
  /** The alarm is raised at this value and above. */
  threshold: number;
  /** The meaning of the alarm in one sentence. */
  meaning: string;
  section: RunbookSection;
};
