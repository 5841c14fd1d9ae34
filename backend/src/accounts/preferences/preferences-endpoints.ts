import { scoringPreferences } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { StartJob } from '../../jobs/start-job.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import type { Retention } from '../../model/reader/retention.ts';
import { checkRetention, preferencesToWire } from './preferences.ts';

export const createPreferencesEndpoints = ({
  profiles,
  forgetLearned,
  startJob,
  now,
  retention,
}: {
  profiles: Pick<ProfileStore, 'get' | 'setPreferences'>;
  forgetLearned: (userId: string) => Promise<void>;
  startJob: StartJob;
  now: Clock;
  /** The retention of the deployment, the upper bound of the reader's. */
  retention: Retention;
}): HandlersOf<'getPreferences' | 'updatePreferences'> => ({
  getPreferences: async ({ reader: { user_id } }) =>
    preferencesToWire(await profiles.get(user_id), retention),
  updatePreferences: async ({ reader: { user_id }, body }) => {
    checkRetention(body.retention, retention);
    if (Object.keys(body).length === 0) return preferencesToWire(await profiles.get(user_id), retention);
    const profile = await profiles.setPreferences(user_id, body, now().toISOString());
    // Delete what was learned now. The job that the change starts removes it from the scores.
    if (body.like_saved === false) await forgetLearned(user_id);
    // Start the job even if the value did not change: the call that set it may have been interrupted here.
    if (scoringPreferences.some((name) => body[name] !== undefined)) await startJob(user_id, 'recalculate');
    if (body.retention !== undefined) await startJob(user_id, 'cleanup');
    return preferencesToWire(profile, retention);
  },
});
