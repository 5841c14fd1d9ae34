import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { FunctionUrl, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Watch } from './parts/watch.ts';
import { CapabilityFunction, metricNamespace } from './parts/capability-function.ts';
import { grantBlobs, grantModel, grantOwner, grantSend, grantTable, readAndWrite } from './parts/grants.ts';
import type { Resources } from './parts/resources.ts';

/** The function that answers /api. Only CloudFront may call its URL, with signed requests. */
export class Api extends Construct {
  readonly function: CapabilityFunction<'api'>;
  readonly url: FunctionUrl;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources) {
    super(scope, id);
    const { table, blobs, settings } = resources;
    const queues = Object.values(resources.queues);
    this.function = new CapabilityFunction(this, 'Api', {
      name: 'api',
      readsWords: true,
      parsesDocuments: true,
      shrinksPictures: true,
      // Readers' segments take at most 700 MB of it (`searchMemoryBytes`); with 1,769 MB the function has one whole processor.
      memoryMegabytes: 1769,
      // CloudFront waits 30 s for an answer, so end one second earlier.
      timeoutSeconds: 29,
      resources,
    });
    const { handler } = this.function;
    grantTable(handler, table, readAndWrite);
    grantSend(handler, ...queues.map(({ queue }) => queue));
    grantOwner(handler, ...queues);
    grantBlobs(this.function, blobs, ['GetObject', 'PutObject', 'DeleteObject']);
    grantModel(handler, settings.bedrockModel);
    this.url = handler.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
    this.watches = watchApi(handler, metricNamespace(this));
  }
}

/** Creates the alarms of the API, whose own metrics are in this namespace. */
const watchApi = (handler: IFunction, namespace: string): Watch[] => [
  {
    id: 'api-errors',
    metric: new MathExpression({
      // The first metric counts crashes and timeouts as well as answers with a status of 500 and above. Requests for
      // which the account had no instance left count as 4xx there.
      expression: 'FILL(failed, 0) + FILL(throttled, 0)',
      usingMetrics: {
        failed: handler.metric('Url5xxCount', { statistic: Stats.SUM }),
        throttled: handler.metricThrottles(),
      },
      period: Duration.minutes(5),
    }),
    threshold: 5,
    meaning: 'The API answers with 5xx, or is not run because the account has no instance left.',
    section: 'api',
  },
  {
    id: 'rate-limit-store',
    metric: new Metric({
      namespace,
      metricName: 'rate_limit_store_failure_count',
      dimensionsMap: { service: 'api' },
      period: Duration.minutes(5),
      statistic: 'Sum',
    }),
    threshold: 1,
    meaning: 'Requests are counted in memory, because the table fails.',
    section: 'rate-limits',
  },
];
