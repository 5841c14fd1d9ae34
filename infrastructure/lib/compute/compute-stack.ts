import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { FunctionUrl } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import { metricNamespace } from './parts/capability-function.ts';
import { Bookmarks } from './bookmarks.ts';
import { Cleanup } from './cleanup.ts';
import { Dispatch } from './dispatch.ts';
import { Fetch, fetchTimeoutSeconds } from './fetch.ts';
import { Jobs, jobsTimeoutSeconds } from './jobs.ts';
import { Pages, pagesTimeoutSeconds } from './pages.ts';
import type { Resources } from './parts/resources.ts';
import { Score, scoreTimeoutSeconds } from './score.ts';
import { WorkQueue } from './parts/work-queue.ts';
import type { Watch } from './parts/watch.ts';
import { watchChains, watchDeadLetters, watchFetching, watchModel, watchWaiting } from './parts/watches.ts';

/** The seven functions with their queues and schedules, and an eighth function if bookmarks are counted. */
export class ComputeStack extends Stack {
  readonly apiUrl: FunctionUrl;
  readonly watches: Watch[];
  readonly functions: (Api | Dispatch | Fetch | Score | Jobs | Pages | Cleanup | Bookmarks)['function'][];
  readonly workQueues: WorkQueue[];

  constructor(scope: Construct, id: string, props: StackProps & Resources) {
    super(scope, id, props);
    const resources = { table: props.table, blobs: props.blobs, settings: props.settings };

    const fetchQueue = new WorkQueue(this, 'FetchQueue', {
      isFifo: true,
      timeoutSeconds: fetchTimeoutSeconds,
      // One of them may be spent on waiting for the turn of the feed's host.
      maxDeliveries: 4,
    });
    const scoreQueue = new WorkQueue(this, 'ScoreQueue', {
      timeoutSeconds: scoreTimeoutSeconds,
      maxDeliveries: 5,
    });
    const jobsQueue = new WorkQueue(this, 'JobsQueue', {
      timeoutSeconds: jobsTimeoutSeconds,
      maxDeliveries: 5,
    });
    const pagesQueue = new WorkQueue(this, 'PagesQueue', {
      timeoutSeconds: pagesTimeoutSeconds,
      maxDeliveries: 5,
    });
    const workQueues = { fetch: fetchQueue, score: scoreQueue, jobs: jobsQueue, pages: pagesQueue };
    const queues = {
      fetch: fetchQueue.queue,
      score: scoreQueue.queue,
      jobs: jobsQueue.queue,
      pages: pagesQueue.queue,
    };

    const api = new Api(this, 'Api', resources, workQueues);
    const dispatch = new Dispatch(this, 'Dispatch', resources, queues);
    const fetch = new Fetch(this, 'Fetch', resources, queues, fetchQueue);
    const score = new Score(this, 'Score', resources, queues, scoreQueue);
    const jobs = new Jobs(this, 'Jobs', resources, queues, jobsQueue);
    const pages = new Pages(this, 'Pages', resources, queues, pagesQueue);
    const cleanup = new Cleanup(this, 'Cleanup', resources, queues.jobs);
    const bookmarks = props.settings.countsBookmarks ? [new Bookmarks(this, 'Bookmarks', resources)] : [];

    this.apiUrl = api.url;
    this.functions = [api, dispatch, fetch, score, jobs, pages, cleanup, ...bookmarks].map(
      (capability) => capability.function,
    );
    this.workQueues = Object.values(workQueues);
    const scheduled = [dispatch, cleanup, ...bookmarks];
    this.watches = [
      ...api.watches,
      ...[fetch, score, jobs, pages].flatMap(({ watches }) => watches),
      watchDeadLetters([...this.workQueues, ...scheduled].map(({ deadLetters }) => deadLetters)),
      watchChains([fetch, score, jobs, pages].map((capability) => capability.function)),
      watchWaiting(this.workQueues.map(({ queue }) => queue)),
      watchFetching(dispatch.sent, metricNamespace(this)),
      watchModel(score.function, api.function, jobs.function),
      ...dispatch.watches,
      ...cleanup.watches,
    ];
    this.createOutputs(props.settings.region, queues.score.queueUrl, score.function.handler.functionName);
  }

  private createOutputs(region: string, scoreQueueUrl: string, scoreFunctionName: string): void {
    new CfnOutput(this, 'Region', { value: region });
    // For `npm run reparse`.
    new CfnOutput(this, 'ScoreQueueUrl', { value: scoreQueueUrl });
    // For the check of the model after a deployment.
    new CfnOutput(this, 'ScoreFunctionName', { value: scoreFunctionName });
  }
}
