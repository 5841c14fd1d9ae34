import type { BrowserAnswer } from '../../contract/index.ts';
import type { Reader, Viewer } from '../../contract/endpoints/handlers.ts';
import { SignInRefusedError } from '../identities/errors.ts';
import { CALLBACK, providerNamed } from './begin-login.ts';
import { checkFresh, readerMark } from './login.ts';
import type { LoginAttempt } from '../../model/reader/login.ts';
import type { Claims, SignInProvider } from '../providers/openid-provider.ts';

/** The query with which the provider sends the browser back. */
export type CallbackQuery = { state?: string | undefined; error?: string | undefined } & Record<
  string,
  unknown
>;

/** A login whose provider has answered: who it says the person is, and what the login was begun for. */
export type Answered = { claims: Claims; attempt: LoginAttempt; viewer: Viewer };

/** The steps after the provider has answered, one for each purpose of a login. `user_id` is the reader who began it. */
export type AfterLogin = {
  signIn: (answered: Answered) => Promise<BrowserAnswer>;
  confirm: (answered: Answered, user_id: string, link_provider: string) => Promise<BrowserAnswer>;
  link: (answered: Answered, user_id: string) => Promise<BrowserAnswer>;
};

const callbackUrl = (query: CallbackQuery, { origin }: Viewer): string => {
  const url = new URL(CALLBACK, origin);
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string') url.searchParams.set(name, value);
  return url.href;
};

/** Throws SignInRefusedError if the reader who began the login is signed in no longer, or said no at the provider. */
const checkAnswer = ({ purpose }: LoginAttempt, query: CallbackQuery, user_id: string): void => {
  if (purpose.kind !== 'sign_in' && readerMark(query.state ?? '', user_id) !== purpose.reader_mark)
    throw new SignInRefusedError('other_reader', 'the reader who asked is no longer signed in');
  if (query.error === 'access_denied')
    throw new SignInRefusedError('cancelled', 'the reader said no at the provider');
};

/**
 * Creates the second half of the flow, which begins when the provider sends the browser back:
 *
 * 1. Check that the same reader is still signed in, and that they did not say no.
 * 2. Exchange the answer for the provider's claims about the person.
 * 3. Check that they have just authenticated, where the purpose needs that.
 * 4. Do what the login was begun for.
 */
export const createCompleteLogin =
  (providers: readonly SignInProvider[], after: AfterLogin) =>
  async (
    attempt: LoginAttempt,
    query: CallbackQuery,
    viewer: Viewer,
    reader: Reader | null,
  ): Promise<BrowserAnswer> => {
    const { purpose, nonce, code_verifier } = attempt;
    const user_id = reader?.user_id ?? '';
    checkAnswer(attempt, query, user_id);
    const provider = providerNamed(providers, attempt.provider);
    const claims = await provider.finish({
      callback_url: callbackUrl(query, viewer),
      state: query.state ?? '',
      nonce,
      code_verifier,
    });
    checkFresh(attempt, claims.authenticated_at, provider.hides_auth_time);
    const answered: Answered = { claims, attempt, viewer };
    switch (purpose.kind) {
      case 'sign_in':
        return after.signIn(answered);
      case 'confirm':
        return after.confirm(answered, user_id, purpose.link_provider);
      case 'link':
        return after.link(answered, user_id);
    }
  };
