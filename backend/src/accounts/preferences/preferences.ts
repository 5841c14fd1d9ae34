import {
  defaultPreferences,
  preferenceChoices,
  PREFERENCES_VERSION,
  type PreferenceChoices,
  type Preferences,
} from '../../contract/index.ts';
import { within, type Retention } from '../../model/reader/retention.ts';
import { invalidInput } from '../../lib/domain-error.ts';

const fields = ['article_days', 'read_hours'] as const;

/** Checks that the retention is within the bounds. Throws VALIDATION_FAILED, which names the field and its bound. */
export const checkRetention = (retention: Retention | null | undefined, bounds: Retention): void => {
  if (retention === null || retention === undefined) return;
  for (const field of fields)
    if (retention[field] > bounds[field])
      throw invalidInput(`retention.${field}`, `must be at most ${bounds[field]}, the limit of this service`);
};

/**
 * Returns a reader's preferences in the form of the API; null stands for a reader who set none. A stored retention that
 * now exceeds the deployment's bounds is reduced to them.
 */
export const preferencesToWire = (stored: PreferenceChoices | null, bounds: Retention): Preferences => {
  const { retention, ...chosen } = preferenceChoices.parse(stored ?? defaultPreferences);
  return {
    ...chosen,
    version: PREFERENCES_VERSION,
    retention: retention === null ? null : within(retention, bounds),
    retention_bounds: bounds,
  };
};
