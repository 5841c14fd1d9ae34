import { PREFERENCES_VERSION, type Preferences, defaultPreferences } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { withChanges } from './queries.ts';

const known: Preferences = {
  ...defaultPreferences,
  version: PREFERENCES_VERSION,
  retention_bounds: { article_days: 7, read_hours: 24 },
  has_tags: false,
  has_highlights: false,
};

describe('preferences with changes', () => {
  it('have only the named values changed: null is a value, undefined is not', () => {
    const kept = { ...known, retention: { article_days: 3, read_hours: 12 } };
    expect(withChanges(kept, { view: 'cards' })).toEqual({ ...kept, view: 'cards' });
    expect(withChanges(kept, { retention: null })).toEqual(known);
    expect(withChanges(kept, { theme: undefined })).toEqual(kept);
  });
});
