import sanitizeHtml from 'sanitize-html';
import { isTrackingPixel } from './tracking-pixels.ts';

/** HTML beyond this many characters is cut off before anything else looks at it. */
const maxLength = 1_000_000;

/** The parser's work grows with tags times depth, so their number is bounded; large real articles have a quarter. */
const maxTags = 20_000;

/** Deeper tags are dropped and their text is kept. */
const maxDepth = 100;

/** Passes until nothing changes any more; real articles need three at most, the last of which only confirms. */
const maxPasses = 6;

const allowedTags = [
  'p br a ul ol li blockquote pre code strong em img h1 h2 h3 h4 h5 h6 figure figcaption hr del sub sup',
  'table thead tbody tr th td',
].flatMap((names) => names.split(' '));

/** Dropped with what is in them; other unknown tags leave their text. */
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

/** Where a page that loads its pictures late keeps their address. */
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
    // Nearly every host answers to both, and the page around may load https only.
    url.protocol = 'https:';
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
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  nestingLimit: maxDepth,
  // XHTML in feeds closes empty elements in the tag; read as HTML, `<iframe/>` would swallow the rest of the article.
  parser: { recognizeSelfClosing: true },
  nonTextTags,
  transformTags: { ...renamed, a: link(base), img: picture(base), th: cell, td: cell },
});

const emptyElement =
  /<(p|a|strong|em|del|sub|sup|code|h[1-6]|ul|ol|li|blockquote|figure|figcaption)(?: [^<>]*)?>(\s*)<\/\1>/g;

// Removing one may empty the element around it; depth is bounded, and so are the rounds.
const withoutEmptyElements = (html: string): string => {
  let current = html;
  for (let round = 0; round <= maxDepth; round += 1) {
    const next = current.replace(emptyElement, '$2');
    if (next.length === current.length) return next;
    current = next;
  }
  return current;
};

// Neither control characters nor halves of surrogate pairs may reach a table or a page.
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

/** Contents and the addresses they count from. */
export type UnsafeContent = { html: string; base_url: string };

/** Sanitises contents in their order; one that takes too long or too much memory becomes its plain text. Never throws for what they hold. */
export type SanitiseAll = (contents: UnsafeContent[]) => Promise<string[]>;

/**
 * A feed's HTML made safe to show: text, headings, lists, tables, quotes, code, links and pictures; no script, style,
 * frame, form, event handler, class, id or data: address. Relative addresses are resolved against baseUrl and
 * dropped where that is none. Links open in a new tab without referrer; pictures load lazily, without referrer, over
 * https (http is raised to it); tracking pixels go. Blocks such as div become paragraphs, b and i become
 * strong and em. Input beyond 1,000,000 characters or 20,000 tags is cut off. What was sanitised stays as it is.
 */
export const sanitise = (html: string, baseUrl: string): string => {
  const options = optionsFor(URL.parse(baseUrl));
  let current = html;
  // Renaming and closing tags can nest them in ways that a second reading closes otherwise.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = withoutEmptyElements(sanitizeHtml(cut(current), options));
    if (next === current) return next;
    current = next;
  }
  return sanitizeHtml(cut(current), { allowedTags: [], allowedAttributes: {} }).slice(0, maxLength);
};
