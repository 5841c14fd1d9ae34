import type { Identify } from '../../accounts/sign-in/authenticate.ts';
import { sessionCookie } from '../../accounts/sign-in/cookies.ts';
import { type Authenticate, bearerOf, viewerOf } from '../requests/viewer.ts';

/** Creates the function that reads the credentials of a request and identifies its reader. */
export const createAuthenticate =
  (identify: Identify): Authenticate =>
  (event) =>
    identify({ token: bearerOf(event), session: viewerOf(event).cookies[sessionCookie] ?? null });
