import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { FunctionUrl, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Watch } from './parts/watch.ts';
import { CapabilityFunction } from './parts/capability-function.ts';
import { grantOwner } from './parts/grants.ts';
import type { Resources } from './parts/resources.ts';
import { Rollout } from './parts/rollout.ts';
import { keepFormerUrl } from './parts/former-url.ts';

/** The function that answers /api. Only CloudFront may call the URL of its alias, with signed requests. */
export class Api extends Construct {
  readonly function: CapabilityFunction<'api'>;
  readonly url: FunctionUrl;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources, isCanary: boolean) {
    super(scope, id);
    this.function = new CapabilityFunction(this, 'Api', {
      name: 'api',
      parsesDocuments: true,
      shrinksPictures: true,
      // Readers' segments take at most 700 MB of it (`searchMemoryBytes`); with 1,769 MB the function has one whole processor.
      memoryMegabytes: 1769,
      // CloudFront waits 30 s for an answer, so end one second earlier.
      timeoutSeconds: 29,
      resources,
    });
    const { handler } = this.function;
    grantOwner(handler, ...Object.values(resources.queues));
    const { alias } = new Rollout(this, 'Rollout', { handler, isCanary });
    this.url = alias.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
    keepFormerUrl(handler);
    this.watches = watchApi(handler);
  }
}

/** Creates the alarms of the API. */
const watchApi = (handler: IFunction): Watch[] => [
  {
    id: 'api-errors',
    // It counts crashes and timeouts as well as answers with a status of 500 and above.
    metric: handler.metric('Url5xxCount', { statistic: Stats.SUM, period: Duration.minutes(5) }),
    threshold: 5,
    meaning: 'The API answers with 5xx.',
    section: 'api',
  },
  {
    id: 'api-slow',
    // One slow publisher of a picture is the slowest of few requests, but not for hours.
    metric: handler.metricDuration({ statistic: Stats.percentile(99), period: Duration.hours(1) }),
    threshold: 10_000,
    periods: 3,
    meaning: 'The slowest of a hundred answers of the API takes this long, in milliseconds.',
    section: 'api',
  },
];
