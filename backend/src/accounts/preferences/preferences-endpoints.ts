import { scoringPreferences } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { JobContext } from '../../jobs/restart-job.ts';
import { startJob } from '../../jobs/start-job.ts';
import type { Settings } from '../../config/settings.ts';
import type { Context } from '../../model/context.ts';
import { retentionIn } from '../../model/reader/retention.ts';
import { checkRetention, preferencesToWire } from './preferences.ts';

type PreferencesContext = JobContext &
  Pick<Context, 'profiles' | 'learning'> & {
    settings: Pick<Settings, 'ARTICLE_RETENTION_DAYS' | 'READ_RETENTION_HOURS'>;
  };

export const preferencesEndpoints = (
  ctx: PreferencesContext,
): HandlersOf<'getPreferences' | 'updatePreferences'> => ({
  getPreferences: async ({ reader: { user_id } }) =>
    preferencesToWire(await ctx.profiles.get(user_id), retentionIn(ctx.settings)),
  updatePreferences: async ({ reader: { user_id }, body }) => {
    const bounds = retentionIn(ctx.settings);
    checkRetention(body.retention, bounds);
    if (Object.keys(body).length === 0) return preferencesToWire(await ctx.profiles.get(user_id), bounds);
    const profile = await ctx.profiles.setPreferences(user_id, body, ctx.now().toISOString());
    // Delete what was learned now. The job that the change starts removes it from the scores.
    if (body.like_saved === false) await ctx.learning.forget(user_id);
    // Start the job even if the value did not change: the call that set it may have been interrupted here.
    if (scoringPreferences.some((name) => body[name] !== undefined))
      await startJob(ctx, user_id, 'recalculate');
    if (body.retention !== undefined) await startJob(ctx, user_id, 'cleanup');
    return preferencesToWire(profile, bounds);
  },
});
