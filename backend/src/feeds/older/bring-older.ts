import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { jobToWire } from '../../jobs/new-job.ts';
import { createCheckJob } from '../../jobs/restart-job.ts';
import type { JobMachine } from '../../jobs/job-machine.ts';
import { createScheduleJob } from '../../jobs/schedule-job.ts';
import { feedUnknown } from '../../model/feed/errors.ts';
import { shownTitle, type SubscriptionStore } from '../../model/feed/subscription.ts';
import { isOver } from '../../model/job/job.ts';

export type BringOlderDeps = JobMachine & { subscriptions: Pick<SubscriptionStore, 'get'> };

/**
 * Creates the endpoint that starts the job which brings the older items of a feed. A repeated call is answered with the
 * job while it runs. Jobs for several feeds run one after the other. @throws NOT_FOUND
 */
export const createBringOlderEndpoint = (deps: BringOlderDeps): HandlersOf<'bringOlder'> => {
  const check = createCheckJob(deps);
  const schedule = createScheduleJob(deps);
  return {
    bringOlder: async ({ reader: { user_id }, params: { feed_id } }) => {
      const subscription = await deps.subscriptions.get(user_id, feed_id);
      if (subscription === null) throw feedUnknown();
      const running = (await deps.jobs.list(user_id)).find(
        (job) => job.kind === 'older-articles' && job.feed_id === feed_id && !isOver(job),
      );
      const job = running === undefined ? null : await check(running);
      if (job !== null && !isOver(job)) return jobToWire(job);
      return schedule(user_id, 'older-articles', {
        jobId: deps.newId(),
        notBefore: deps.now(),
        total: null,
        result: { title: shownTitle(subscription) },
        feedId: feed_id,
      });
    },
  };
};
