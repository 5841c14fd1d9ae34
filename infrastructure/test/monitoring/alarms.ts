import { createContext, runInContext } from 'node:vm';
import type { Template } from 'aws-cdk-lib/assertions';
import { resourcesOf } from '../assembly.ts';

type AlarmMetric = { name: string; namespace: string; dimensions: unknown };

/** An alarm of a template, whether it has a metric or an expression of several. */
export type TemplateAlarm = {
  name: string;
  meaning: string;
  section: string;
  threshold: number;
  periods: number;
  periodSeconds: number;
  /** The metrics by the name that they have in the expression. */
  metrics: Record<string, AlarmMetric>;
  expression: string | undefined;
  properties: Record<string, unknown>;
};

type Stat = {
  Metric: { MetricName: string; Namespace: string; Dimensions?: unknown };
  Period: number;
};
type Properties = {
  AlarmName: string;
  AlarmDescription: string;
  Threshold: number;
  EvaluationPeriods: number;
  Period?: number;
  MetricName?: string;
  Namespace?: string;
  Dimensions?: unknown;
  Metrics?: { Id: string; Expression?: string; Period?: number; MetricStat?: Stat }[];
};

const toAlarm = (properties: Properties): TemplateAlarm => {
  const [meaning, section] = properties.AlarmDescription.split(' See docs/operations.md#');
  const parts = properties.Metrics ?? [];
  const stats = parts.flatMap(({ Id, MetricStat }): [string, Stat][] =>
    MetricStat === undefined ? [] : [[Id, MetricStat]],
  );
  const single: [string, AlarmMetric][] =
    properties.MetricName === undefined
      ? []
      : [
          [
            'm',
            {
              name: properties.MetricName,
              namespace: properties.Namespace!,
              dimensions: properties.Dimensions,
            },
          ],
        ];
  return {
    name: properties.AlarmName.replace(/^Omomi-test-[A-Z][a-z]+-/, ''),
    meaning: meaning!,
    section: section!,
    threshold: properties.Threshold,
    periods: properties.EvaluationPeriods,
    periodSeconds: properties.Period ?? stats[0]?.[1].Period ?? parts[0]!.Period!,
    metrics: Object.fromEntries([
      ...single,
      ...stats.map(([id, { Metric }]): [string, AlarmMetric] => [
        id,
        { name: Metric.MetricName, namespace: Metric.Namespace, dimensions: Metric.Dimensions },
      ]),
    ]),
    expression: parts.find(({ Expression }) => Expression !== undefined)?.Expression,
    properties: { ...properties },
  };
};

export const alarmsOf = (template: Template): TemplateAlarm[] =>
  Object.values(resourcesOf(template, 'AWS::CloudWatch::Alarm')).map(({ Properties: properties }) =>
    toAlarm(properties as Properties),
  );

const durationOf = (seconds: number): string => {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? 'a day' : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`;
  return `${seconds / 60} minutes`;
};

/** Returns the row of an alarm in the runbook: its name, meaning, limit and section. */
export const inWords = ({
  name,
  meaning,
  threshold,
  periods,
  periodSeconds,
  section,
}: TemplateAlarm): string[] => [
  `\`${name}\``,
  meaning,
  `${threshold.toLocaleString('en')} or more in ${durationOf(periodSeconds)}${periods > 1 ? `, ${periods} times in a row` : ''}`,
  `[${section.replaceAll('-', ' ')}](#${section})`,
];

/** The values of metrics in one period; a metric that is left out has none. */
type Values = Record<string, number | undefined>;

/**
 * Computes the expression of an alarm for the last of these periods, as CloudWatch does for the functions that the
 * alarms use.
 */
export const valueOf = ({ expression, metrics }: TemplateAlarm, periods: Values[]): number => {
  const inPeriod = (text: string, values: Values): number => {
    const names = Object.keys(metrics);
    return Number(
      runInContext(
        text,
        createContext({
          ...Object.fromEntries(names.map((metric) => [metric, values[metric]])),
          FILL: (value: number | undefined, other: number) => value ?? other,
        }),
      ),
    );
  };
  const text = expression ?? 'm';
  const inner = /^DIFF\((.+)\)$/.exec(text)?.[1];
  const now = periods.at(-1)!;
  return inner === undefined
    ? inPeriod(text, now)
    : inPeriod(inner, now) - inPeriod(inner, periods.at(-2) ?? {});
};
