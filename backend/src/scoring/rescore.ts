import type { StartJob } from '../jobs/start-job.ts';
import type { Clock } from '../lib/clock.ts';
import type { ProfileStore } from '../model/reader/profile.ts';

/**
 * Creates the function that has a reader's articles scored again after a change of what scores depend on. The new
 * version makes a recalculation that is under way begin again.
 */
export const createRescore =
  ({
    profiles,
    startJob,
    now,
  }: {
    profiles: Pick<ProfileStore, 'raiseKeywordsVersion'>;
    startJob: StartJob;
    now: Clock;
  }) =>
  async (userId: string): Promise<void> => {
    await profiles.raiseKeywordsVersion(userId, now().toISOString());
    await startJob(userId, 'recalculate');
  };
