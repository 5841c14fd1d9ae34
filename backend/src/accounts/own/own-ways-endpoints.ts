import type { HandlersOf, Reader } from '../../contract/endpoints/handlers.ts';
import { DomainError } from '../../lib/errors.ts';
import { requireFresh, endSessions } from '../sessions.ts';
import { invitationPath, newInvitation } from './invitations.ts';
import { checkedPasskey, checkedPassword, passwordHashOf, type OwnContext } from './own-sign-in-endpoints.ts';
import { passkeyCreation } from './passkeys.ts';
import { isPassword } from './password-hash.ts';
import { credentialsWrong, noAccounts } from './wrong.ts';

type Names = 'setPassword' | 'beginOwnPasskey' | 'addPasskey' | 'createInvitation';

const MAX_PASSKEYS = 20;

/** Checks the present password of a reader who gives it, otherwise that they have just signed in. */
const requireProof = async (ctx: OwnContext, reader: Reader, present: string | undefined): Promise<void> => {
  if (present === undefined) return requireFresh(ctx, reader);
  const own = (await ctx.identities.list(reader.user_id)).find(({ provider }) => provider === 'password');
  const found = own === undefined ? null : await ctx.identities.credentialOf(own.identity_id);
  if (!(await isPassword(present, passwordHashOf(found), ctx.passwordCost))) throw credentialsWrong();
};

/** @throws PASSKEY_LIMIT */
const requirePlace = async (
  { identities }: Pick<OwnContext, 'identities'>,
  userId: string,
): Promise<void> => {
  const own = (await identities.list(userId)).filter(({ provider }) => provider === 'passkey');
  if (own.length < MAX_PASSKEYS) return;
  throw new DomainError('PASSKEY_LIMIT', `You have ${MAX_PASSKEYS} passkeys, which is the limit.`, {
    limit: MAX_PASSKEYS,
  });
};

/** The endpoints by which readers change their own ways in, and the owner invites others. */
export const ownWaysEndpoints = (ctx: OwnContext): HandlersOf<Names> => {
  const requireAccounts = () => {
    if (!ctx.signInPolicy.hasAccounts) throw noAccounts();
  };
  const makerOf = async (user_id: string) => {
    const profile = await ctx.profiles.get(user_id);
    return { user_id, name: profile?.name ?? profile?.email ?? user_id };
  };
  return {
    setPassword: async ({ reader, body: { name, present, password } }) => {
      requireAccounts();
      const { user_id, session_id } = reader;
      await requireProof(ctx, reader, present);
      await (await checkedPassword(ctx, user_id, name, password, 'password')).store();
      await endSessions(ctx, user_id, session_id);
      return undefined;
    },
    beginOwnPasskey: async ({ reader, viewer }) => {
      requireAccounts();
      await requireFresh(ctx, reader);
      await requirePlace(ctx, reader.user_id);
      return { options: await passkeyCreation(ctx, viewer, await makerOf(reader.user_id)) };
    },
    addPasskey: async ({ reader, viewer, body: { name, answer } }) => {
      requireAccounts();
      await requireFresh(ctx, reader);
      const { user_id } = reader;
      await requirePlace(ctx, user_id);
      const maker = await makerOf(user_id);
      await (await checkedPasskey(ctx, viewer, maker, { name, answer })).store();
      return undefined;
    },
    createInvitation: async () => {
      requireAccounts();
      const { invitation, code } = newInvitation({ kind: 'reader' }, ctx.now());
      await ctx.invitations.put(invitation);
      return { path: invitationPath(code), expires_at: invitation.expires_at };
    },
  };
};
