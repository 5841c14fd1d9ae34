import type { Identify } from '../accounts/authenticate.ts';
import { sessionCookie } from '../accounts/cookies.ts';
import type { Authenticate } from './routes.ts';
import { bearerOf, viewerOf } from './viewer.ts';

/** Creates the function that reads the credentials of a request and identifies its reader. */
export const createAuthenticate =
  (identify: Identify): Authenticate =>
  (event) =>
    identify({ token: bearerOf(event), session: viewerOf(event).cookies[sessionCookie] ?? null });
