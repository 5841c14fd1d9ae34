import { parseDate } from '../fields/dates.ts';
import { titleText } from '../fields/text.ts';
import type { PageHead } from './head-reader.ts';
import { describedBy, type Described } from './json-ld.ts';
import { webAddress } from './page-links.ts';

/**
 * The statements of a page about itself, from its `<meta>` elements, JSON-LD and Open Graph; null where it does not
 * say.
 */
export type AboutPage = {
  /** Absolute; relative addresses of the page are resolved against it. */
  base_url: string;
  /** `<title>`, as it is. */
  title: string | null;
  /** The title that the page has for its article, without the name of the site. */
  headline: string | null;
  description: string | null;
  robots: string | null;
  canonical_url: string | null;
  language: string | null;
  schema_type: string | null;
  og_type: string | null;
  published_at: string | null;
  modified_at: string | null;
  image_url: string | null;
  author: string | null;
  site_name: string | null;
  /** The text of the article in JSON-LD, as stated. */
  article_body: string | null;
  is_free: boolean | null;
};

const MAX_TEXT = 500;
const MAX_DESCRIPTION = 1000;
const MAX_NAME = 200;

/** Returns a text as plain text on one line, shortened to a number of UTF-16 units; null if there is none. */
export const shortText = (raw: string | null | undefined, max = MAX_TEXT): string | null => {
  const text = titleText((raw ?? '').slice(0, max * 4));
  return text === '' ? null : text.slice(0, max).trimEnd().toWellFormed();
};

const PUBLISHED = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dcterms.date',
  'pubdate',
  'publish-date',
  'publish_date',
  'publication_date',
  'parsely-pub-date',
  'sailthru.date',
  'citation_publication_date',
  'og:pubdate',
];
const MODIFIED = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'last-modified',
];
const AUTHORS = [
  'author',
  'article:author',
  'dc.creator',
  'parsely-author',
  'sailthru.author',
  'byl',
  'twitter:creator',
];
const IMAGES = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'thumbnail',
];
const HEADLINES = ['og:title', 'twitter:title', 'dc.title', 'parsely-title', 'sailthru.title', 'title'];
const SITES = ['og:site_name', 'application-name', 'publisher', 'dc.publisher'];

const firstDate = (values: readonly (string | null | undefined)[]): string | null => {
  for (const value of values) {
    const date = parseDate(value);
    if (date !== null) return date;
  }
  return null;
};

const isName = (text: string): boolean => !/^(?:https?:|@|www\.)/i.test(text);

/** Returns a language tag in its usual form, as `pt_br` becomes `pt-BR`; null if the text is not one. */
const languageTag = (raw: string | null | undefined): string | null => {
  const tag = (raw ?? '').split(/[,;\s]/, 1)[0]?.replaceAll('_', '-') ?? '';
  try {
    return /^[a-z]{2,3}(?:-|$)/i.test(tag) ? (Intl.getCanonicalLocales(tag.slice(0, 35))[0] ?? null) : null;
  } catch {
    return null;
  }
};

const robotsOf = (metas: PageHead['metas']): string | null => {
  const stated = [metas.get('robots'), metas.get('omomi')].filter((value) => value !== undefined).join(',');
  const directives = stated
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
  return shortText([...new Set(directives.filter(Boolean))].join(', '));
};

/**
 * Returns what a page states about itself. JSON-LD counts before Open Graph and that before other elements, except for
 * the picture, which sites choose with care for Open Graph. Addresses are absolute; dates are ISO 8601 in UTC.
 */
export const aboutPage = (head: PageHead, pageUrl: string): AboutPage => {
  const { metas } = head;
  const described: Described | null = describedBy(head.json_ld);
  const base = webAddress(head.base, pageUrl) ?? pageUrl;
  const first = (names: readonly string[]) =>
    names.map((name) => metas.get(name)).filter((value) => value !== undefined);
  const text = (values: readonly (string | null | undefined)[], max?: number) =>
    values.map((value) => shortText(value, max)).find((value) => value !== null) ?? null;
  return {
    base_url: base,
    title: shortText(head.title),
    headline: text([described?.headline, ...first(HEADLINES)]),
    description: text(first(['description', 'og:description', 'twitter:description']), MAX_DESCRIPTION),
    robots: robotsOf(metas),
    canonical_url: webAddress(head.canonical, base) ?? webAddress(metas.get('og:url'), base),
    language:
      [head.language, described?.language, metas.get('og:locale'), metas.get('content-language')]
        .map(languageTag)
        .find((tag) => tag !== null) ?? null,
    schema_type: text([described?.type], MAX_NAME),
    og_type: text([metas.get('og:type')], MAX_NAME),
    published_at: firstDate([described?.published, ...first(PUBLISHED), head.published]),
    modified_at: firstDate([described?.modified, ...first(MODIFIED)]),
    image_url:
      [...first(IMAGES), described?.image]
        .map((image) => webAddress(image, base))
        .find((url) => url !== null) ?? null,
    author: text([described?.author, ...first(AUTHORS).filter(isName)], MAX_NAME),
    site_name: text([...first(SITES.slice(0, 1)), described?.publisher, ...first(SITES.slice(1))], MAX_NAME),
    article_body: described?.body ?? null,
    is_free: described?.is_free ?? null,
  };
};
