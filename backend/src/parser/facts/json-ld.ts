import { wholeItemsOf } from '../formats/repair-json.ts';

/** The statements of JSON-LD about the page, as stated, not yet shortened or resolved. */
export type Described = {
  type: string | null;
  headline: string | null;
  body: string | null;
  author: string | null;
  publisher: string | null;
  published: string | null;
  modified: string | null;
  image: string | null;
  language: string | null;
  /** False if the page says that it is not free to read; null if it does not say. */
  is_free: boolean | null;
};

type Node = Readonly<Record<string, unknown>>;

/** Objects looked at in one page, and how deep they may be nested. */
const MAX_NODES = 500;
const MAX_DEPTH = 6;

const ARTICLE = /(?:Article|Posting|Report|Review|Recipe|HowTo|Liveblog)$/i;
/** Types that describe what surrounds a page rather than the page. */
const SURROUNDING =
  /^(?:Organization|NewsMediaOrganization|Corporation|LocalBusiness|Person|WebSite|BreadcrumbList|ImageObject|SiteNavigationElement|SearchAction|WPHeader|WPFooter|WPSideBar)$/i;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

const textIn = (value: unknown): string | null => {
  const [first] = listOf(value);
  return typeof first === 'string' && first.trim() !== '' ? first : null;
};

const typesOf = (node: Node): string[] =>
  listOf(node['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^https?:\/\/schema\.org\//, ''));

/** Returns the objects of a document that may describe the page, those of `@graph` included. */
const nodesOf = (document: unknown): Node[] => {
  const found: Node[] = [];
  const walk = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const one of listOf(value)) {
      if (!isNode(one) || found.length >= MAX_NODES) continue;
      if (one['@type'] !== undefined) found.push(one);
      for (const key of ['@graph', 'mainEntity', 'mainEntityOfPage']) walk(one[key], depth + 1);
    }
  };
  walk(document, 0);
  return found;
};

const parse = (text: string): unknown => {
  // Some systems wrap the script in a comment or in CDATA, as XHTML wanted it.
  const bare = text.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '');
  try {
    return JSON.parse(bare);
  } catch {
    return wholeItemsOf(bare);
  }
};

const namesIn = (value: unknown): string | null => {
  const names = listOf(value).flatMap((one) => {
    const name = isNode(one) ? textIn(one['name']) : textIn(one);
    return name === null ? [] : [name.trim()];
  });
  return names.length === 0 ? null : [...new Set(names)].slice(0, 5).join(', ');
};

const addressIn = (value: unknown): string | null => {
  const [first] = listOf(value);
  return isNode(first) ? (textIn(first['url']) ?? textIn(first['contentUrl'])) : textIn(first);
};

const freeIn = (node: Node): boolean | null => {
  const stated = node['isAccessibleForFree'];
  if (typeof stated === 'boolean') return stated;
  return typeof stated === 'string' ? !/^\s*(?:false|no)\b/i.test(stated) : null;
};

const rankOf = (types: readonly string[]): number =>
  types.some((type) => ARTICLE.test(type)) ? 0 : types.some((type) => SURROUNDING.test(type)) ? 2 : 1;

/**
 * Returns what the JSON-LD of a page says about it, from the texts of its scripts; null if it says nothing. Of several
 * objects, an article counts before any other page, and that before what surrounds it, such as the site. Broken JSON is
 * mended where that is possible and left out otherwise.
 */
export const describedBy = (scripts: readonly string[]): Described | null => {
  const nodes = scripts.flatMap((script) => nodesOf(parse(script)));
  const node = nodes.toSorted((a, b) => rankOf(typesOf(a)) - rankOf(typesOf(b)))[0];
  if (node === undefined) return null;
  const isAboutPage = rankOf(typesOf(node)) < 2;
  if (!isAboutPage) return { ...NOTHING, type: typesOf(node)[0] ?? null };
  return {
    type: typesOf(node)[0] ?? null,
    headline: textIn(node['headline']) ?? textIn(node['name']),
    body: textIn(node['articleBody']),
    author: namesIn(node['author']) ?? namesIn(node['creator']),
    publisher: namesIn(node['publisher']),
    published: textIn(node['datePublished']),
    modified: textIn(node['dateModified']),
    image: addressIn(node['image']) ?? addressIn(node['thumbnailUrl']),
    language: textIn(node['inLanguage']),
    is_free: freeIn(node),
  };
};

const NOTHING: Omit<Described, 'type'> = {
  headline: null,
  body: null,
  author: null,
  publisher: null,
  published: null,
  modified: null,
  image: null,
  language: null,
  is_free: null,
};
