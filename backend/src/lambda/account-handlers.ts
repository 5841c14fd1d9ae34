import { createAdmit } from '../accounts/admit.ts';
import { createIdentify, type Identify } from '../accounts/authenticate.ts';
import { closedGate, type Gate } from '../accounts/gate.ts';
import { newSecret } from '../accounts/secret.ts';
import { createBeginSession } from '../accounts/session.ts';
import { createSessionEndpoints } from '../accounts/session-endpoints.ts';
import { createSignIn } from '../accounts/sign-in.ts';
import { createSignInEndpoints } from '../accounts/sign-in-endpoints.ts';
import { createTokenEndpoints } from '../accounts/token-endpoints.ts';
import type { Clock, Log } from '../config/log.ts';
import type { Stores } from '../storage/stores.ts';

export type AccountParts = { stores: Stores; now: Clock; log: Log; gate: Gate };

/** Creates the function that identifies the sender of a request. */
export const createIdentifyReader = ({ stores, now, log, gate: { admission } }: AccountParts): Identify =>
  createIdentify({ ...stores, admission, now, log });

/** Creates the handlers for signing in and out, sessions and API tokens. */
export const createAccountHandlers = ({ stores, now, log, gate }: AccountParts) => {
  const { providers } = gate;
  // Without sign-in there is no provider either, so this admission is never asked.
  const admission = gate.admission ?? closedGate.admission;
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
    ...createSignInEndpoints({ ...stores, signIn, providers, needsSignIn: gate.admission !== null }),
    ...createSessionEndpoints({ ...stores, now }),
    ...createTokenEndpoints({ ...stores, now, newSecret }),
  };
};
