import { plainText } from './text.ts';
import type { ScheduleHints } from './parsed-feed.ts';
import type { Enclosure } from '../../contract/index.ts';
import { parseDate } from './dates.ts';

/**
 * Returns the base of an element's relative addresses from `xml:base` values, the outermost first; null if there is
 * none.
 */
export const joinBases = (...bases: (string | null | undefined)[]): string | null => {
  let joined: string | null = null;
  for (const base of bases) {
    const text: string = base?.trim() ?? '';
    const resolved: URL | null = text === '' ? null : URL.parse(text, joined ?? undefined);
    joined = resolved !== null && /^https?:$/.test(resolved.protocol) ? resolved.href : joined;
  }
  return joined;
};

/** Removes line breaks and tabs with the spaces around them; other spaces stay. */
const withoutLineBreaks = (text: string): string =>
  /[\r\n\t]/.test(text) ? text.replace(/\s+/g, (space) => (/[\r\n\t]/.test(space) ? '' : space)) : text;

/**
 * Returns an address of a feed, made absolute if there is a base, otherwise possibly relative. Returns null if it is
 * empty or leads to something other than a web page (`javascript:`, `mailto:`, `urn:`).
 */
export const webLink = (raw: string | null | undefined, base: string | null): string | null => {
  const trimmed = (raw ?? '').trim();
  if (/^https?:\/\/\S+$/i.test(trimmed)) {
    return trimmed;
  }
  const text = withoutLineBreaks(trimmed);
  if (text === '' || /\s\S*\s\S*\s/.test(text)) {
    return null;
  }
  if (/^https?:\/\//i.test(text)) {
    return text;
  }
  if (/^[a-z][a-z\d+.-]*:/i.test(text)) {
    return null;
  }
  return base === null ? text : (URL.parse(text, base)?.href ?? null);
};

type Related = { rel?: string | undefined; href?: string | undefined };

/** Returns the first hub and the first address of its own that a document names by links (WebSub, 4). */
export const hubAndSelf = (
  links: readonly Related[] | undefined,
  base: string | null,
): { hub_url: string | null; self_url: string | null } => {
  const hrefOf = (relation: string) =>
    links?.find(({ rel }) => rel?.toLowerCase().trim().split(/\s+/).includes(relation))?.href;
  return { hub_url: webLink(hrefOf('hub'), base), self_url: webLink(hrefOf('self'), base) };
};

/** Checks whether a text is an absolute web address; only such a guid can serve as a link. */
export const isWebAddress = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && /^https?:\/\/[^\s/]\S*$/i.test(text.trim());

/** Longest category, tag or keyword of an item that a parser gets, in UTF-16 units; a longer one is cut. */
export const MAX_CATEGORY = 100;

/** Matches the local names, in lower case, of the elements whose text or attributes are a category. */
export const CATEGORY = /^(?:category|keywords|subject|tags?)$/;

/** Largest number of categories of an article. */
const MAX_CATEGORIES = 20;

/**
 * Returns the first 20 categories of an item as plain text, without empty ones and without those that differ from an
 * earlier one in case alone.
 */
export const categoryNames = (...lists: ((string | undefined)[] | undefined)[]): string[] => {
  const found = new Map<string, string>();
  for (const name of lists.flatMap((list) => list ?? [])) {
    const text = plainText(name ?? '')
      .slice(0, MAX_CATEGORY)
      .toWellFormed();
    const key = text.toLowerCase();
    if (text !== '' && !found.has(key) && found.size < MAX_CATEGORIES) found.set(key, text);
  }
  return [...found.values()];
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an item of a JSON feed with its tags cut to their limit. */
export const boundTags = (item: unknown): unknown => {
  if (!isRecord(item) || !Array.isArray(item['tags'])) return item;
  const tags: unknown[] = item['tags'];
  return {
    ...item,
    tags: tags.map((tag) => (typeof tag === 'string' ? tag.slice(0, MAX_CATEGORY) : tag)),
  };
};

const PERIOD_MINUTES: Record<string, number> = {
  hourly: 60,
  daily: 24 * 60,
  weekly: 7 * 24 * 60,
  monthly: 30 * 24 * 60,
  yearly: 365 * 24 * 60,
};

type Syndication = { updatePeriod?: string | undefined; updateFrequency?: number | undefined };

const syndicationMinutes = (sy: Syndication | undefined): number | null => {
  const period = PERIOD_MINUTES[sy?.updatePeriod?.trim().toLowerCase() ?? ''];
  const frequency = sy?.updateFrequency ?? 1;
  return period === undefined || frequency <= 0 ? null : Math.max(1, Math.round(period / frequency));
};

/**
 * Returns RSS `ttl` in minutes, otherwise the Syndication module's period divided by its frequency; `skipHours` from 0
 * to 23, with 24 read as 0.
 */
export const scheduleHints = (
  ttl: number | undefined,
  sy: Syndication | undefined,
  skipHours: number[] | undefined,
): ScheduleHints => {
  const hours = (skipHours ?? []).filter((hour) => Number.isInteger(hour) && hour >= 0 && hour <= 24);
  return {
    ttl_minutes:
      ttl !== undefined && Number.isFinite(ttl) && ttl >= 1 ? Math.round(ttl) : syndicationMinutes(sy),
    skip_hours: [...new Set(hours.map((hour) => hour % 24))].toSorted((a, b) => a - b),
  };
};

/** The parts of Media RSS that describe an item's media; a structural subset of the parser's type. */
export type Media = {
  title?: { value?: string | undefined } | undefined;
  description?: { value?: string | undefined; type?: string | undefined } | undefined;
  contents?: MediaContent[] | undefined;
  thumbnails?: Picture[] | undefined;
  groups?: Omit<Media, 'groups'>[] | undefined;
};

export type Picture = { url?: string | undefined; width?: number | undefined; height?: number | undefined };

type MediaContent = Picture & {
  thumbnails?: Picture[] | undefined;
  type?: string | undefined;
  medium?: string | undefined;
  fileSize?: number | undefined;
};

/** Returns the first valid date. */
export const firstDate = (...candidates: (string | undefined)[]): string | null => {
  for (const candidate of candidates) {
    const date = candidate === undefined ? null : parseDate(candidate);
    if (date !== null) {
      return date;
    }
  }
  return null;
};

export const firstText = (...candidates: (string | undefined)[]): string | null =>
  candidates.find((candidate) => candidate !== undefined && candidate.trim() !== '') ?? null;

/** Returns the longer of two texts as the content, and the other as the summary if it differs. */
export const contentAndSummary = (
  content: string | null,
  description: string | null,
): { content: string; summary: string | null } => {
  const [full, short] =
    (content ?? '').length >= (description ?? '').length ? [content, description] : [description, content];
  return { content: full ?? '', summary: short === full ? null : short };
};

export const enclosure = (
  url: string | undefined,
  type: string | undefined,
  length: number | undefined,
  base: string | null,
): Enclosure | null => {
  const address = webLink(url, base);
  return address === null
    ? null
    : {
        url: address,
        type: type ?? null,
        length: length !== undefined && Number.isSafeInteger(length) && length > 0 ? length : null,
      };
};

const mediaEnclosures = (media: Media | undefined, base: string | null): (Enclosure | null)[] =>
  [media, ...(media?.groups ?? [])]
    .flatMap((group) => group?.contents ?? [])
    // Images illustrate the article, and its content shows them already.
    .filter((content) => !isPicture(content))
    .map((content) => enclosure(content.url, content.type, content.fileSize, base));

/** Returns the enclosures without duplicate addresses, in order, at most 50. */
export const enclosures = (
  listed: (Enclosure | null)[],
  media: Media | undefined,
  base: string | null,
): Enclosure[] => {
  const found = new Map<string, Enclosure>();
  for (const candidate of [...listed, ...(media === undefined ? [] : mediaEnclosures(media, base))]) {
    if (candidate !== null && !found.has(candidate.url) && found.size < 50) {
      found.set(candidate.url, candidate);
    }
  }
  return [...found.values()];
};

/** Checks whether a content of Media RSS is a picture, of which most illustrate the article. */
export const isPicture = ({ medium, type }: MediaContent): boolean =>
  medium === 'image' || type?.startsWith('image/') === true;

/**
 * Returns the Media RSS description of an item, also from a group as YouTube has it. It is plain text unless marked as
 * HTML.
 */
export const mediaDescription = (media: Media | undefined): { text: string; isHtml: boolean } | null => {
  for (const part of [media, ...(media?.groups ?? []), ...(media?.contents ?? [])]) {
    const description = part !== undefined && 'description' in part ? part.description : undefined;
    if (description?.value !== undefined) {
      return { text: description.value, isHtml: description.type === 'html' };
    }
  }
  return null;
};

export const mediaTitle = (media: Media | undefined): string | undefined =>
  media?.title?.value ?? media?.groups?.find((group) => group.title?.value !== undefined)?.title?.value;

type Person = { name?: string | undefined; email?: string | undefined };

/** Returns the names, or email addresses if there is no name, joined by commas; null if there are neither. */
export const authorNames = (people: (Person | string)[] | undefined): string | null => {
  const names = (people ?? [])
    .map((person) => (typeof person === 'string' ? person : (person.name ?? person.email ?? '')))
    .map(plainText)
    .filter((name) => name !== '');
  return names.length === 0 ? null : [...new Set(names)].slice(0, 10).join(', ');
};
