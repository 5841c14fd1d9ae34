import type { Enclosure } from '../../contract/index.ts';
import { parseDate } from './dates.ts';
import { webLink } from './links.ts';
import { plainText } from './text.ts';

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
