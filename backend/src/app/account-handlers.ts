import { createAdmit } from '../accounts/sign-in/admit.ts';
import { closedPolicy, type SignInPolicy } from '../accounts/providers/sign-in-policy.ts';
import { newSecret } from '../accounts/identities/secret.ts';
import { createBeginSession } from '../accounts/sessions/session.ts';
import { createSessionEndpoints } from '../accounts/sessions/session-endpoints.ts';
import { createSignIn } from '../accounts/sign-in/sign-in.ts';
import { createSignInEndpoints } from '../accounts/sign-in/sign-in-endpoints.ts';
import { todayLinkEndpoints } from '../accounts/today-links/today-link.ts';
import { createTokenEndpoints } from '../accounts/tokens/token-endpoints.ts';
import type { Base } from './context.ts';

/** Creates the handlers for signing in and out, sessions, API tokens and addresses of Today. */
export const createAccountHandlers = (ctx: Base, { providers, admission }: SignInPolicy) => {
  const signIn = createSignIn({
    ...ctx,
    stores: ctx,
    providers,
    // Without sign-in there is no provider either, so this admission is never asked.
    admit: createAdmit({ ...ctx, admission: admission ?? closedPolicy.admission }),
    beginSession: createBeginSession({ ...ctx, newSecret }),
    newSecret,
  });
  return {
    ...createSignInEndpoints({ ...ctx, signIn, providers, needsSignIn: admission !== null }),
    ...createSessionEndpoints(ctx),
    ...createTokenEndpoints({ ...ctx, newSecret }),
    ...todayLinkEndpoints(ctx),
  };
};
