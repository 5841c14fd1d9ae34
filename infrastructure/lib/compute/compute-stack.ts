import { Stack } from 'aws-cdk-lib';
import type { StackProps } from 'aws-cdk-lib';
import type { FunctionUrl } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { Api } from './api.ts';
import { metricNamespace } from './capability-function.ts';
import { Bookmarks } from './bookmarks.ts';
import { Cleanup } from './cleanup.ts';
import { Dispatch } from './dispatch.ts';
import { Fetch, fetchTimeoutSeconds } from './fetch.ts';
import { Jobs, jobsTimeoutSeconds } from './jobs.ts';
import type { Resources } from './resources.ts';
import { Score, scoreTimeoutSeconds } from './score.ts';
import { WorkQueue } from './work-queue.ts';
import type { Watch } from './watch.ts';
import { watchDeadLetters, watchFetching, watchModel, watchWaiting } from './watches.ts';

/** The six functions with their queues and schedules, and a seventh function if bookmarks are counted. */
export class ComputeStack extends Stack {
  readonly apiUrl: FunctionUrl;
  readonly watches: Watch[];
  readonly functions: (Api | Dispatch | Fetch | Score | Jobs | Cleanup | Bookmarks)['function'][];
  readonly workQueues: WorkQueue[];

  constructor(scope: Construct, id: string, props: StackProps & Resources) {
    super(scope, id, props);
    const resources = { table: props.table, blobs: props.blobs, settings: props.settings };

    const fetchQueue = new WorkQueue(this, 'FetchQueue', {
      isFifo: true,
      timeoutSeconds: fetchTimeoutSeconds,
      maxDeliveries: 3,
    });
    const scoreQueue = new WorkQueue(this, 'ScoreQueue', {
      timeoutSeconds: scoreTimeoutSeconds,
      maxDeliveries: 5,
    });
    const jobsQueue = new WorkQueue(this, 'JobsQueue', {
      timeoutSeconds: jobsTimeoutSeconds,
      maxDeliveries: 5,
    });
    const queues = { fetch: fetchQueue.queue, score: scoreQueue.queue, jobs: jobsQueue.queue };

    const api = new Api(this, 'Api', resources, { fetch: fetchQueue, score: scoreQueue, jobs: jobsQueue });
    const dispatch = new Dispatch(this, 'Dispatch', resources, queues.fetch);
    const fetch = new Fetch(this, 'Fetch', resources, queues, fetchQueue);
    const score = new Score(this, 'Score', resources, queues, scoreQueue);
    const jobs = new Jobs(this, 'Jobs', resources, queues, jobsQueue);
    const cleanup = new Cleanup(this, 'Cleanup', resources, queues.jobs);
    const bookmarks = props.settings.countsBookmarks ? [new Bookmarks(this, 'Bookmarks', resources)] : [];

    this.apiUrl = api.url;
    this.functions = [api, dispatch, fetch, score, jobs, cleanup, ...bookmarks].map(
      (capability) => capability.function,
    );
    this.workQueues = [fetchQueue, scoreQueue, jobsQueue];
    const scheduled = [dispatch, cleanup, ...bookmarks];
    this.watches = [
      ...api.watches,
      ...[fetch, score, jobs].flatMap(({ watches }) => watches),
      watchDeadLetters([...this.workQueues, ...scheduled].map(({ deadLetters }) => deadLetters)),
      watchWaiting(this.workQueues.map(({ queue }) => queue)),
      watchFetching(dispatch.sent, metricNamespace(this)),
      watchModel(score.function, api.function, jobs.function),
      ...cleanup.watches,
    ];
  }
}
