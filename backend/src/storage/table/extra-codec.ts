import { z } from 'zod';
import { rowExtra, type RowExtra } from '../../contract/index.ts';
import type { SearchableRow } from '../../model/article/entry.ts';

/** The name of each field in the stored map. Names are short, because every row of every index carries them. */
const storedNames = {
  reading_minutes: 'm',
  tags: 't',
  story: 's',
  continues: 'c',
  image_url: 'i',
} as const satisfies Record<keyof RowExtra, string>;

/** The name in the map of an entry for the time when it was read. No other attribute for it is in the indexes. */
const READ_AT_NAME = 'r';

/** The name in the map of an entry for the version of its text. */
const TEXT_VERSION_NAME = 'v';

const storedMap = z.record(z.string(), z.unknown()).prefault({});

const namedExtra = (stored: Record<string, unknown>): Record<string, unknown> => {
  const image = stored[storedNames.image_url];
  return {
    ...Object.fromEntries(Object.entries(storedNames).map(([name, short]) => [name, stored[short] ?? null])),
    ...(typeof image === 'string' ? { image_url: withScheme(image) } : {}),
  };
};

// Addresses are stored without `https:`, which leaves more room for the excerpt of a list.
const withScheme = (stored: string): string => stored.replace(/^(?=\/\/)/, 'https:');

/** The schema of the attribute `extra`. A field that is absent, as in older items, is null; unknown ones are ignored. */
export const extraAttribute = storedMap.transform(namedExtra).pipe(rowExtra);

/**
 * The schema of the attribute `extra` of an entry and its rows, which holds what no other attribute of the indexes has
 * room for. `read_at` is null in an entry that was read before
 * this place was used; the whole entry then has it as an attribute.
 */
export const entryExtraAttribute = storedMap
  .transform((stored) => ({
    extra: namedExtra(stored),
    read_at: stored[READ_AT_NAME] ?? null,
    text_version: stored[TEXT_VERSION_NAME] ?? null,
  }))
  .pipe(
    z.object({
      extra: rowExtra,
      read_at: z
        .int()
        .transform((milliseconds) => new Date(milliseconds).toISOString())
        .nullable(),
      text_version: z.int().min(0).nullable(),
    }),
  );

/** Returns the stored form of `extra` with the fields that are known, or null if none is. */
export const encodeExtra = (extra: RowExtra): Record<string, unknown> | null => {
  const image_url = extra.image_url?.replace(/^https:(?=\/\/)/, '') ?? null;
  const known = Object.entries({ ...extra, image_url }).filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  const names = new Map<string, string>(Object.entries(storedNames));
  return Object.fromEntries(known.map(([name, value]) => [names.get(name) ?? name, value]));
};

/**
 * Returns the stored form of `extra` of an entry, with the time when it was read and the version of its text, or null if
 * nothing is known.
 */
export const encodeEntryExtra = (
  extra: RowExtra,
  readAt: string | null,
  textVersion: number | null,
): Record<string, unknown> | null => {
  const stored = encodeExtra(extra);
  if (readAt === null && textVersion === null) return stored;
  return {
    ...stored,
    ...(readAt === null ? {} : { [READ_AT_NAME]: Date.parse(readAt) }),
    ...(textVersion === null ? {} : { [TEXT_VERSION_NAME]: textVersion }),
  };
};

type SearchableExtra = Pick<SearchableRow, 'reading_minutes' | 'tags' | 'story' | 'text_version'>;

/** Returns what search needs of the stored map, or null if the map has an unexpected form. */
export const searchableExtra = (stored: unknown): SearchableExtra | null => {
  if (stored === undefined) return { reading_minutes: null, tags: [], story: null, text_version: null };
  if (typeof stored !== 'object' || stored === null) return null;
  const found: Record<string, unknown> = { ...stored };
  const minutes = found[storedNames.reading_minutes] ?? null;
  const tags: unknown = found[storedNames.tags] ?? [];
  const story = found[storedNames.story] ?? null;
  const version = found[TEXT_VERSION_NAME] ?? null;
  const isKnown =
    (minutes === null || typeof minutes === 'number') &&
    (story === null || typeof story === 'string') &&
    (version === null || typeof version === 'number') &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string');
  return isKnown ? { reading_minutes: minutes, tags, story, text_version: version } : null;
};
