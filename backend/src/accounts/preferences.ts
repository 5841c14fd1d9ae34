import {
  defaultPreferences,
  PREFERENCES_VERSION,
  type PreferenceChoices,
  type Preferences,
  type RetentionChoice,
} from '../contract/index.ts';
import { RetentionBoundError } from './errors.ts';

const fields = ['article_days', 'read_hours'] as const;

/** Throws RetentionBoundError, which names the field and its bound. */
export const checkRetention = (
  retention: RetentionChoice | null | undefined,
  bounds: RetentionChoice,
): void => {
  if (retention === null || retention === undefined) return;
  for (const field of fields)
    if (retention[field] > bounds[field]) throw new RetentionBoundError(field, bounds[field]);
};

/** What holds for a reader: a choice made before the deployment kept less is the deployment's. */
const within = (retention: RetentionChoice | null, bounds: RetentionChoice): RetentionChoice | null =>
  retention === null
    ? null
    : {
        article_days: Math.min(retention.article_days, bounds.article_days),
        read_hours: Math.min(retention.read_hours, bounds.read_hours),
      };

/** A reader's preferences as the API has them; null is a reader who set none. */
export const toWire = (stored: PreferenceChoices | null, bounds: RetentionChoice): Preferences => {
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
