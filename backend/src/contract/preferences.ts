import { z } from 'zod';
import { articleFilter, articleSort } from './articles.ts';

/** Raised when a preference changes its meaning. */
export const PREFERENCES_VERSION = 1;

/** How long articles that are not saved are kept. Whole days since they arrived, whole hours since they were read. */
export const retentionChoice = z.strictObject({
  article_days: z.int().min(1).max(365),
  read_hours: z.int().min(1).max(8760),
});

/** Every preference a reader can set. */
const choices = {
  /** auto: as the reader's system has it. */
  theme: z.enum(['auto', 'light', 'dark']),
  /** auto: the browser's. */
  language: z.enum(['auto', 'en', 'ja']),
  /** Articles that a list loads at once. */
  page_size: z.int().min(1).max(200),
  show_images: z.boolean(),
  mark_read_on_open: z.boolean(),
  /** The order that a list opens in; the API's own default is another. */
  default_sort: articleSort,
  default_filter: articleFilter,
  view: z.enum(['list', 'cards', 'magazine']),
  /** Null: the deployment's. A reader can ask for less than that, never for more. */
  retention: retentionChoice.nullable(),
  /** What resembles the articles the reader saved ranks higher, as a reason of its own. */
  like_saved: z.boolean(),
};

const choice = z.object(choices);

export type PreferenceChoices = z.infer<typeof choice>;

/** What holds for a reader who never set it. */
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
  /** The deployment's retention, the most that `retention` can ask for. */
  retention_bounds: retentionChoice,
});

export const preferenceChanges = choice.partial().strict();

/** As it is stored: what is missing, or was written by a version that knew other values, is the default. */
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
