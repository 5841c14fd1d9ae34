import { z } from 'zod';
import { languages } from './languages.ts';
import { articleFilter, articleSort } from './articles.ts';

/** The version of the preferences. It is raised when a preference changes its meaning. */
export const PREFERENCES_VERSION = 1;

/** The time for which unsaved articles are kept: whole days since they arrived, whole hours since they were read. */
export const retentionChoice = z.strictObject({
  article_days: z.int().min(1).max(365),
  read_hours: z.int().min(1).max(8760),
});

type Preference = { schema: z.ZodType; normal: unknown };

const preference = <S extends z.ZodType>(schema: S, normal: z.infer<S>) => ({ schema, normal });

/**
 * Every preference that a reader can set: the values it can have, and the one it has for readers who set none. Requests,
 * answers, stored items and the export all follow this table.
 */
const table = {
  /** auto: light or dark, as the reader's system. contrast: black and white in place of greys. */
  theme: preference(z.enum(['auto', 'light', 'dark', 'sepia', 'contrast']), 'auto'),
  /** auto: the language of the browser. */
  language: preference(z.enum(['auto', ...languages]), 'auto'),
  /** Number of articles that a list loads at once. */
  page_size: preference(z.int().min(1).max(200), 50),
  show_images: preference(z.boolean(), true),
  /** True if cards and the magazine show pictures; only while `show_images` is true too. */
  show_list_images: preference(z.boolean(), true),
  /** True if pictures of articles come through this service, so that no publisher sees the reader. */
  proxy_images: preference(z.boolean(), true),
  /** The type of articles: the size, the width of the column, the face and the space between lines. */
  text_size: preference(z.enum(['small', 'medium', 'large', 'largest']), 'medium'),
  text_width: preference(z.enum(['narrow', 'medium', 'wide']), 'medium'),
  /** auto: serifs, but none in Japanese. system: the face that the reader's system has for its own texts. */
  text_face: preference(z.enum(['auto', 'serif', 'sans', 'system']), 'auto'),
  text_spacing: preference(z.enum(['tight', 'medium', 'loose']), 'medium'),
  mark_read_on_open: preference(z.boolean(), true),
  /** True if articles are marked read whose rows the reader scrolls past. */
  mark_read_on_scroll: preference(z.boolean(), false),
  /** The order in which a list opens; the default of the API is different. */
  default_sort: preference(articleSort, 'importance_score'),
  default_filter: preference(articleFilter, 'unread'),
  view: preference(z.enum(['compact', 'list', 'cards', 'magazine']), 'list'),
  /** Where an article opens: beside the list, or over it where there is no room, or in its place in the list. */
  open_articles: preference(z.enum(['beside', 'in_place']), 'beside'),
  /** Null means the deployment's retention. A reader can choose a shorter one, never a longer one. */
  retention: preference(retentionChoice.nullable(), null),
  /** The half-life in days by which articles lose importance as they age; 0 if they do not. */
  freshness_days: preference(z.literal([0, 1, 3, 7]), 3),
  /** True if marking an article read marks the other articles of its story read, also those that arrive later. */
  mark_story_read: preference(z.boolean(), true),
  /** True if keywords share the top of a list by importance, so that none of them fills it. */
  balance: preference(z.boolean(), true),
  /** The place of an article's reasons in other feed readers: before its text, after it, or nowhere. */
  app_reasons: preference(z.enum(['line', 'footer', 'off']), 'line'),
  /** True if Omomi learns from what the reader saves, likes, dislikes and reads, which is then a reason of its own. */
  learns: preference(z.boolean(), false),
};

type Table = Record<string, Preference>;

const mapped = (fields: Table, pick: (entry: Preference) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, pick(entry)]));

// The first signature of each of these keeps the type of each preference, which the type of a loop does not.

/** Returns the schemas of a table, which refuse other values. */
function strict<T extends Table>(fields: T): { [K in keyof T]: T[K]['schema'] };
function strict(fields: Table): Record<string, unknown> {
  return mapped(fields, ({ schema }) => schema);
}

/** Returns the schemas of a table, which replace other values by the default. */
function lenient<T extends Table>(fields: T): { [K in keyof T]: z.ZodCatch<T[K]['schema']> };
function lenient(fields: Table): Record<string, unknown> {
  return mapped(fields, ({ schema, normal }) => schema.catch(normal));
}

function normalOf<T extends Table>(fields: T): { [K in keyof T]: z.infer<T[K]['schema']> };
function normalOf(fields: Table): Record<string, unknown> {
  return mapped(fields, ({ normal }) => normal);
}

/**
 * The preferences as they are stored. A value that is missing, or that another version wrote and this one does not
 * know, becomes the default.
 */
export const storedPreferences = z.object(lenient(table));

/** The preferences that scores, or the order by them, depend on: a change of one recalculates the reader's articles. */
export const scoringPreferences = ['freshness_days', 'learns'] as const satisfies (keyof typeof table)[];

/** The preferences of a reader who has set none. */
export const defaultPreferences = normalOf(table);

export const preferenceChoices = z.object(strict(table));

export const preferences = preferenceChoices.extend({
  version: z.literal(PREFERENCES_VERSION),
  /** The deployment's retention, the longest that `retention` can be. */
  retention_bounds: retentionChoice,
  /** True if the reader has tags of their own: known with the first answer that the page waits for. */
  has_tags: z.boolean(),
  /** True if the reader has marked a passage of an article. */
  has_highlights: z.boolean(),
});

export const preferenceChanges = preferenceChoices.partial().strict();

export type RetentionChoice = z.infer<typeof retentionChoice>;
export type PreferenceChoices = z.infer<typeof preferenceChoices>;
/** A language of the preferences, or the browser's own. */
export type LanguageChoice = PreferenceChoices['language'];
export type Preferences = z.infer<typeof preferences>;
export type PreferenceChanges = z.infer<typeof preferenceChanges>;
