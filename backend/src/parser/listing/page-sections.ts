import { ancestors, findAll, findFirst, textOf, type HtmlNode } from './html/html-tree.ts';
import type { ListedItem } from './listing-items.ts';
import { dateIn, dateOf, isBeside, isUnseen } from './html/words.ts';
import { otherPage } from './page-anchors.ts';
import { createMatcher, selectorOf } from './html/selector.ts';

/** A section of a page that is an item of its own, such as a version in a list of changes. */
export type SectionItem = ListedItem & { heading: HtmlNode };

export type SectionPattern = { selectors: string[]; items: SectionItem[] };

const LEAST_SECTIONS = 3;
const MAX_SECTIONS = 300;
/** Share of a group's headings that must name a version or a date. */
const MOST = 0.7;
const MAX_CONTENT = 3000;

const VERSION =
  /(?:^|[\s[(])v\d|(?<![\d.])\d{1,5}\.\d{1,5}\.\d{1,5}(?![\d.]*\.\d)|\b(?:version|release|ver\.?|バージョン|リリース) ?v?\d/i;
const MONTH_AND_YEAR =
  /^(?:(?:january|february|march|april|may|june|july|august|september|october|november|december),? (?:19|20)\d\d|(?:19|20)\d\d ?年 ?\d{1,2} ?月)$/i;

const isHeading = ({ tag }: HtmlNode): boolean => /^h[1-6]$/.test(tag);

/** A link that only marks the place of a heading, such as a pilcrow. */
const isMark = (node: HtmlNode): boolean =>
  isUnseen(node) || (node.tag === 'a' && /^[#¶§🔗\s]*$/u.test(textOf(node))) || node.tag === 'button';

const titleOf = (heading: HtmlNode): string => textOf(heading, isMark).slice(0, 300);

const isChange = (title: string): boolean =>
  VERSION.test(title) || dateIn(title) !== null || MONTH_AND_YEAR.test(title);

/** Returns the id to which the address of a section leads: of its heading, of a mark in it, or of the element around it. */
const idOf = (heading: HtmlNode): string | null => {
  const inside = findFirst(
    heading,
    ({ attributes }) =>
      (attributes['id'] ?? attributes['name'] ?? '') !== '' || /^#./.test(attributes['href'] ?? ''),
  );
  const around =
    heading.parent !== null && /^(?:section|article|li|div)$/.test(heading.parent.tag)
      ? heading.parent
      : null;
  const first =
    around?.children.find((child) => typeof child !== 'string' && isHeading(child)) === heading
      ? around
      : null;
  const id =
    heading.attributes['id'] ??
    inside?.attributes['id'] ??
    inside?.attributes['name'] ??
    inside?.attributes['href']?.slice(1) ??
    first?.attributes['id'];
  return id === undefined || id === '' ? null : id;
};

/** Returns the elements between a heading and the next one of its rank. */
const bodyOf = (heading: HtmlNode): HtmlNode[] => {
  const siblings = heading.parent?.children.filter((child) => typeof child !== 'string') ?? [];
  const body: HtmlNode[] = [];
  for (const one of siblings.slice(siblings.indexOf(heading) + 1)) {
    if (isHeading(one) && one.tag <= heading.tag) break;
    body.push(one);
  }
  return body;
};

const itemOf = (heading: HtmlNode, pageUrl: string): SectionItem => {
  const id = idOf(heading);
  const url = new URL(pageUrl);
  url.hash = id ?? '';
  const title = titleOf(heading);
  const body = bodyOf(heading);
  const text = body
    .map((one) => textOf(one))
    .join(' ')
    .trim();
  const date = dateIn(title) ?? dateOf(heading) ?? (body[0] === undefined ? null : dateOf(body[0]));
  return {
    link: url.href,
    title,
    published_at: date,
    teaser: text === '' ? null : text.slice(0, MAX_CONTENT),
    author: null,
    heading,
  };
};

/** Returns true for a heading that leads to another page of the site, which is then the item. */
const leadsAway = (heading: HtmlNode, pageUrl: string): boolean =>
  findFirst(heading, ({ tag, attributes }) => {
    const link = tag === 'a' ? otherPage(attributes['href'], pageUrl, pageUrl) : null;
    return link !== null && new URL(link).host === new URL(pageUrl).host && !/\/compare\//.test(link);
  }) !== null;

const headingsOf = (tree: HtmlNode): HtmlNode[] =>
  findAll(
    tree,
    (node) => isHeading(node) && ![node, ...ancestors(node)].some((one) => isBeside(one) || isUnseen(one)),
  ).slice(0, 2000);

/** Returns the sections of a page whose headings name versions or dates, as a list of changes has them; null if there are none. */
export const findSections = (tree: HtmlNode, pageUrl: string): SectionPattern | null => {
  const groups = [...Map.groupBy(headingsOf(tree), selectorOf)]
    .filter(([, headings]) => headings.length >= LEAST_SECTIONS)
    .map(([selector, headings]) => ({
      selector,
      headings,
      changes: headings.filter((one) => isChange(titleOf(one))),
    }))
    .filter(
      ({ headings, changes }) => changes.length >= LEAST_SECTIONS && changes.length >= headings.length * MOST,
    )
    .filter(({ changes }) => changes.filter((one) => leadsAway(one, pageUrl)).length * 2 < changes.length)
    .toSorted((a, b) => b.changes.length - a.changes.length);
  const [best] = groups;
  if (best === undefined) return null;
  return { selectors: [best.selector], items: applySections(tree, [best.selector], pageUrl) };
};

/** Returns true for selectors of sections: they end in a heading rather than in a link. */
export const areSections = (selectors: readonly string[]): boolean =>
  selectors.length > 0 && selectors.every((selector) => /(?:^|>)h[1-6][^>]*$/.test(selector));

/** Returns the sections that selectors find in a page, in its order. */
export const applySections = (
  tree: HtmlNode,
  selectors: readonly string[],
  pageUrl: string,
): SectionItem[] => {
  const matches = createMatcher(selectors);
  const found = headingsOf(tree).filter((heading) => matches(heading) && isChange(titleOf(heading)));
  const items = found.slice(0, MAX_SECTIONS).map((heading) => itemOf(heading, pageUrl));
  const seen = new Set<string>();
  return items.filter(({ link, title }) => {
    const key = `${link} ${title}`;
    return !seen.has(key) && seen.add(key);
  });
};
