import { z } from 'zod';
import {
  createdInvitation,
  newPassword,
  passkeyAnswer,
  passkeyName,
  passkeyOptions,
  password,
  signInName,
} from '../../schemas/account.ts';
import type { Endpoint } from '../shape/endpoint.ts';

/** The endpoints by which a signed-in reader changes their own ways in, and the owner invites others. */
export const ownWaysEndpoints = {
  setPassword: {
    method: 'PUT',
    path: '/api/me/password',
    summary:
      'Set a password, or change it. Takes the present one, or a sign-in of the last ten minutes. Every other session ends.',
    access: 'reader',
    noTokens: true,
    limit: 'sign_in',
    body: z.strictObject({ name: signInName, present: password.optional(), password: newPassword }),
    status: 204,
    errors: ['CREDENTIALS_WRONG', 'FRESH_SIGN_IN_NEEDED', 'NAME_TAKEN', 'NOT_FOUND'],
  },
  beginOwnPasskey: {
    method: 'POST',
    path: '/api/me/passkeys/options',
    summary: 'What the browser needs to make one more passkey. Takes a sign-in of the last ten minutes.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    status: 200,
    response: passkeyOptions,
    errors: ['FRESH_SIGN_IN_NEEDED', 'NOT_FOUND', 'PASSKEY_LIMIT'],
  },
  addPasskey: {
    method: 'POST',
    path: '/api/me/passkeys',
    summary: 'Add a passkey to the ways in. Takes a sign-in of the last ten minutes.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    body: z.strictObject({ name: passkeyName, answer: passkeyAnswer }),
    status: 204,
    errors: ['CREDENTIALS_WRONG', 'FRESH_SIGN_IN_NEEDED', 'NOT_FOUND', 'PASSKEY_LIMIT'],
  },
  createInvitation: {
    method: 'POST',
    path: '/api/owner/invitations',
    summary: 'Make a link that lets one person in. It works once, for a day.',
    access: 'owner',
    noTokens: true,
    limit: 'protected',
    status: 201,
    response: createdInvitation,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
