import type { Settings } from '../../config/settings.ts';
import type { HandlersOf, Reader, Viewer } from '../../contract/endpoints/handlers.ts';
import { clearCookie, cookieNames, readSessionText } from '../secret.ts';
import { DomainError } from '../../lib/errors.ts';
import type { BrowserAnswer } from '../../contract/index.ts';
import type { Context } from '../../model/context.ts';
import { SignInRefusedError } from '../providers/admission.ts';
import { completeLogin, type CallbackQuery, type CompleteContext } from './complete-login.ts';
import { freshSignInNeeded, isFresh } from '../sessions.ts';
import { beginLogin, providerNamed, safeReturnTo, takeAttempt, type Asked } from './login.ts';

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
  const { providers, admission, hasAccounts, proxyOwner, isHttpAllowed } = signInPolicy;
  const names = cookieNames(signInPolicy);
  const needsSignIn = admission !== null;
  const nameOf = (provider: string) => providers.find((one) => one.provider === provider)?.name ?? provider;

  return {
    listProviders: async () => ({
      needs_sign_in: needsSignIn,
      has_accounts: hasAccounts,
      has_proxy: proxyOwner !== null,
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
        identities: own
          .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
          .map((one) => ({ ...one, provider_name: nameOf(one.provider) })),
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

/*
 * The flows that go through a provider. Each has two halves: `beginSignIn` and `beginLink` send the browser to the
 * provider's page (login.ts), and the provider sends it back to `finishLogin`, which does what the login was begun for
 * (complete-login.ts). They do not throw because of what a provider or a visitor sent; a refusal leads to the sign-in
 * page, which explains it.
 */

type SignInContext = CompleteContext & Pick<Context, 'log'>;

const SIGN_IN_PAGE = '/sign-in';

/**
 * Sends a refusal to the sign-in page, which gives the reason in the reader's language and lets them try again.
 */
const orToPage = async (
  { log }: SignInContext,
  flow: Promise<BrowserAnswer>,
  returnTo?: string,
): Promise<BrowserAnswer> => {
  try {
    return await flow;
  } catch (error) {
    if (!(error instanceof SignInRefusedError)) throw error;
    const { code, message, cause } = error;
    log.warn('sign-in refused', {
      reason: code,
      why: message,
      ...(cause instanceof Error ? { cause: `${cause.name}: ${cause.message}` } : {}),
    });
    const return_to = safeReturnTo(returnTo);
    const query = new URLSearchParams({ error: code, ...(return_to === '/' ? {} : { return_to }) });
    return { location: `${SIGN_IN_PAGE}?${query.toString()}`, cookies: [] };
  }
};

type AskedLink = Asked & { provider: string };

const link = async (
  ctx: SignInContext,
  asked: AskedLink,
  viewer: Viewer,
  reader: Reader,
): Promise<BrowserAnswer> => {
  const { user_id } = reader;
  const own = await ctx.identities.list(user_id);
  if (own.length === 0 || reader.via !== 'session')
    throw new SignInRefusedError('sign_in_failed', 'linking takes a reader who signed in');
  const { provider, return_to } = asked;
  const { providers } = ctx.signInPolicy;
  providerNamed(providers, provider);
  if (await isFresh(ctx, reader)) return beginLogin(ctx, asked, viewer, { kind: 'link', user_id });
  const first = own.find((one) => providers.some((each) => each.provider === one.provider));
  if (first === undefined) throw freshSignInNeeded();
  const goal = { kind: 'confirm', user_id, link_provider: provider } as const;
  return beginLogin(ctx, { provider: first.provider, return_to }, viewer, goal);
};

const beginSignIn = (ctx: SignInContext, asked: Asked, viewer: Viewer): Promise<BrowserAnswer> =>
  orToPage(ctx, beginLogin(ctx, asked, viewer, { kind: 'sign_in' }), asked.return_to);

/** Begins a login that adds an identity to a reader. One who has not just signed in must do so first. */
const beginLink = (
  ctx: SignInContext,
  asked: AskedLink,
  viewer: Viewer,
  reader: Reader,
): Promise<BrowserAnswer> => orToPage(ctx, link(ctx, asked, viewer, reader), asked.return_to);

const finish = async (
  ctx: SignInContext,
  query: CallbackQuery,
  viewer: Viewer,
  reader: Reader | null,
): Promise<BrowserAnswer> => {
  const attempt = await takeAttempt(ctx, query.state, viewer.cookies[cookieNames(ctx.signInPolicy).login]);
  return orToPage(ctx, completeLogin(ctx, attempt, query, viewer, reader), attempt.return_to);
};

const finishLogin = async (
  ctx: SignInContext,
  query: CallbackQuery,
  viewer: Viewer,
  reader: Reader | null,
): Promise<BrowserAnswer> => {
  const { login } = cookieNames(ctx.signInPolicy);
  const { cookies, ...answer } = await orToPage(ctx, finish(ctx, query, viewer, reader));
  const goesOn = cookies.some((cookie) => cookie.startsWith(`${login}=`));
  return { ...answer, cookies: goesOn ? cookies : [...cookies, clearCookie(login)] };
};
