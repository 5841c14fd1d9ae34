import { parseDate } from '../fields/dates.ts';
import { plainText } from '../fields/text.ts';
import { findAll, type HtmlNode, findFirst, textOf } from './html/html-tree.ts';
import type { ListedItem } from './listing-items.ts';
import { otherPage } from './page-anchors.ts';
import { dateOf } from './html/words.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const MAX_VALUES = 5000;
const MAX_DEPTH = 8;
const MAX_SCRIPT = 500_000;

/** Returns the objects of a page's JSON-LD, nested ones too, at most 5,000. A broken script counts as none. */
const objectsOf = (tree: HtmlNode): Json[] => {
  const found: Json[] = [];
  const add = (value: unknown, depth: number): void => {
    if (found.length >= MAX_VALUES || depth > MAX_DEPTH) return;
    if (Array.isArray(value)) for (const one of value) add(one, depth + 1);
    else if (isObject(value)) {
      found.push(value);
      for (const one of Object.values(value)) add(one, depth + 1);
    }
  };
  const scripts = findAll(tree, ({ tag, children }) => tag === 'script' && children.length > 0);
  for (const script of scripts.slice(0, 20)) {
    const text = script.children.filter((child) => typeof child === 'string').join('');
    if (text.length > MAX_SCRIPT) continue;
    try {
      add(JSON.parse(text), 0);
    } catch {
      // The page shows the same in its links.
    }
  }
  return found;
};

const typesOf = (object: Json): string[] =>
  listOf(object['@type']).filter((type) => typeof type === 'string');

const stringOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? plainText(value) || null
    : isObject(value)
      ? stringOf(value['@id'] ?? value['url'] ?? value['name'])
      : null;

const nameOf = (value: unknown): string | null => {
  const [first] = listOf(value);
  return isObject(first) ? stringOf(first['name']) : stringOf(first);
};

const ARTICLE = /(?:Article|BlogPosting|Posting|Report|Review|WebPage|CreativeWork|VideoObject|Episode)$/;

/** Returns what JSON-LD says of one element of a list; null if it names no page of its own. */
const itemOf = (element: unknown, base: string): ListedItem | null => {
  if (!isObject(element)) return null;
  const item = isObject(element['item']) ? element['item'] : element;
  const address = [item['url'], element['url'], item['mainEntityOfPage'], element['item'], item['@id']].map(
    stringOf,
  );
  const link = address
    .map((one) => (one === null ? null : otherPage(one, base, base)))
    .find((one) => one !== null);
  if (link === undefined || link === null) return null;
  const date = stringOf(item['datePublished'] ?? item['dateCreated'] ?? item['dateModified']);
  return {
    link,
    title: stringOf(item['headline']) ?? stringOf(item['name']) ?? stringOf(element['name']) ?? '',
    published_at: date === null ? null : parseDate(date),
    teaser: stringOf(item['description']),
    author: nameOf(item['author']),
  };
};

const unique = (items: (ListedItem | null)[]): ListedItem[] => {
  const byLink = new Map<string, ListedItem>();
  for (const item of items) if (item !== null && !byLink.has(item.link)) byLink.set(item.link, item);
  return [...byLink.values()];
};

const LISTS = ['itemListElement', 'blogPost', 'blogPosts', 'hasPart'] as const;

/**
 * Returns the items of the longest list in a page's JSON-LD: an ItemList, the posts of a Blog, or at least three
 * articles beside each other; not a trail of breadcrumbs.
 */
export const jsonLdItems = (tree: HtmlNode, pageUrl: string): ListedItem[] => {
  const objects = objectsOf(tree);
  const lists = objects
    .filter((object) => !typesOf(object).some((type) => /Breadcrumb|SiteNavigation|HowTo|FAQ/.test(type)))
    .flatMap((object) =>
      LISTS.map((name) => unique(listOf(object[name]).map((one) => itemOf(one, pageUrl)))),
    );
  const articles = objects.filter((object) =>
    typesOf(object).some((type) => /Article$|BlogPosting$/.test(type)),
  );
  const beside = unique(articles.map((article) => itemOf(article, pageUrl)));
  return [...lists, beside].toSorted((a, b) => b.length - a.length)[0] ?? [];
};

/** Returns true if the JSON-LD of a page is of one article, and so the page is that article. */
export const isOneArticle = (tree: HtmlNode): boolean => {
  const kinds = objectsOf(tree).flatMap(typesOf);
  const articles = kinds.filter((type) => ARTICLE.test(type) && !type.endsWith('WebPage'));
  return articles.length === 1 && !kinds.some((type) => /^(?:ItemList|Blog|CollectionPage)$/.test(type));
};

const has = (name: string) => (node: HtmlNode) => node.classes.includes(name);

const MAX_TITLE = 120;

/** Returns the beginning of a text as the title of a note that has none. */
const titleOfNote = (text: string): string =>
  text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1)}…`;

/** Returns what microformats say of an entry: the properties p-name, u-url, dt-published, p-summary and p-author. */
const itemOfEntry = (entry: HtmlNode, pageUrl: string): ListedItem | null => {
  const address =
    findFirst(entry, (node) => has('u-url')(node) && node.attributes['href'] !== undefined) ??
    findFirst(
      entry,
      (node) => node.tag === 'a' && (node.attributes['rel'] ?? '').split(/\s+/).includes('bookmark'),
    );
  const own = entry.tag === 'a' ? entry.attributes['href'] : undefined;
  const link = otherPage(address?.attributes['href'] ?? own, pageUrl, pageUrl);
  if (link === null) return null;
  const name = findFirst(entry, has('p-name'));
  const content = findFirst(entry, has('e-content')) ?? findFirst(entry, has('p-summary'));
  const date = findFirst(entry, has('dt-published')) ?? findFirst(entry, has('dt-updated'));
  const author = findFirst(entry, has('p-author'));
  const text = content === null ? '' : textOf(content);
  const stated = date?.attributes['datetime'] ?? date?.attributes['title'] ?? date?.attributes['value'];
  return {
    link,
    title: (name === null ? '' : textOf(name)) || titleOfNote(text),
    published_at: date === null ? null : ((stated === undefined ? null : parseDate(stated)) ?? dateOf(date)),
    teaser: text === '' ? null : text.slice(0, 1000),
    author: author === null ? null : textOf(author).slice(0, 60) || null,
  };
};

/** Returns the entries of a page's h-feed (microformats2), or those that stand in it without one. */
export const hFeedItems = (tree: HtmlNode, pageUrl: string): ListedItem[] => {
  const feed = findFirst(tree, has('h-feed')) ?? tree;
  const entries = findAll(feed, has('h-entry')).filter((entry) => !isWithin(entry, 'h-entry'));
  const items = entries
    .map((entry) => itemOfEntry(entry, pageUrl))
    .filter((item) => item !== null && item.title !== '');
  const byLink = new Map(items.flatMap((item) => (item === null ? [] : [[item.link, item] as const])));
  return [...byLink.values()];
};

const isWithin = (node: HtmlNode, name: string): boolean => {
  for (let at = node.parent; at !== null; at = at.parent) if (at.classes.includes(name)) return true;
  return false;
};
