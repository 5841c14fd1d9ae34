import type { Reader, Viewer } from '../../contract/endpoints/handlers.ts';
import type { BrowserAnswer } from '../../contract/index.ts';
import type { Context } from '../../model/context.ts';
import { clearCookie, cookieNames } from '../secret.ts';
import { SignInRefusedError } from '../providers/admission.ts';
import { completeLogin, type CallbackQuery, type CompleteContext } from './complete-login.ts';
import { freshSignInNeeded, isFresh } from '../fresh.ts';
import { beginLogin, providerNamed, safeReturnTo, takeAttempt, type Asked } from './login.ts';

/*
 * The flows that go through a provider. Each has two halves: `beginSignIn` and `beginLink` send the browser to the
 * provider's page (login.ts), and the provider sends it back to `finishLogin`, which does what the login was begun for
 * (complete-login.ts). They do not throw because of what a provider or a visitor sent; a refusal leads to the sign-in
 * page, which explains it.
 */

export type SignInContext = CompleteContext & Pick<Context, 'log'>;

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

export const beginSignIn = (ctx: SignInContext, asked: Asked, viewer: Viewer): Promise<BrowserAnswer> =>
  orToPage(ctx, beginLogin(ctx, asked, viewer, { kind: 'sign_in' }), asked.return_to);

/** Begins a login that adds an identity to a reader. One who has not just signed in must do so first. */
export const beginLink = (
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

export const finishLogin = async (
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
