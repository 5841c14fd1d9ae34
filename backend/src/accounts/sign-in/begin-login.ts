import type { BrowserAnswer } from '../../contract/index.ts';
import type { Viewer } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import { SignInRefusedError } from '../identities/errors.ts';
import { hashSecret } from '../identities/secret.ts';
import { loginCookie, setCookie } from './cookies.ts';
import { LOGIN_MINUTES, loginExpiry, purposeOf, type Goal } from './login.ts';
import type { LoginStore } from '../../model/reader/login.ts';
import type { SignInProvider } from '../providers/openid-provider.ts';
import { safeReturnTo } from './return-to.ts';

export const CALLBACK = '/api/auth/callback';

/** The wish of the browser: a provider, by default the first one, and the page to return to. */
export type Asked = { provider?: string | undefined; return_to?: string | undefined };

/** Finds a provider by name. Throws SignInRefusedError unknown_provider. */
export const providerNamed = (
  providers: readonly SignInProvider[],
  name: string | undefined,
): SignInProvider => {
  const found = name === undefined ? providers.at(0) : providers.find(({ provider }) => provider === name);
  if (found === undefined) throw new SignInRefusedError('unknown_provider', 'there is no such provider');
  return found;
};

type BeginLoginDeps = {
  providers: readonly SignInProvider[];
  logins: Pick<LoginStore, 'put'>;
  now: Clock;
  newSecret: () => string;
};

/** Begins a login: answers with the provider's page and with the cookie that only this browser has. */
export type BeginLogin = (asked: Asked, viewer: Viewer, goal: Goal) => Promise<BrowserAnswer>;

/**
 * Creates the first half of the flow:
 *
 * 1. Make the secrets of this attempt.
 * 2. Ask the provider for the address of its page.
 * 3. Store the attempt, which the second half takes by its state.
 */
export const createBeginLogin =
  ({ providers, logins, now, newSecret }: BeginLoginDeps): BeginLogin =>
  async (asked, viewer, goal) => {
    const provider = providerNamed(providers, asked.provider);
    const [state, nonce, code_verifier] = [newSecret(), newSecret(), newSecret()];
    const location = await provider.begin({
      state,
      nonce,
      code_verifier,
      redirect_uri: viewer.origin + CALLBACK,
      is_fresh: goal.kind !== 'sign_in',
    });
    const at = now();
    await logins.put({
      login_id: hashSecret(state),
      provider: provider.provider,
      nonce,
      code_verifier,
      return_to: safeReturnTo(asked.return_to),
      purpose: purposeOf(goal, state),
      created_at: at.toISOString(),
      expires_at: loginExpiry(at),
    });
    return { location, cookies: [setCookie(loginCookie, state, LOGIN_MINUTES * 60)] };
  };
