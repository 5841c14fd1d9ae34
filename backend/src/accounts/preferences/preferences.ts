import {
  defaultPreferences,
  PREFERENCES_VERSION,
  type PreferenceChoices,
  type Preferences,
  type RetentionChoice,
} from '../../contract/index.ts';
import { RetentionBoundError } from '../identities/errors.ts';

const fields = ['article_days', 'read_hours'] as const;

/** Checks that the retention is within the bounds. Throws RetentionBoundError, which names the field and its bound. */
export const checkRetention = (
  retention: RetentionChoice | null | undefined,
  bounds: RetentionChoice,
): void => {
  if (retention === null || retention === undefined) return;
  for (const field of fields)
    if (retention[field] > bounds[field]) throw new RetentionBoundError(field, bounds[field]);
};

/** Returns the retention that applies: a choice that now exceeds the deployment's bounds is reduced to them. */
const within = (retention: RetentionChoice | null, bounds: RetentionChoice): RetentionChoice | null =>
  retention === null
    ? null
    : {
        article_days: Math.min(retention.article_days, bounds.article_days),
        read_hours: Math.min(retention.read_hours, bounds.read_hours),
      };

/** Returns a reader's preferences in the form of the API; null stands for a reader who set none. */
export const preferencesToWire = (stored: PreferenceChoices | null, bounds: RetentionChoice): Preferences => {
  const chosen = stored ?? defaultPreferences;
  return {
    version: PREFERENCES_VERSION,
    theme: chosen.theme,
    language: chosen.language,
    page_size: chosen.page_size,
    show_images: chosen.show_images,
    mark_read_on_open: chosen.mark_read_on_open,
    default_sort: chosen.default_sort,
    default_filter: chosen.default_filter,
    view: chosen.view,
    retention: within(chosen.retention, bounds),
    like_saved: chosen.like_saved,
    retention_bounds: bounds,
  };
};
