import type { HandlersOf, Viewer } from '../../contract/endpoints/handlers.ts';
import type { BrowserAnswer } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';
import { keyForName, type Limiter } from '../../limits/limiter.ts';
import { requireAllowed } from '../../limits/windows.ts';
import type { Context } from '../../model/context.ts';
import { identityIdOf, type Invitation } from '../../model/reader/sign-in.ts';
import { isLeaving } from '../../model/reader/profile.ts';
import { enterBrowser, type EnterContext } from '../browser.ts';
import { foldName, recordWay, type OwnWay } from '../members.ts';
import { endSessions } from '../sessions.ts';
import { safeReturnTo } from '../sign-in/login.ts';
import { invitationOf, invitedReader, useUp } from './invitations.ts';
import { checkPasskey, newPasskey, passkeyCreation, passkeyRequest } from './passkeys.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import { checkNewPassword } from './password-rules.ts';
import { credentialsWrong } from './wrong.ts';

export type OwnContext = EnterContext &
  Pick<
    Context,
    'identities' | 'invitations' | 'logins' | 'profiles' | 'readers' | 'sessions' | 'now' | 'log'
  > & {
    limiter: Limiter;
    /** The log2 of scrypt's N for passwords; without it that of `password-hash.ts`. */
    passwordCost?: number;
  };

type Entered = { user_id: string; identity_id: string };

/** Begins the session of a reader who has proved who they are. Throws CREDENTIALS_WRONG for one who is not admitted. */
const enter = async (
  ctx: OwnContext,
  viewer: Viewer,
  { user_id, identity_id }: Entered,
  location: string,
): Promise<BrowserAnswer> => {
  const { admission } = ctx.signInPolicy;
  const profile = await ctx.profiles.get(user_id);
  const isMember = profile?.is_member === true;
  const email = isMember ? null : (profile?.email ?? null);
  if (isLeaving(profile) || (!isMember && admission?.admits(email) !== true)) throw credentialsWrong();
  const is_owner = isMember && (await ctx.invitations.owner()) === user_id;
  const authenticated_at = ctx.now().toISOString();
  const cookie = await enterBrowser(ctx, viewer, { user_id, identity_id, email, is_owner, authenticated_at });
  return { location, cookies: [cookie] };
};

/** Refuses attempts at one name beyond the limit, from whichever addresses they come. Throws RateLimitedError. */
const countAttempt = async ({ limiter, now }: OwnContext, folded: string): Promise<void> =>
  requireAllowed(await limiter('sign_in', keyForName(folded)), now());

type FoundCredential = Awaited<ReturnType<OwnContext['identities']['credentialOf']>>;

/** Returns the stored form of a password; null if it is none. */
export const passwordHashOf = (found: FoundCredential): string | null =>
  found?.credential.kind === 'password' ? found.credential.hash : null;

const byPassword = async (ctx: OwnContext, name: string, password: string): Promise<Entered> => {
  const folded = foldName(name);
  await countAttempt(ctx, folded);
  const identity_id = identityIdOf('password', folded);
  const found = await ctx.identities.credentialOf(identity_id);
  // A name that nobody has costs the same work, so the time of the answer does not tell which names there are.
  if (!(await isPassword(password, passwordHashOf(found), ctx.passwordCost)) || found === null)
    throw credentialsWrong();
  return { user_id: found.user_id, identity_id };
};

const noteUse = async (
  ctx: OwnContext,
  { user_id, identity_id }: Entered,
  provider: OwnWay,
): Promise<void> => {
  const own = (await ctx.identities.list(user_id)).find((one) => one.identity_id === identity_id);
  if (own !== undefined) await recordWay(ctx, { user_id, identity_id, provider, label: own.label });
};

const nameTaken = () => new DomainError('NAME_TAKEN', 'Another reader has this name.');

/** A way in that is checked and not stored yet. `store` makes it the reader's and returns its identity_id. */
type CheckedWay = { store: () => Promise<string> };

/**
 * Checks a name and a password for a reader. Their former password, with its name, is gone once it is stored. Throws
 * NAME_TAKEN and what is wrong with the password.
 */
export const checkedPassword = async (
  ctx: Pick<OwnContext, 'identities' | 'now' | 'passwordCost'>,
  user_id: string,
  name: string,
  password: string,
  path: string,
): Promise<CheckedWay> => {
  const { identities } = ctx;
  checkNewPassword(password, name, path);
  const identity_id = identityIdOf('password', foldName(name));
  const holder = await identities.ownerOf(identity_id);
  if (holder !== null && holder !== user_id) throw nameTaken();
  const credential = { kind: 'password', hash: await hashPassword(password, ctx.passwordCost) } as const;
  const store = async () => {
    if ((await identities.claim(identity_id, user_id, credential)) !== user_id) throw nameTaken();
    await identities.setCredential(identity_id, user_id, credential);
    await recordWay(ctx, { user_id, identity_id, provider: 'password', label: name });
    for (const one of await identities.list(user_id))
      if (one.provider === 'password' && one.identity_id !== identity_id)
        await identities.delete(user_id, one.identity_id);
    return identity_id;
  };
  return { store };
};

/** Checks a new passkey of a reader. Throws CREDENTIALS_WRONG. */
export const checkedPasskey = async (
  ctx: OwnContext,
  viewer: Viewer,
  maker: { user_id: string; name: string },
  { name, answer }: { name: string; answer: Parameters<typeof newPasskey>[3] },
): Promise<CheckedWay> => {
  const { user_id } = maker;
  const { identity_id, credential } = await newPasskey(ctx, viewer, maker, answer);
  const store = async () => {
    if ((await ctx.identities.claim(identity_id, user_id, credential)) !== user_id) throw credentialsWrong();
    await recordWay(ctx, { user_id, identity_id, provider: 'passkey', label: name });
    return identity_id;
  };
  return { store };
};

type Accepted = Parameters<HandlersOf<'acceptInvitation'>['acceptInvitation']>[0]['body'];

/** Returns the name of the reader whom an invitation lets in: their own, or the one they chose. */
const nameFor = ({ purpose }: Invitation, chosen: string): string =>
  purpose.kind === 'recover' ? purpose.name : chosen;

/**
 * Accepts an invitation:
 *
 * 1. Check the way in, so that a common password or a taken name does not cost the invitation.
 * 2. Use the invitation up. Of two who have the same link, one goes on.
 * 3. Store the way in, make the reader a member, end their former sessions, and begin one here.
 */
const accept = async (
  ctx: OwnContext,
  viewer: Viewer,
  { code, name: chosen, way }: Accepted,
): Promise<BrowserAnswer> => {
  const invitation = await invitationOf(ctx, code);
  const user_id = invitedReader(invitation);
  const name = nameFor(invitation, chosen);
  const checked =
    way.kind === 'password'
      ? await checkedPassword(ctx, user_id, name, way.password, 'way.password')
      : await checkedPasskey(ctx, viewer, { user_id, name }, way);
  await useUp(ctx, invitation, user_id);
  const identity_id = await checked.store();
  const at = ctx.now().toISOString();
  await ctx.readers.enlist(user_id, at);
  await ctx.profiles.setMember(user_id, name, at);
  await endSessions(ctx, user_id);
  return enter(ctx, viewer, { user_id, identity_id }, '/');
};

type Names =
  | 'signInWithPassword'
  | 'beginPasskey'
  | 'signInWithPasskey'
  | 'readInvitation'
  | 'beginInvitedPasskey'
  | 'acceptInvitation';

/** The endpoints by which nobody yet becomes somebody, with a password or a passkey. */
export const ownSignInEndpoints = (ctx: OwnContext): HandlersOf<Names> => {
  /** Throws CREDENTIALS_WRONG where nobody signs in this way. */
  const requireAccounts = () => {
    if (!ctx.signInPolicy.hasAccounts) throw credentialsWrong();
  };
  return {
    signInWithPassword: async ({ body: { name, password, return_to }, viewer }) => {
      requireAccounts();
      const entered = await byPassword(ctx, name, password);
      await noteUse(ctx, entered, 'password');
      return enter(ctx, viewer, entered, safeReturnTo(return_to));
    },
    beginPasskey: async ({ viewer }) => {
      requireAccounts();
      return { options: await passkeyRequest(ctx, viewer) };
    },
    signInWithPasskey: async ({ body: { answer, return_to }, viewer }) => {
      requireAccounts();
      const entered = await checkPasskey(ctx, viewer, answer);
      await noteUse(ctx, entered, 'passkey');
      return enter(ctx, viewer, entered, safeReturnTo(return_to));
    },
    readInvitation: async ({ body: { code } }) => {
      requireAccounts();
      const { purpose, expires_at } = await invitationOf(ctx, code);
      return { kind: purpose.kind, name: purpose.kind === 'recover' ? purpose.name : null, expires_at };
    },
    beginInvitedPasskey: async ({ body: { code, name }, viewer }) => {
      requireAccounts();
      const invitation = await invitationOf(ctx, code);
      const maker = { user_id: invitedReader(invitation), name: nameFor(invitation, name) };
      return { options: await passkeyCreation(ctx, viewer, maker) };
    },
    acceptInvitation: async ({ body, viewer }) => {
      requireAccounts();
      return accept(ctx, viewer, body);
    },
  };
};
