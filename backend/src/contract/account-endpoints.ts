import type { Endpoint } from './endpoint.ts';
import { preferenceChanges, preferences } from './preferences.ts';

/** What the reader is and wants. */
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
    summary: 'Change the preferences that the body names; the ranking follows by itself.',
    access: 'reader',
    limit: 'public',
    body: preferenceChanges,
    status: 200,
    response: preferences,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>;
