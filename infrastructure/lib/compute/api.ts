import { Duration } from 'aws-cdk-lib';
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import type { FunctionUrl } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Watch } from '../watch.ts';
import { CapabilityFunction } from './capability-function.ts';
import { grantBlobs, grantModel, grantSend, grantTable, readAndWrite } from './grants.ts';
import type { Queues, Resources } from './resources.ts';
import { blobVariables, embedderVariables } from './variables.ts';

/** Answers /api. Only CloudFront may call its URL, and only signed. */
export class Api extends Construct {
  readonly function: CapabilityFunction<'api'>;
  readonly url: FunctionUrl;
  readonly watches: Watch[];

  constructor(scope: Construct, id: string, resources: Resources, queues: Queues) {
    super(scope, id);
    const { table, blobs, settings } = resources;
    this.function = new CapabilityFunction(this, 'Api', {
      name: 'api',
      memoryMegabytes: 1024,
      // CloudFront waits 30 s for an answer.
      timeoutSeconds: 29,
      variables: {
        TABLE_NAME: table.tableName,
        FETCH_QUEUE_URL: queues.fetch.queueUrl,
        SCORE_QUEUE_URL: queues.score.queueUrl,
        JOBS_QUEUE_URL: queues.jobs.queueUrl,
        ...blobVariables(resources),
        ...embedderVariables(resources),
        ...settings.retention,
        ...settings.outbound,
        MAX_SUBSCRIPTIONS: settings.maxSubscriptions,
      },
    });
    const { handler } = this.function;
    grantTable(handler, table, readAndWrite);
    grantSend(handler, queues.fetch, queues.score, queues.jobs);
    grantBlobs(this.function, blobs, ['GetObject', 'PutObject', 'DeleteObject']);
    grantModel(handler, settings.bedrockModel);
    this.url = handler.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
    this.watches = [
      {
        id: 'api-errors',
        // Counts crashes and timeouts beside the answers of 500 and more.
        metric: handler.metric('Url5xxCount', { period: Duration.minutes(5), statistic: 'Sum' }),
        threshold: 5,
        meaning: 'The API answered five requests or more with 5xx within five minutes.',
        section: 'api',
      },
    ];
  }
}
