import { parseDate } from '../fields/dates.ts';
import { findAll, findFirst, textOf, type HtmlNode } from './html/html-tree.ts';
import type { ListedItem } from './listing-items.ts';
import { dateOf } from './html/near-dates.ts';
import { otherPage } from './page-anchors.ts';

const has = (name: string) => (node: HtmlNode) => node.classes.includes(name);

const MAX_TITLE = 120;

/** Returns the beginning of a text as the title of a note that has none. */
const titleOfNote = (text: string): string =>
  text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1)}…`;

/** Returns what microformats say of an entry: the properties p-name, u-url, dt-published, p-summary and p-author. */
const itemOf = (entry: HtmlNode, pageUrl: string): ListedItem | null => {
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
    .map((entry) => itemOf(entry, pageUrl))
    .filter((item) => item !== null && item.title !== '');
  const byLink = new Map(items.flatMap((item) => (item === null ? [] : [[item.link, item] as const])));
  return [...byLink.values()];
};

const isWithin = (node: HtmlNode, name: string): boolean => {
  for (let at = node.parent; at !== null; at = at.parent) if (at.classes.includes(name)) return true;
  return false;
};
