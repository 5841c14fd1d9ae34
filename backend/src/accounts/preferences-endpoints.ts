import type { HandlersOf } from '../contract/handlers.ts';
import type { Clock } from '../config/log.ts';
import { PREFERENCES_VERSION, type Preferences } from '../contract/index.ts';
import type { StartJob } from '../jobs/start-job.ts';
import type { Profile, ProfileStore } from './profile.ts';

const toWire = (profile: Pick<Profile, 'like_saved'> | null): Preferences => ({
  version: PREFERENCES_VERSION,
  like_saved: profile?.like_saved ?? false,
});

export const createPreferencesEndpoints = ({
  profiles,
  startJob,
  now,
}: {
  profiles: Pick<ProfileStore, 'get' | 'setPreferences'>;
  startJob: StartJob;
  now: Clock;
}): HandlersOf<'getPreferences' | 'updatePreferences'> => ({
  getPreferences: async ({ reader: { user_id } }) => toWire(await profiles.get(user_id)),
  updatePreferences: async ({ reader: { user_id }, body: { like_saved } }) => {
    if (like_saved === undefined) return toWire(await profiles.get(user_id));
    const profile = await profiles.setPreferences(user_id, { like_saved }, now().toISOString());
    // Also where it was so already: the call that set it may have been cut off here.
    await startJob(user_id, 'recalculate');
    return toWire(profile);
  },
});
