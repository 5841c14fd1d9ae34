import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { StartJob } from '../jobs/start-job.ts';
import { foldEmail } from '../lib/email.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import type { EndCredentials } from './end-credentials.ts';
import { invalidInput } from '../lib/domain-error.ts';

type LeaveEndpointDeps = {
  endCredentials: EndCredentials;
  profiles: Pick<ProfileStore, 'get'>;
  startJob: StartJob;
};

/**
 * Starts the deletion of an account. The job is created first, because it repeats the rest if this call is interrupted.
 * Then every identity, session and token is deleted before the answer. A repeated request returns the same job. Throws
 * VALIDATION_FAILED.
 */
export const createLeaveEndpoint = ({
  endCredentials,
  profiles,
  startJob,
}: LeaveEndpointDeps): HandlersOf<'leave'> => ({
  leave: async ({ reader: { user_id }, body: { email } }) => {
    const profile = await profiles.get(user_id);
    if (foldEmail(email) !== foldEmail(profile?.email ?? user_id))
      throw invalidInput(
        'email',
        'must be the e-mail address of your account, or its user_id if it has no address',
      );
    const job = await startJob(user_id, 'leave');
    await endCredentials(user_id);
    return job;
  },
});
