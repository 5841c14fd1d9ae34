import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { exportPage } from '../export/export.ts';
import { job } from '../schemas/jobs.ts';
import { preferenceChanges, preferences } from '../schemas/preferences.ts';

/** The endpoints for preferences, export and deletion of the account. */
export const accountEndpoints = {
  getPreferences: {
    method: 'GET',
    path: '/api/me/preferences',
    summary: 'The reader’s preferences, with the defaults for what was never set.',
    access: 'reader',
    limit: 'public',
    status: 200,
    response: preferences,
    errors: [],
  },
  updatePreferences: {
    method: 'PUT',
    path: '/api/me/preferences',
    summary: 'Change the preferences that the body names; ranking and retention follow by themselves.',
    access: 'reader',
    limit: 'public',
    body: preferenceChanges,
    status: 200,
    response: preferences,
    errors: [],
  },
  exportAccount: {
    method: 'GET',
    path: '/api/me/export',
    summary:
      'Everything the reader has, a page at a time: keep asking with `next_cursor` and join the pages into one file.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    query: z.strictObject({ cursor: z.string().max(500).optional() }),
    status: 200,
    response: exportPage,
    errors: ['INVALID_CURSOR'],
  },
  leave: {
    method: 'DELETE',
    path: '/api/me',
    summary:
      'Delete the account and everything in it for good. `email` is the account’s, typed again; a reader without one types their user_id. Every session and token ends before the answer.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    body: z.strictObject({ email: z.string().trim().min(1).max(320) }),
    status: 202,
    response: job,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
