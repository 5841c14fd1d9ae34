import { z } from 'zod';
import { articleFilter, articleSort } from './articles.ts';

/** The version of the preferences. It is raised when a preference changes its meaning. */
export const PREFERENCES_VERSION = 1;

/** The time for which unsaved articles are kept: whole days since they arrived, whole hours since they were read. */
export const retentionChoice = z.strictObject({
  article_days: z.int().min(1).max(365),
  read_hours: z.int().min(1).max(8760),
});

/** Every preference a reader can set. */
const choices = {
  /** auto: the theme of the reader's system. */
  theme: z.enum(['auto', 'light', 'dark']),
  /** auto: the language of the browser. */
  language: z.enum(['auto', 'en', 'ja']),
  /** Number of articles that a list loads at once. */
  page_size: z.int().min(1).max(200),
  show_images: z.boolean(),
  mark_read_on_open: z.boolean(),
  /** The order in which a list opens; the default of the API is different. */
  default_sort: articleSort,
  default_filter: articleFilter,
  view: z.enum(['list', 'cards', 'magazine']),
  /** Null means the deployment's retention. A reader can choose a shorter one, never a longer one. */
  retention: retentionChoice.nullable(),
  /** True if articles similar to those that the reader saved rank higher, with a reason of its own. */
  like_saved: z.boolean(),
};

const choice = z.object(choices);

export type PreferenceChoices = z.infer<typeof choice>;

/** The preferences of a reader who has set none. */
export const defaultPreferences: PreferenceChoices = {
  theme: 'auto',
  language: 'auto',
  page_size: 50,
  show_images: true,
  mark_read_on_open: true,
  default_sort: 'importance_score',
  default_filter: 'all',
  view: 'list',
  retention: null,
  like_saved: false,
};

export const preferences = choice.extend({
  version: z.literal(PREFERENCES_VERSION),
  /** The deployment's retention, the longest that `retention` can be. */
  retention_bounds: retentionChoice,
});

export const preferenceChanges = choice.partial().strict();

/**
 * The preferences as they are stored. A value that is missing, or that another version wrote and this one does not
 * know, becomes the default.
 */
export const storedPreferences = z.object({
  theme: choices.theme.catch(defaultPreferences.theme),
  language: choices.language.catch(defaultPreferences.language),
  page_size: choices.page_size.catch(defaultPreferences.page_size),
  show_images: choices.show_images.catch(defaultPreferences.show_images),
  mark_read_on_open: choices.mark_read_on_open.catch(defaultPreferences.mark_read_on_open),
  default_sort: choices.default_sort.catch(defaultPreferences.default_sort),
  default_filter: choices.default_filter.catch(defaultPreferences.default_filter),
  view: choices.view.catch(defaultPreferences.view),
  retention: choices.retention.catch(defaultPreferences.retention),
  like_saved: choices.like_saved.catch(defaultPreferences.like_saved),
});

export type RetentionChoice = z.infer<typeof retentionChoice>;
export type Preferences = z.infer<typeof preferences>;
export type PreferenceChanges = z.infer<typeof preferenceChanges>;
