import { Parser } from 'htmlparser2';

/**
 * Limit on the tags read: a page's links are in its head, and a parser's work on deep nesting grows with the square of
 * the tags.
 */
const maxTags = 5000;
/** Limit on the attributes read, because a parser keeps all attributes of a tag until the tag ends. */
const maxAttributes = 20_000;
const chunkLength = 16_384;
const maxLinks = 30;

/**
 * Range of good icon sizes in pixels. An icon is shown 20 pixels wide, and high-resolution screens need two or three
 * times as many.
 */
const smallestGood = 32;
const largestGood = 96;

type Link = { href: string; rank: number };

/** Returns the rank of an icon link, lower being better; null if the link does not lead to an icon. */
const rankOf = (attributes: Readonly<Record<string, string>>): number | null => {
  const relations = (attributes['rel'] ?? '').toLowerCase().split(/\s+/);
  if (relations.includes('icon')) {
    const sizes = (attributes['sizes'] ?? '').match(/\d{1,5}(?=x)/gi)?.map(Number) ?? [];
    if (sizes.length === 0) return 1;
    return sizes.some((size) => size >= smallestGood && size <= largestGood) ? 0 : 2;
  }
  return relations.some((relation) => relation.startsWith('apple-touch-icon')) ? 3 : null;
};

/** Returns the icons that a page names, from its bytes and address; empty if reading takes too long. Never throws. */
export type ReadIconLinks = (page: Uint8Array, pageUrl: string) => Promise<string[]>;

/**
 * Returns the absolute addresses of the icons that a page names by `<link rel="icon">`, `shortcut icon` or
 * `apple-touch-icon`, without duplicates. Icons of a suitable size come first, otherwise the page's order is kept;
 * `<base href>` is honoured. Returns at most 30, all from the head.
 */
export const iconLinks = (html: string, pageUrl: string): string[] => {
  const links: Link[] = [];
  let base: string | null = null;
  let tags = 0;
  let attributeCount = 0;
  let isInBody = false;
  const parser = new Parser({
    onattribute: () => {
      attributeCount += 1;
    },
    onopentag: (name, attributes) => {
      tags += 1;
      if (name === 'body') isInBody = true;
      const href = attributes['href']?.trim();
      if (href === undefined || href === '') return;
      if (name === 'base') base ??= href;
      const rank = name === 'link' ? rankOf(attributes) : null;
      if (rank !== null) links.push({ href, rank });
    },
  });
  for (
    let start = 0;
    start < html.length &&
    tags < maxTags &&
    attributeCount < maxAttributes &&
    links.length < maxLinks &&
    !isInBody;
    start += chunkLength
  ) {
    parser.write(html.slice(start, start + chunkLength));
  }
  const baseUrl = (base === null ? null : URL.parse(base, pageUrl)) ?? URL.parse(pageUrl);
  const addresses = links
    .slice(0, maxLinks)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ href }) => URL.parse(href, baseUrl?.href))
    .filter((url) => url !== null && /^https?:$/.test(url.protocol))
    .map((url) => url?.href ?? '');
  return [...new Set(addresses)];
};
