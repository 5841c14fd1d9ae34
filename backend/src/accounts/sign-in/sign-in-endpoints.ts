import type { Settings } from '../../config/settings.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { clearCookie, cookieNames, readSessionText } from '../secret.ts';
import { beginLink, beginSignIn, finishLogin, type SignInContext } from './sign-in.ts';
import { DomainError } from '../../lib/errors.ts';

const lastIdentity = () =>
  new DomainError('LAST_IDENTITY', 'This is the only identity that you can sign in with.');

type Names =
  | 'listProviders'
  | 'login'
  | 'loginCallback'
  | 'logout'
  | 'linkIdentity'
  | 'getMe'
  | 'unlinkIdentity';

export const signInEndpoints = (
  ctx: SignInContext & { settings: Pick<Settings, 'NEWSLETTER_ADDRESS'> },
): HandlersOf<Names> => {
  const { signInPolicy, identities, profiles, sessions } = ctx;
  const { providers, admission, hasAccounts, isHttpAllowed } = signInPolicy;
  const names = cookieNames(signInPolicy);
  const needsSignIn = admission !== null;
  const nameOf = (provider: string) => providers.find((one) => one.provider === provider)?.name ?? provider;

  return {
    listProviders: async () => ({
      needs_sign_in: needsSignIn,
      has_accounts: hasAccounts,
      is_http_allowed: isHttpAllowed,
      providers: providers.map(({ provider, name }) => ({ provider, name })),
    }),
    login: ({ query, viewer }) => beginSignIn(ctx, query, viewer),
    loginCallback: ({ query, viewer, reader }) => finishLogin(ctx, query, viewer, reader),
    linkIdentity: ({ body, viewer, reader }) => beginLink(ctx, body, viewer, reader),
    // The holder of the cookie may always end its session, even if they are no longer on the list or the request has a
    // token.
    logout: async ({ viewer }) => {
      const session = readSessionText(viewer.cookies[names.session] ?? '');
      if (session !== null) await sessions.delete(session.user_id, session.hash);
      return { cookies: [clearCookie(names.session)] };
    },
    getMe: async ({ reader: { user_id, is_owner, via, scope } }) => {
      const [profile, own] = await Promise.all([profiles.get(user_id), identities.list(user_id)]);
      return {
        user_id,
        email: profile?.email ?? null,
        name: profile?.name ?? null,
        is_owner,
        via,
        scope,
        needs_sign_in: needsSignIn,
        takes_newsletters: ctx.settings.NEWSLETTER_ADDRESS !== undefined,
        identities: own.map((one) => ({ ...one, provider_name: nameOf(one.provider) })),
      };
    },
    unlinkIdentity: ({ reader: { user_id, session_id }, params: { identity_id } }) =>
      unlinkIdentity(ctx, { user_id, session_id, identity_id }),
  };
};

const unlinkIdentity = async (
  { identities, sessions }: SignInContext,
  {
    user_id,
    session_id,
    identity_id,
  }: { user_id: string; session_id: string | undefined; identity_id: string },
): Promise<undefined> => {
  const own = await identities.list(user_id);
  const identity = own.find((one) => one.identity_id === identity_id);
  if (identity === undefined) throw new DomainError('NOT_FOUND', 'You have no such identity.');
  if (own.length === 1) throw lastIdentity();
  await identities.delete(user_id, identity_id);
  if ((await identities.list(user_id)).length === 0) {
    // Two identities were removed at the same time, and each request still saw the other identity.
    await identities.claim(identity_id, user_id);
    await identities.record(identity);
    throw lastIdentity();
  }
  // End the sessions that began with this identity, so that nobody who still has it at the provider stays signed
  // in. Only this session is kept.
  const begun = (await sessions.list(user_id)).filter(
    (session) => session.identity_id === identity_id && session.session_id !== session_id,
  );
  for (const session of begun) await sessions.delete(user_id, session.session_id);
  return undefined;
};
