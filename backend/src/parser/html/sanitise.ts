import sanitizeHtml from 'sanitize-html';
import { isTrackingPixel } from './pictures.ts';
import { videoIn, videoPage } from './video-address.ts';

/** Number of characters of HTML to keep; the rest is cut off first. */
const maxLength = 1_000_000;

/**
 * Number of tags to keep. The parser's work grows with tags times depth; large real articles have a quarter of this.
 */
const maxTags = 20_000;

/** The greatest nesting depth. Deeper tags are dropped, but their text is kept. */
const maxDepth = 100;

/** Number of passes to reach a stable result. Real articles need at most three, the last of which only confirms it. */
const maxPasses = 6;

const allowedTags = [
  'p br a ul ol li blockquote pre code strong em img h1 h2 h3 h4 h5 h6 figure figcaption hr del sub sup',
  'table thead tbody tr th td',
].flatMap((names) => names.split(' '));

/** Tags that are dropped together with their content; other unknown tags are dropped but their text is kept. */
const nonTextTags =
  'script style textarea option xmp title template iframe noembed noframes svg object audio video'.split(' ');

const blocks =
  'address article aside center dd details div dt fieldset footer form header hgroup main nav section summary'.split(
    ' ',
  );

const renamed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(blocks.map((name) => [name, 'p'])),
  b: 'strong',
  i: 'em',
  cite: 'em',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  s: 'del',
  strike: 'del',
  tfoot: 'tbody',
};

/** Attributes in which pages with lazy loading keep the address of a picture. */
const lateSources = ['data-src', 'data-lazy-src', 'data-original'];

type Attributes = Record<string, string>;

const dropped: sanitizeHtml.Tag = { tagName: 'dropped', attribs: {} };

const resolve = (address: string | undefined, base: URL | null): URL | null =>
  address === undefined || address.trim() === '' ? null : URL.parse(address.trim(), base?.href);

const pick = (attributes: Attributes, allowed: Readonly<Record<string, RegExp>>): Attributes =>
  Object.fromEntries(
    Object.entries(allowed).flatMap(([name, pattern]) => {
      const value = attributes[name]?.trim();
      return value !== undefined && pattern.test(value) ? [[name, value]] : [];
    }),
  );

const someText = /\S/;
const pixels = /^(?:[2-9]|[1-9]\d{1,3})$/;
const span = /^(?:[2-9]|[1-9]\d{1,2})$/;

const link =
  (base: URL | null): sanitizeHtml.Transformer =>
  (_name, attributes) => {
    const url = resolve(attributes['href'], base);
    if (url === null || !/^(?:https?|mailto):$/.test(url.protocol)) return dropped;
    return {
      tagName: 'a',
      attribs: {
        href: url.href,
        ...pick(attributes, { title: someText }),
        target: '_blank',
        rel: 'noopener noreferrer',
      },
    };
  };

const picture =
  (base: URL | null): sanitizeHtml.Transformer =>
  (_name, attributes) => {
    const url = [attributes['src'], ...lateSources.map((name) => attributes[name])]
      .map((address) => resolve(address, base))
      .find((candidate) => candidate?.protocol === 'https:' || candidate?.protocol === 'http:');
    if (url === null || url === undefined || isTrackingPixel(url, attributes)) return dropped;
    return {
      tagName: 'img',
      attribs: {
        src: url.href,
        alt: attributes['alt']?.trim() ?? '',
        ...pick(attributes, { title: someText, width: pixels, height: pixels }),
        loading: 'lazy',
        referrerpolicy: 'no-referrer',
      },
    };
  };

/** A frame with a video becomes a link to it, which the page may show as a player. Other frames are dropped. */
const frame =
  (base: URL | null): sanitizeHtml.Transformer =>
  (tagName, attributes) => {
    const url = resolve(attributes['src'] ?? attributes['data-src'], base);
    const video = url === null ? null : videoIn(url);
    if (video === null) return { tagName, attribs: {} };
    const href = videoPage(video);
    return { tagName: 'a', attribs: { href, target: '_blank', rel: 'noopener noreferrer' }, text: href };
  };

const cell: sanitizeHtml.Transformer = (tagName, attributes) => ({
  tagName,
  attribs: pick(attributes, { colspan: span, rowspan: span }),
});

const optionsFor = (base: URL | null): sanitizeHtml.IOptions => ({
  allowedTags,
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'referrerpolicy'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: maxDepth,
  // XHTML in feeds uses self-closing tags. Read as HTML, `<iframe/>` would swallow the rest of the article.
  parser: { recognizeSelfClosing: true },
  nonTextTags,
  transformTags: { ...renamed, a: link(base), img: picture(base), iframe: frame(base), th: cell, td: cell },
});

const emptyElement =
  /<(p|a|strong|em|del|sub|sup|code|h[1-6]|ul|ol|li|blockquote|figure|figcaption)(?: [^<>]*)?>(\s*)<\/\1>/g;

// Removing an element may leave its parent empty, hence the rounds. Depth is bounded, and so is their number.
const withoutEmptyElements = (html: string): string => {
  let current = html;
  for (let round = 0; round <= maxDepth; round += 1) {
    const next = current.replace(emptyElement, '$2');
    if (next.length === current.length) return next;
    current = next;
  }
  return current;
};

// Control characters and unpaired surrogates must not reach the table or a page.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\0-\x08\v\f\x0e-\x1f\x7f]/g;

const cut = (html: string): string => {
  const short = html.slice(0, maxLength).replace(unprintable, '').toWellFormed();
  let position = -1;
  for (let tags = 0; tags <= maxTags; tags += 1) {
    position = short.indexOf('<', position + 1);
    if (position === -1) return short;
  }
  return short.slice(0, position);
};

/** Unsanitised HTML and the base address for its relative links. */
export type UnsafeContent = { html: string; base_url: string };

/**
 * Sanitises contents and returns them in the same order. Content that takes too much time or memory becomes its plain
 * text. Never throws because of the content.
 */
export type SanitiseAll = (contents: UnsafeContent[]) => Promise<string[]>;

/**
 * Returns a feed's HTML made safe to show. It keeps text, headings, lists, tables, quotes, code, links and pictures. It
 * removes scripts, styles, frames, forms, event handlers, classes, ids and data: addresses. Relative addresses are
 * resolved against baseUrl, or dropped if baseUrl is not an address. Links open in a new tab without referrer. Pictures
 * load lazily and without referrer. Tracking pixels are removed. Frames with
 * a video of YouTube or Vimeo become links to it. Blocks such as
 * div become paragraphs; b and i become strong and em. Input beyond 1,000,000 characters or 20,000 tags is cut off.
 * Sanitising the result again does not change it.
 */
export const sanitise = (html: string, baseUrl: string): string => {
  const options = optionsFor(URL.parse(baseUrl));
  let current = html;
  // After tags are renamed and closed, a second parse may nest them differently. Repeat until the result is stable.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = withoutEmptyElements(sanitizeHtml(cut(current), options));
    if (next === current) return next;
    current = next;
  }
  return sanitizeHtml(cut(current), { allowedTags: [], allowedAttributes: {} }).slice(0, maxLength);
};
