import { createAdmit } from '../accounts/sign-in/admit.ts';
import { createIdentify, type Identify } from '../accounts/sign-in/authenticate.ts';
import { closedPolicy, type SignInPolicy } from '../accounts/sign-in/sign-in-policy.ts';
import { newSecret } from '../accounts/identities/secret.ts';
import { createBeginSession } from '../accounts/sessions/session.ts';
import { createSessionEndpoints } from '../accounts/sessions/session-endpoints.ts';
import { createSignIn } from '../accounts/sign-in/sign-in.ts';
import { createSignInEndpoints } from '../accounts/sign-in/sign-in-endpoints.ts';
import { createTokenEndpoints } from '../accounts/tokens/token-endpoints.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { Stores } from '../storage/stores.ts';

export type AccountParts = { stores: Stores; now: Clock; log: Log; signInPolicy: SignInPolicy };

/** Creates the function that identifies the sender of a request. */
export const createIdentifyReader = ({
  stores,
  now,
  log,
  signInPolicy: { admission },
}: AccountParts): Identify => createIdentify({ ...stores, admission, now, log });

/** Creates the handlers for signing in and out, sessions and API tokens. */
export const createAccountHandlers = ({ stores, now, log, signInPolicy }: AccountParts) => {
  const { providers } = signInPolicy;
  // Without sign-in there is no provider either, so this admission is never asked.
  const admission = signInPolicy.admission ?? closedPolicy.admission;
  const signIn = createSignIn({
    ...stores,
    providers,
    admit: createAdmit({ ...stores, admission, now }),
    beginSession: createBeginSession({ ...stores, now, newSecret }),
    now,
    newSecret,
    log,
  });
  return {
    ...createSignInEndpoints({ ...stores, signIn, providers, needsSignIn: signInPolicy.admission !== null }),
    ...createSessionEndpoints({ ...stores, now }),
    ...createTokenEndpoints({ ...stores, now, newSecret }),
  };
};
