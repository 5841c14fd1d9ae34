import { z } from 'zod';
import { rowExtra, type RowExtra } from '../../contract/index.ts';
import { allTags, type Entry, type SearchableRow } from '../../model/article/entry.ts';
import { unlearnedScore } from '../../model/score/score.ts';
import type { StoredVector } from '../../model/score/vector.ts';
import { absentAsNull, binary } from './items.ts';
import type { Item } from './table.ts';

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

/** The names in the map of an entry for the tags of the reader's own, and for whether they alone keep it. */
const OWN_TAGS_NAME = 'o';
const KEPT_BY_TAGS_NAME = 'k';

/** The name in the map of an entry for the hours after which a rule lets it go. */
const RULE_HOURS_NAME = 'h';

/** The name in the map of an entry for the days for which the reader keeps articles of its feed. */
const KEPT_DAYS_NAME = 'd';

/** The name in the map of an entry for its score without what was learned. */
const UNLEARNED_NAME = 'u';

const storedMap = z.record(z.string(), z.unknown()).prefault({});

const namedExtra = (stored: Record<string, unknown>): Record<keyof RowExtra, unknown> => {
  const image = stored[storedNames.image_url] ?? null;
  return {
    reading_minutes: stored[storedNames.reading_minutes] ?? null,
    tags: stored[storedNames.tags] ?? null,
    story: stored[storedNames.story] ?? null,
    continues: stored[storedNames.continues] ?? null,
    image_url: typeof image === 'string' ? withScheme(image) : image,
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
    own_tags: stored[OWN_TAGS_NAME] ?? [],
    is_kept_by_tags: stored[KEPT_BY_TAGS_NAME] ?? false,
    rule_hours: stored[RULE_HOURS_NAME] ?? null,
    kept_days: stored[KEPT_DAYS_NAME] ?? null,
    unlearned_score: stored[UNLEARNED_NAME] ?? null,
  }))
  .pipe(
    z.object({
      extra: rowExtra,
      read_at: z
        .int()
        .transform((milliseconds) => new Date(milliseconds).toISOString())
        .nullable(),
      text_version: z.int().min(0).nullable(),
      own_tags: z.array(z.string()),
      is_kept_by_tags: z.boolean(),
      rule_hours: z.int().min(1).nullable(),
      kept_days: z.int().min(1).nullable(),
      unlearned_score: z.number().min(0).nullable(),
    }),
  );

const storedNameOf: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(Object.entries(storedNames));

/** Returns the stored form of `extra` with the fields that are known, or null if none is. */
export const encodeExtra = (extra: RowExtra): Record<string, unknown> | null => {
  const image_url = extra.image_url?.replace(/^https:(?=\/\/)/, '') ?? null;
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...extra, image_url }))
    if (value !== null) stored[storedNameOf.get(name) ?? name] = value;
  return Object.keys(stored).length === 0 ? null : stored;
};

/** The fields of an entry that its map holds. */
export type EntryExtra = Pick<
  Entry,
  | 'extra'
  | 'read_at'
  | 'text_version'
  | 'own_tags'
  | 'is_kept_by_tags'
  | 'rule_hours'
  | 'kept_days'
  | 'reasons'
>;

/**
 * Returns the stored form of `extra` of an entry, with the time when it was read, the version of its text, the reader's
 * tags, the hours of rules, the days of its feed and the score without what was learned, or null if nothing is known.
 */
export const encodeEntryExtra = ({
  extra,
  read_at: readAt,
  text_version: textVersion,
  own_tags: ownTags,
  is_kept_by_tags: isKeptByTags,
  rule_hours: ruleHours,
  kept_days: keptDays,
  reasons,
}: EntryExtra): Record<string, unknown> | null => {
  const unlearned = unlearnedScore(reasons);
  const stored = {
    ...encodeExtra(extra),
    ...(readAt === null ? {} : { [READ_AT_NAME]: Date.parse(readAt) }),
    ...(textVersion === null ? {} : { [TEXT_VERSION_NAME]: textVersion }),
    ...(ownTags.length === 0 ? {} : { [OWN_TAGS_NAME]: [...ownTags] }),
    ...(isKeptByTags ? { [KEPT_BY_TAGS_NAME]: true } : {}),
    ...(ruleHours === null ? {} : { [RULE_HOURS_NAME]: ruleHours }),
    ...(keptDays === null ? {} : { [KEPT_DAYS_NAME]: keptDays }),
    ...(unlearned === null ? {} : { [UNLEARNED_NAME]: unlearned }),
  };
  return Object.keys(stored).length === 0 ? null : stored;
};

type SearchableExtra = Pick<
  SearchableRow,
  'reading_minutes' | 'tags' | 'story' | 'text_version' | 'is_kept_by_tags'
>;

const unknownExtra: SearchableExtra = {
  reading_minutes: null,
  tags: [],
  story: null,
  text_version: null,
  is_kept_by_tags: false,
};

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Returns what search needs of the stored map, or null if the map has an unexpected form. */
export const searchableExtra = (stored: unknown): SearchableExtra | null => {
  if (stored === undefined) return unknownExtra;
  if (typeof stored !== 'object' || stored === null) return null;
  const found: Record<string, unknown> = { ...stored };
  const minutes = found[storedNames.reading_minutes] ?? null;
  const tags: unknown = found[storedNames.tags] ?? [];
  const ownTags: unknown = found[OWN_TAGS_NAME] ?? [];
  const story = found[storedNames.story] ?? null;
  const version = found[TEXT_VERSION_NAME] ?? null;
  if (
    (minutes !== null && typeof minutes !== 'number') ||
    (story !== null && typeof story !== 'string') ||
    (version !== null && typeof version !== 'number') ||
    !areTexts(tags) ||
    !areTexts(ownTags)
  )
    return null;
  return {
    reading_minutes: minutes,
    tags: allTags(tags, ownTags),
    story,
    text_version: version,
    is_kept_by_tags: found[KEPT_BY_TAGS_NAME] === true,
  };
};

const FEED_ID = /^[0-9a-f]{16}$/;
const FEED_ID_BYTES = 8;
/** A text of few letters is one piece in memory, a longer sum of texts keeps all of them. */
const HALF = 4;
/** The two digits of each byte: a table takes a tenth of the time that a Buffer takes. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Encodes feed ids in 8 bytes each, a third of the size of a list of strings.
 * @throws RangeError for an id that is not 16 hex digits.
 */
export const encodeFeedIds = (feedIds: string[]): Uint8Array => {
  const wrong = feedIds.find((feedId) => !FEED_ID.test(feedId));
  if (wrong !== undefined) throw new RangeError(`A feed_id has 16 hex digits, not ${JSON.stringify(wrong)}`);
  return Buffer.from(feedIds.join(''), 'hex');
};

/** Decodes feed ids. @throws RangeError unless there is at least one and a whole number of them. */
export const decodeFeedIds = (bytes: Uint8Array): [string, ...string[]] => {
  if (bytes.length % FEED_ID_BYTES !== 0) throw new RangeError(`feed_ids has ${bytes.length} bytes`);
  const first = firstFeedId(bytes);
  // Most entries belong to one feed.
  if (bytes.length === FEED_ID_BYTES) return [first];
  return [first, ...decodeFeedIds(bytes.subarray(FEED_ID_BYTES))];
};

const digitsOf = (bytes: Uint8Array, start: number, end: number): string => {
  let digits = '';
  for (let at = start; at < end; at += 1) digits += HEX[bytes[at] ?? 0] ?? '';
  return digits;
};

/** Decodes only the first feed id, which is faster. @throws RangeError if there is none. */
export const firstFeedId = (bytes: Uint8Array): string => {
  if (bytes.length < FEED_ID_BYTES) throw new RangeError(`feed_ids has ${bytes.length} bytes`);
  return digitsOf(bytes, 0, HALF) + digitsOf(bytes, HALF, FEED_ID_BYTES);
};

/** The attributes of an embedding, the same for articles and keywords. */
export const vectorAttributes = {
  model: z.string(),
  scale: z.number(),
  dimension: z.int().min(0),
  data: binary,
  text_hash: z.string(),
};

export const vectorOf = ({ model, scale, dimension, data, text_hash }: StoredVector): StoredVector => ({
  model,
  scale,
  dimension,
  data,
  text_hash,
});

/*
 * The interval that a reader chose is stored as `chosen_minutes`, which is absent for an automatic one. An item that was
 * written when every reader had an interval has `fetch_interval_minutes` instead. Its value 60 was the default, so it
 * means that the reader chose nothing.
 */

const FORMER_DEFAULT_MINUTES = 60;

/** The attributes in which an item may have an interval. */
export const intervalAttributes = {
  chosen_minutes: absentAsNull(z.number()),
  fetch_interval_minutes: absentAsNull(z.number()),
};

/** Returns the interval of a stored item; null if it is automatic. */
export const storedInterval = ({
  chosen_minutes,
  fetch_interval_minutes: former,
}: {
  chosen_minutes: number | null;
  fetch_interval_minutes: number | null;
}): { fetch_interval_minutes: number | null } => ({
  fetch_interval_minutes: chosen_minutes ?? (former === FORMER_DEFAULT_MINUTES ? null : former),
});

/** Returns changes as they are stored; those without an interval stay as they are. */
export const withStoredInterval = <T extends { fetch_interval_minutes?: number | null }>(changes: T): Item =>
  changes.fetch_interval_minutes === undefined
    ? changes
    : { ...changes, chosen_minutes: changes.fetch_interval_minutes, fetch_interval_minutes: null };
