import { forEachQueue, queueTable } from '@omomi/backend/queues';
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { FunctionUrl, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import { metricNamespace } from './parts/capability-function.ts';
import { Bookmarks } from './bookmarks.ts';
import { Clients } from './clients.ts';
import { Cleanup } from './cleanup.ts';
import { Dispatch } from './dispatch.ts';
import { Mails } from './mails.ts';
import { QueueFunction } from './queue-function.ts';
import { capitalised, type Resources } from './parts/resources.ts';
import { WorkQueue } from './parts/work-queue.ts';
import type { Watch } from './parts/watch.ts';
import {
  watchDeadLetters,
  watchDropped,
  watchFailures,
  watchFaults,
  watchLateWork,
  watchThrottles,
} from './parts/watches.ts';

export type ComputeStackProps = StackProps &
  Omit<Resources, 'queues'> & {
    /** False if a new version of the API gets all requests at once. */
    isCanary: boolean;
  };

/**
 * The six functions with their queues and schedules, one more for other feed readers if their secret is set, one more if
 * bookmarks are counted, and one more if mails of newsletters are taken.
 */
export class ComputeStack extends Stack {
  readonly apiUrl: FunctionUrl;
  /** The URL for other feed readers; undefined if none are served. */
  readonly clientsUrl: FunctionUrl | undefined;
  readonly watches: Watch[];
  readonly functions: (Api | Clients | Dispatch | QueueFunction | Cleanup | Bookmarks | Mails)['function'][];
  /** The functions that a deployment has called at its end: to rank, which calls the model, and to upgrade the table. */
  readonly checked: { score: IFunction; cleanup: IFunction };
  readonly workQueues: WorkQueue[];
  /** The functions that events start directly, with no queue between. */
  readonly startedByEvents: (Dispatch | Cleanup | Bookmarks | Mails)[];

  constructor(scope: Construct, id: string, props: ComputeStackProps) {
    super(scope, id, props);
    const queues = forEachQueue((name) => new WorkQueue(this, `${capitalised(name)}Queue`, queueTable[name]));
    const { table, blobs, settings, commit } = props;
    const resources = { table, blobs, settings, queues, commit };

    const api = new Api(this, 'Api', resources, props.isCanary);
    const clients =
      props.settings.secrets.ORIGIN_SECRET === undefined ? [] : [new Clients(this, 'Clients', resources)];
    const dispatch = new Dispatch(this, 'Dispatch', resources);
    const takers = forEachQueue((name) => new QueueFunction(this, name, resources));
    const cleanup = new Cleanup(this, 'Cleanup', resources);
    const bookmarks = props.settings.countsBookmarks ? [new Bookmarks(this, 'Bookmarks', resources)] : [];
    const { newsletterDomain: domain } = props.settings;
    const mails = domain === undefined ? [] : [new Mails(this, 'Mails', { ...resources, domain })];

    this.apiUrl = api.url;
    this.clientsUrl = clients[0]?.url;
    const all = [api, ...clients, dispatch, ...Object.values(takers), cleanup, ...bookmarks, ...mails];
    this.functions = all.map((capability) => capability.function);
    this.checked = { score: takers.score.function.handler, cleanup: cleanup.function.handler };
    this.workQueues = Object.values(queues);
    this.startedByEvents = [dispatch, cleanup, ...bookmarks, ...mails];
    const namespace = metricNamespace(this);
    this.watches = [
      ...api.watches,
      watchThrottles(),
      watchFailures(
        namespace,
        this.functions.filter(({ name }) => name !== 'api'),
      ),
      watchDeadLetters(this.workQueues.map(({ deadLetters }) => deadLetters)),
      watchDropped(),
      watchLateWork(namespace, dispatch.function),
      watchFaults(namespace, this.functions),
    ];
    this.createOutputs(props.settings.region, queues.score.queue.queueUrl);
  }

  private createOutputs(region: string, scoreQueueUrl: string): void {
    new CfnOutput(this, 'Region', { value: region });
    // For `npm run reparse`.
    new CfnOutput(this, 'ScoreQueueUrl', { value: scoreQueueUrl });
    // For the checks after a deployment.
    new CfnOutput(this, 'ScoreFunctionName', { value: this.checked.score.functionName });
    new CfnOutput(this, 'CleanupFunctionName', { value: this.checked.cleanup.functionName });
  }
}
