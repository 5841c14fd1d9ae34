import { endSessions } from '../accounts/sessions.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Job } from '../contract/index.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { invalidInput } from '../lib/errors.ts';
import { foldEmail } from '../lib/email.ts';
import type { Context } from '../model/context.ts';

export type CredentialsContext = Pick<
  Context,
  'identities' | 'invitations' | 'sessions' | 'tokens' | 'feedAddresses' | 'notified'
>;

/**
 * Deletes every identity, session, token, address of Today and channel of notifications of a reader. A later sign-in with one of the identities
 * makes a new reader.
 */
export const endCredentials = async (
  { identities, invitations, sessions, tokens, feedAddresses, notified }: CredentialsContext,
  userId: string,
): Promise<void> => {
  for (const { identity_id } of await identities.list(userId)) await identities.delete(userId, identity_id);
  await notified.delete(userId);
  await invitations.releaseOwner(userId);
  await endSessions({ sessions }, userId);
  for (const { token_id } of await tokens.list(userId)) await tokens.delete(userId, token_id);
  for (const { address_id } of await feedAddresses.list(userId))
    await feedAddresses.delete(userId, address_id);
};

export type LeavingContext = JobContext & CredentialsContext & Pick<Context, 'profiles'>;

/**
 * Starts the deletion of an account and returns its job, the same one when repeated:
 *
 * 1. Create the job, which repeats the rest if this call is interrupted.
 * 2. Mark the profile, so that nobody signs in to the account.
 * 3. Delete every identity, session and token.
 */
export const beginLeaving = async (ctx: LeavingContext, userId: string): Promise<Job> => {
  const job = await startJob(ctx, userId, 'leave');
  await ctx.profiles.markLeaving(userId, ctx.now().toISOString());
  await endCredentials(ctx, userId);
  return job;
};

/** The endpoint by which readers delete their own account. Throws VALIDATION_FAILED. */
export const leaveEndpoint = (ctx: LeavingContext): HandlersOf<'leave'> => ({
  leave: async ({ reader: { user_id }, body: { email } }) => {
    const profile = await ctx.profiles.get(user_id);
    if (foldEmail(email) !== foldEmail(profile?.email ?? user_id))
      throw invalidInput(
        'email',
        'must be the e-mail address of your account, or its user_id if it has no address',
      );
    return beginLeaving(ctx, user_id);
  },
});
