import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { Context } from '../model/context.ts';

/**
 * Has a reader's articles scored again after a change of what scores depend on. The new version makes a recalculation
 * that is under way begin again.
 */
export const rescore = async (ctx: JobContext & Pick<Context, 'profiles'>, userId: string): Promise<void> => {
  await ctx.profiles.raiseKeywordsVersion(userId, ctx.now().toISOString());
  await startJob(ctx, userId, 'recalculate');
};
