import type { Attributes, TagReader } from '../html/read-tags.ts';
import type { PageLink, PageLinkType } from './page-facts.ts';

const MAX_ADDRESS = 2048;
const MAX_TEXT = 200;
const MAX_REL = 100;

/** A link as the page writes it, in document order. */
type RawLink = {
  href: string;
  text: string;
  rel: string | null;
  /** `page` is a link that a reader follows; whether it is internal is known when its address is. */
  type: 'page' | Exclude<PageLinkType, 'internal' | 'external'>;
};

const relOf = (attributes: Attributes): string | null => {
  const rel = (attributes['rel'] ?? '').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  return rel === '' ? null : rel.slice(0, MAX_REL);
};

const typeOfLinkTag = (rel: string): RawLink['type'] | null => {
  const words = rel.split(' ');
  if (words.includes('canonical')) return 'canonical';
  if (words.includes('stylesheet')) return 'style';
  if (words.includes('alternate') || words.includes('amphtml')) return 'alternate';
  if (words.includes('icon') || words.some((word) => word.startsWith('apple-touch-icon'))) return 'image';
  return words.includes('next') || words.includes('prev') ? 'page' : null;
};

/** Returns the address of the largest picture in a srcset: the last one, as everybody writes them in ascending order. */
const lastOfSrcset = (srcset: string | undefined): string | undefined =>
  srcset?.split(/,\s/).at(-1)?.trim().split(/\s/)[0];

const isPlaceholder = (address: string | undefined): boolean =>
  address === undefined || address.trim() === '' || /^\s*data:/i.test(address);

/**
 * Returns the address of a picture. Pages with lazy loading put a placeholder into `src`. A picture counts once, by one
 * address, however many sizes of it there are; the `source` elements of a `picture` are such sizes.
 */
const pictureAddress = (attributes: Attributes): string | undefined =>
  [
    attributes['src'],
    attributes['data-src'],
    attributes['data-lazy-src'],
    attributes['data-original'],
    lastOfSrcset(attributes['srcset']),
    lastOfSrcset(attributes['data-srcset']),
  ].find((address) => !isPlaceholder(address));

const refreshTarget = (attributes: Attributes): string | undefined =>
  attributes['http-equiv']?.trim().toLowerCase() === 'refresh'
    ? /^\s*\d{0,6}(?:\.\d{0,6})?\s?[;,]\s?url\s?=\s?["']?([^"']{1,2048})/i.exec(
        attributes['content'] ?? '',
      )?.[1]
    : undefined;

/** Returns the link that a start tag is; null if it is none, or only leads to another place of the same page. */
const linkOfTag = (name: string, attributes: Attributes): RawLink | null => {
  const link = (type: RawLink['type'], href: string | undefined, text = ''): RawLink | null =>
    href === undefined || href.trim() === '' || href.trim().startsWith('#')
      ? null
      : { type, href: href.trim(), text, rel: relOf(attributes) };
  switch (name) {
    case 'a':
      return link('page', attributes['href']);
    case 'area':
      return link('page', attributes['href'], attributes['alt'] ?? '');
    case 'iframe':
    case 'frame':
      return link('page', attributes['src'], attributes['title'] ?? '');
    case 'meta':
      return link('page', refreshTarget(attributes));
    case 'img':
      return link('image', pictureAddress(attributes), attributes['alt'] ?? '');
    case 'script':
      return link('script', attributes['src']);
    case 'link': {
      const type = typeOfLinkTag(relOf(attributes) ?? '');
      return type === null ? null : link(type, attributes['href'], attributes['title'] ?? '');
    }
    default:
      return null;
  }
};

/** Resolves an address against a page's base; null if it is not one of the web, or too long. */
export const webAddress = (raw: string | null | undefined, base: string): string | null => {
  if (raw === null || raw === undefined || raw.length > MAX_ADDRESS) return null;
  const url = URL.parse(raw.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href.length > MAX_ADDRESS ? null : url.href;
};

const hostOf = (url: string): string => (URL.parse(url)?.host ?? '').replace(/^www\./, '');

/**
 * Returns the links of a page, absolute, one for each address in the order of its first place. If a page names an
 * address several times, the link that a reader follows decides the type, and the first one that has a text gives it.
 */
export const resolveLinks = (raw: readonly RawLink[], base: string, pageUrl: string): PageLink[] => {
  const host = hostOf(pageUrl);
  const links = new Map<string, PageLink>();
  for (const { href, text, rel, type } of raw) {
    const url = webAddress(href, base);
    if (url === null) continue;
    const shown = text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT).toWellFormed();
    const known = links.get(url);
    const ownType = type === 'page' ? (hostOf(url) === host ? 'internal' : 'external') : type;
    if (known === undefined) links.set(url, { url, text: shown, type: ownType, rel, position: links.size });
    else {
      if (known.text === '') known.text = shown;
      const isFollowed = known.type === 'internal' || known.type === 'external';
      if (type === 'page' && !isFollowed) [known.type, known.rel] = [ownType, rel];
    }
  }
  return [...links.values()];
};

const MAX_LINKS = 5000;
/** Characters of an anchor that are read; fewer are kept. */
const MAX_READ = 2000;

/**
 * Reads the links of a page with their anchor texts, at most 5,000. An anchor without text has that of its pictures.
 */
export const createLinkReader = (): TagReader & { result: () => { links: RawLink[]; isCut: boolean } } => {
  const links: RawLink[] = [];
  let anchor: RawLink | null = null;
  let isCut = false;

  return {
    open: (name, attributes) => {
      const link = linkOfTag(name, attributes);
      if (link === null) return;
      if (links.length >= MAX_LINKS) {
        isCut = true;
        return;
      }
      links.push(link);
      if (name === 'a') anchor = link;
      else if (name === 'img' && anchor !== null && anchor.text.trim() === '') anchor.text = link.text;
    },
    close: (name) => {
      if (name === 'a') anchor = null;
    },
    text: (piece) => {
      if (anchor !== null && anchor.text.length < MAX_READ) anchor.text += piece;
    },
    result: () => ({ links, isCut }),
  };
};
