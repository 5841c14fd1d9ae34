import { z } from 'zod';
import { articleFilter, articleSort } from './articles.ts';

/** The version of the preferences. It is raised when a preference changes its meaning. */
export const PREFERENCES_VERSION = 1;

/** The time for which unsaved articles are kept: whole days since they arrived, whole hours since they were read. */
export const retentionChoice = z.strictObject({
  article_days: z.int().min(1).max(365),
  read_hours: z.int().min(1).max(8760),
});

/**
 * Every preference that a reader can set: the values it can have, and the one it has for readers who set none. Requests,
 * answers, stored items and the export all follow this table.
 */
const table = {
  /** auto: light or dark, as the reader's system. contrast: black and white in place of greys. */
  theme: z.enum(['auto', 'light', 'dark', 'sepia', 'contrast']).catch('auto'),
  /** auto: the language of the browser. */
  language: z.enum(['auto', 'en', 'ja']).catch('auto'),
  /** Number of articles that a list loads at once. */
  page_size: z.int().min(1).max(200).catch(50),
  show_images: z.boolean().catch(true),
  /** True if cards and the magazine show pictures; only while `show_images` is true too. */
  show_list_images: z.boolean().catch(true),
  /** True if pictures of articles come through this service, so that no publisher sees the reader. */
  proxy_images: z.boolean().catch(true),
  /** The type of articles: the size, the width of the column, the face and the space between lines. */
  text_size: z.enum(['small', 'medium', 'large', 'largest']).catch('medium'),
  text_width: z.enum(['narrow', 'medium', 'wide']).catch('medium'),
  /** auto: serifs, but none in Japanese. */
  text_face: z.enum(['auto', 'serif', 'sans']).catch('auto'),
  text_spacing: z.enum(['tight', 'medium', 'loose']).catch('medium'),
  mark_read_on_open: z.boolean().catch(true),
  /** True if articles are marked read whose rows the reader scrolls past. */
  mark_read_on_scroll: z.boolean().catch(false),
  /** The order in which a list opens; the default of the API is different. */
  default_sort: articleSort.catch('importance_score'),
  default_filter: articleFilter.catch('all'),
  view: z.enum(['compact', 'list', 'cards', 'magazine']).catch('list'),
  /** Where an article opens: beside the list, or over it where there is no room, or in its place in the list. */
  open_articles: z.enum(['beside', 'in_place']).catch('beside'),
  /** Null means the deployment's retention. A reader can choose a shorter one, never a longer one. */
  retention: retentionChoice.nullable().catch(null),
  /** The half-life in days by which articles lose importance as they age; 0 if they do not. */
  freshness_days: z.literal([0, 1, 3, 7]).catch(3),
  /** True if marking an article read marks the other articles of its story read. */
  mark_story_read: z.boolean().catch(false),
  /**
   * True if Omomi learns from what the reader saves, likes, dislikes and reads, which is then a reason of its own. The
   * name is of a time when only what was saved counted.
   */
  /** True if keywords share the top of a list by importance, so that none of them fills it. */
  balance: z.boolean().catch(true),
  like_saved: z.boolean().catch(false),
};

type Table = Record<string, z.ZodCatch>;

/**
 * Returns the schemas of a table without their fallbacks, so that they refuse other values. The first signature keeps
 * the type of each schema, which the type of a loop does not.
 */
function strict<T extends Table>(fields: T): { [K in keyof T]: ReturnType<T[K]['unwrap']> };
function strict(fields: Table): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.unwrap()]));
}

/**
 * The preferences as they are stored. A value that is missing, or that another version wrote and this one does not
 * know, becomes the default.
 */
export const storedPreferences = z.object(table);

/** The preferences that scores, or the order by them, depend on: a change of one recalculates the reader's articles. */
export const scoringPreferences = ['freshness_days', 'like_saved'] as const satisfies (keyof typeof table)[];

/** The preferences of a reader who has set none. */
export const defaultPreferences = storedPreferences.parse({});

export const preferenceChoices = z.object(strict(table));

export const preferences = preferenceChoices.extend({
  version: z.literal(PREFERENCES_VERSION),
  /** The deployment's retention, the longest that `retention` can be. */
  retention_bounds: retentionChoice,
});

export const preferenceChanges = preferenceChoices.partial().strict();

export type RetentionChoice = z.infer<typeof retentionChoice>;
export type PreferenceChoices = z.infer<typeof preferenceChoices>;
export type Preferences = z.infer<typeof preferences>;
export type PreferenceChanges = z.infer<typeof preferenceChanges>;
