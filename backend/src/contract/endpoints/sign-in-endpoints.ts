import { z } from 'zod';
import { identityId, linkStart, me, providerName, returnTo, signInOptions } from '../schemas/account.ts';
import type { Endpoint } from './shape/endpoint.ts';

const loginQuery = z.object({ provider: providerName.optional(), return_to: returnTo.optional() });

/** The endpoints for signing in and out, and for identities. */
export const signInEndpoints = {
  listProviders: {
    method: 'GET',
    path: '/api/auth/providers',
    summary: 'Whether sign-in is needed here, and with whom one can sign in.',
    access: 'public',
    limit: 'public',
    status: 200,
    response: signInOptions,
    errors: [],
  },
  login: {
    method: 'GET',
    path: '/api/auth/login',
    summary:
      'Open in the browser: leads to the provider, and from there back to `return_to`, a path of this service. Without `provider`, the first one.',
    access: 'public',
    limit: 'protected',
    query: loginQuery,
    status: 302,
    browserResponse: true,
    errors: ['VALIDATION_FAILED'],
  },
  loginCallback: {
    method: 'GET',
    path: '/api/auth/callback',
    summary:
      'Where the provider sends the browser back to. Leads to where the login was begun, or to `/sign-in?error=<code>`.',
    access: 'public',
    limit: 'protected',
    attemptParameter: 'state',
    // Providers add their own parameters.
    query: z.looseObject({
      state: z.string().max(512).optional(),
      code: z.string().max(4096).optional(),
      error: z.string().max(512).optional(),
    }),
    status: 302,
    browserResponse: true,
    errors: ['VALIDATION_FAILED'],
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End this session here and in the browser.',
    access: 'public',
    limit: 'public',
    status: 204,
    browserResponse: true,
    errors: [],
  },
  linkIdentity: {
    method: 'POST',
    path: '/api/auth/link',
    summary:
      'Begin to add an identity to this reader; the browser then goes to `location`. Takes a fresh sign-in with both the one that is there and the new one.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    body: z.strictObject({ provider: providerName, return_to: returnTo.optional() }),
    status: 200,
    response: linkStart,
    browserResponse: true,
    errors: [],
  },
  getMe: {
    method: 'GET',
    path: '/api/me',
    summary: 'The reader who asks.',
    access: 'reader',
    limit: 'public',
    status: 200,
    response: me,
    errors: [],
  },
  unlinkIdentity: {
    method: 'DELETE',
    path: '/api/me/identities/{identity_id}',
    summary: 'Take an identity away; the last one stays.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    params: z.object({ identity_id: identityId }),
    status: 204,
    errors: ['NOT_FOUND', 'LAST_IDENTITY'],
  },
} as const satisfies Record<string, Endpoint>;
