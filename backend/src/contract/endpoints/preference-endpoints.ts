import type { Endpoint } from './shape/endpoint.ts';
import { preferenceChanges, preferences } from '../schemas/preferences.ts';

/** The endpoints for the reader's preferences. */
export const preferenceEndpoints = {
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
} as const satisfies Record<string, Endpoint>;
