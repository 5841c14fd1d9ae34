import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { checkJob, type JobContext } from '../../jobs/restart-job.ts';
import { jobToWire, scheduleJob } from '../../jobs/start-job.ts';
import type { Context } from '../../model/context.ts';
import { feedUnknown } from '../../model/feed/followed-feed.ts';
import { shownTitle } from '../../model/feed/subscription.ts';
import { isOver } from '../../model/job/job.ts';

/**
 * The endpoint that starts the job which brings the older items of a feed. A repeated call is answered with the job
 * while it runs. Jobs for several feeds run one after the other. @throws NOT_FOUND
 */
export const bringOlderEndpoint = (
  ctx: JobContext & Pick<Context, 'subscriptions'>,
): HandlersOf<'bringOlder'> => ({
  bringOlder: async ({ reader: { user_id }, params: { feed_id } }) => {
    const subscription = await ctx.subscriptions.get(user_id, feed_id);
    if (subscription === null) throw feedUnknown();
    const running = (await ctx.jobs.list(user_id)).find(
      (job) => job.kind === 'older-articles' && job.feed_id === feed_id && !isOver(job),
    );
    const job = running === undefined ? null : await checkJob(ctx, running);
    if (job !== null && !isOver(job)) return jobToWire(job);
    return scheduleJob(ctx, user_id, 'older-articles', {
      jobId: ctx.newId(),
      notBefore: ctx.now(),
      total: null,
      result: { title: shownTitle(subscription) },
      feedId: feed_id,
    });
  },
});
