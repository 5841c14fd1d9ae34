import { Parser } from 'htmlparser2';

/** A page's links are in its head; a parser's work on deep nesting grows with the square of the tags. */
const maxTags = 5000;
/** A parser keeps all attributes of a tag until it ends. */
const maxAttributes = 20_000;
const chunkLength = 16_384;
const maxLinks = 30;

/** It is shown 20 pixels wide, on fine screens with twice or three times as many. */
const smallestGood = 32;
const largestGood = 96;

type Link = { href: string; rank: number };

/** Null where the link is to no icon; else the lower the better. */
const rankOf = (attributes: Readonly<Record<string, string>>): number | null => {
  const relations = (attributes['rel'] ?? '').toLowerCase().split(/\s+/);
  if (relations.includes('icon')) {
    const sizes = (attributes['sizes'] ?? '').match(/\d{1,5}(?=x)/gi)?.map(Number) ?? [];
    if (sizes.length === 0) return 1;
    return sizes.some((size) => size >= smallestGood && size <= largestGood) ? 0 : 2;
  }
  return relations.some((relation) => relation.startsWith('apple-touch-icon')) ? 3 : null;
};

/** The icons that a page names, by its bytes and address; empty where it takes too long to read. Never throws. */
export type ReadIconLinks = (page: Uint8Array, pageUrl: string) => Promise<string[]>;

/**
 * The icons that a page names by `<link rel="icon">`, `shortcut icon` or `apple-touch-icon`, absolute, each once: those
 * of a fitting size first, else in its order; `<base href>` is honoured. At most 30, from the head.
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
