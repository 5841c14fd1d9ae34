import type { HandlersOf } from '../contract/handlers.ts';
import { clearCookie, sessionCookie } from './cookies.ts';
import { IdentityUnknownError, LastIdentityError } from './errors.ts';
import type { IdentityStore } from './identity.ts';
import type { SignInProvider } from './openid-provider.ts';
import type { ProfileStore } from './profile.ts';
import { readSessionText } from './secret.ts';
import type { SessionStore } from './session.ts';
import type { SignIn } from './sign-in.ts';

type Deps = {
  signIn: SignIn;
  providers: readonly Pick<SignInProvider, 'provider' | 'name'>[];
  needsSignIn: boolean;
  identities: Pick<IdentityStore, 'list' | 'delete' | 'claim' | 'record'>;
  profiles: Pick<ProfileStore, 'get'>;
  sessions: Pick<SessionStore, 'list' | 'delete'>;
};

type Names =
  | 'listProviders'
  | 'login'
  | 'loginCallback'
  | 'logout'
  | 'linkIdentity'
  | 'getMe'
  | 'unlinkIdentity';

export const createSignInEndpoints = (deps: Deps): HandlersOf<Names> => {
  const { signIn, providers, needsSignIn, identities, profiles, sessions } = deps;
  const nameOf = (provider: string) => providers.find((one) => one.provider === provider)?.name ?? provider;

  return {
    listProviders: async () => ({
      needs_sign_in: needsSignIn,
      providers: providers.map(({ provider, name }) => ({ provider, name })),
    }),
    login: ({ query, viewer }) => signIn.begin(query, viewer),
    loginCallback: ({ query, viewer, reader }) => signIn.finish(query, viewer, reader),
    linkIdentity: ({ body, viewer, reader }) => signIn.link(body, viewer, reader),
    // Whoever holds the cookie may end its session: also one who is off the list, or who is here by a token.
    logout: async ({ viewer }) => {
      const session = readSessionText(viewer.cookies[sessionCookie] ?? '');
      if (session !== null) await sessions.delete(session.user_id, session.hash);
      return { cookies: [clearCookie(sessionCookie)] };
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
        identities: own.map((one) => ({ ...one, provider_name: nameOf(one.provider) })),
      };
    },
    unlinkIdentity: async ({ reader: { user_id, session_id }, params: { identity_id } }) => {
      const own = await identities.list(user_id);
      const identity = own.find((one) => one.identity_id === identity_id);
      if (identity === undefined) throw new IdentityUnknownError();
      if (own.length === 1) throw new LastIdentityError();
      await identities.delete(user_id, identity_id);
      if ((await identities.list(user_id)).length === 0) {
        // Two were taken away at the same moment, each while the other was there.
        await identities.claim(identity_id, user_id);
        await identities.record(identity);
        throw new LastIdentityError();
      }
      // Whoever still holds that identity at the provider has no way in left but this very device.
      const begun = (await sessions.list(user_id)).filter(
        (session) => session.identity_id === identity_id && session.session_id !== session_id,
      );
      for (const session of begun) await sessions.delete(user_id, session.session_id);
      return undefined;
    },
  };
};
