import { endSessions } from '../accounts/sessions.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { invalidInput } from '../lib/errors.ts';
import { foldEmail } from '../lib/email.ts';
import type { Context } from '../model/context.ts';

export type CredentialsContext = Pick<
  Context,
  'identities' | 'invitations' | 'sessions' | 'tokens' | 'feedAddresses'
>;

/**
 * Deletes every identity, session, token and address of Today of a reader. A later sign-in with one of the identities
 * makes a new reader.
 */
export const endCredentials = async (
  { identities, invitations, sessions, tokens, feedAddresses }: CredentialsContext,
  userId: string,
): Promise<void> => {
  for (const { identity_id } of await identities.list(userId)) await identities.delete(userId, identity_id);
  await invitations.releaseOwner(userId);
  await endSessions({ sessions }, userId);
  for (const { token_id } of await tokens.list(userId)) await tokens.delete(userId, token_id);
  for (const { address_id } of await feedAddresses.list(userId))
    await feedAddresses.delete(userId, address_id);
};

/**
 * Starts the deletion of an account. The job is created first, because it repeats the rest if this call is interrupted.
 * Then every identity, session and token is deleted before the answer. A repeated request returns the same job. Throws
 * VALIDATION_FAILED.
 */
export const leaveEndpoint = (
  ctx: JobContext & CredentialsContext & Pick<Context, 'profiles'>,
): HandlersOf<'leave'> => ({
  leave: async ({ reader: { user_id }, body: { email } }) => {
    const profile = await ctx.profiles.get(user_id);
    if (foldEmail(email) !== foldEmail(profile?.email ?? user_id))
      throw invalidInput(
        'email',
        'must be the e-mail address of your account, or its user_id if it has no address',
      );
    const job = await startJob(ctx, user_id, 'leave');
    await endCredentials(ctx, user_id);
    return job;
  },
});
