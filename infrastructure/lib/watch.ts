import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** The sections of docs/operations.md that an alarm can send its reader to, by their anchors. */
export type RunbookSection =
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
 * An alarm as the construct that it watches words it. The monitoring stack makes the alarm, because the topic lives
 * there: alarms in the other stacks would need it while its dashboard needs their functions, a cycle.
 */
export type Watch = {
  /** Unique in the app; becomes the construct id. */
  id: string;
  /** Its period is the time the threshold is counted over. */
  metric: IMetric;
  /** Rings at this value and above. */
  threshold: number;
  /** What it means, one sentence. */
  meaning: string;
  section: RunbookSection;
};
