/** The parts of a synthesised template that cost something. */
export type Template = {
  Resources?: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
};

/** The resources that a deployment has even if nobody uses it, counted in its templates. */
export type Deployed = {
  /** The memory of each function in GB, by its name (`api`). */
  functions: Readonly<Record<string, number>>;
  /** Queues that functions take messages from. */
  polledQueues: number;
  alarmMetrics: number;
  /** Metrics that functions and filters of log lines make; those of failures exist only in hours in which something fails. */
  customMetrics: number;
  dashboards: number;
  /** True if functions send mails. */
  sendsMails: boolean;
  /** True if SES receives mails. */
  receivesMails: boolean;
  /** Secrets in Secrets Manager. Parameters cost nothing. */
  secrets: number;
  /** Runs of scheduled functions a month, by name. */
  scheduled: Readonly<Record<string, number>>;
};

const MINUTES_A_MONTH = 30 * 24 * 60;
const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 24 * 60 };

/** Returns how often a schedule runs in a month of 30 days: `rate(4 minutes)`, or once a day for `cron(…)`. */
const runsOf = (schedule: string): number => {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(schedule) ?? [];
  return count === undefined || unit === undefined
    ? 30
    : MINUTES_A_MONTH / (Number(count) * (MINUTES[unit] ?? 1));
};

/** Returns the name of the function that a construct id stands for: `ApiFunctionE28C0B8F` is `api`. */
const nameOf = (id: string): string => (/^([A-Z][a-z]+)/.exec(id)?.[1] ?? id).toLowerCase();

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns the number of metrics that an alarm reads; each of them is charged. */
const metricsOf = (properties: Record<string, unknown>): number => {
  const { Metrics } = properties;
  if (!Array.isArray(Metrics)) return 1;
  return Metrics.filter((metric) => isRecord(metric) && metric['MetricStat'] !== undefined).length;
};

/** Counts what a deployment's templates have. */
export const readDeployed = (templates: readonly Template[]): Deployed => {
  const resources = templates.flatMap(({ Resources = {} }) =>
    Object.entries(Resources).map(([id, { Type, Properties = {} }]) => ({ id, Type, Properties })),
  );
  const all = (type: string) => resources.filter(({ Type }) => Type === type);
  const secrets = new Set(
    JSON.stringify(templates)
      .match(/\{\{resolve:secretsmanager:[^:}]+/g)
      ?.map(String) ?? [],
  );
  return {
    functions: Object.fromEntries(
      all('AWS::Lambda::Function')
        .filter(
          ({ Properties: { Description } }) =>
            typeof Description === 'string' && Description.startsWith('Omomi '),
        )
        .map(({ id, Properties }) => [nameOf(id), Number(Properties['MemorySize']) / 1024]),
    ),
    polledQueues: all('AWS::Lambda::EventSourceMapping').length,
    alarmMetrics: all('AWS::CloudWatch::Alarm').reduce(
      (sum, { Properties }) => sum + metricsOf(Properties),
      0,
    ),
    customMetrics: new Set(
      all('AWS::Logs::MetricFilter').flatMap(({ Properties }) => {
        const [first] = Array.isArray(Properties['MetricTransformations'])
          ? Properties['MetricTransformations']
          : [];
        return isRecord(first) ? [String(first['MetricName'])] : [];
      }),
    ).size,
    dashboards: all('AWS::CloudWatch::Dashboard').length,
    sendsMails: JSON.stringify(templates).includes('ses:SendEmail'),
    receivesMails: all('AWS::SES::ReceiptRule').length > 0,
    secrets: secrets.size,
    scheduled: Object.fromEntries(
      all('AWS::Events::Rule').flatMap(({ id, Properties }) => {
        const schedule = Properties['ScheduleExpression'];
        return typeof schedule === 'string' ? [[nameOf(id), runsOf(schedule)]] : [];
      }),
    ),
  };
};
