import { decoded } from '../../lib/decoded.ts';
import { addressOf, shapeOf, type Anchor } from './page-anchors.ts';
import { dateInAddress, lengthOf } from './html/words.ts';
import { type PlacedItem, placeItems } from './listing-items.ts';
import { createMatcher, exactly, generalise, selectorOf, tagsOf } from './html/selector.ts';

const share = <T>(all: readonly T[], test: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(test).length / all.length;

const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Lengths of headlines in units of a Latin letter: below the first it is a label, from the second on a headline. */
const SHORT = 12;
const USUAL = 32;
const LONG = 250;

/** A list of this many items says so by its length. */
const MANY = 8;

/** Returns 0 to 1 for how much a text has the length of a headline; below 0 for a label or a paragraph. */
const lengthScore = (length: number): number => {
  if (length < SHORT) return -1;
  if (length > LONG) return -0.5;
  return Math.min(1, (length - SHORT) / (USUAL - SHORT));
};

/** A title that is little more than the number of a version, such as "Tool 2.8.0". */
const VERSION = /^(?:[\w.-]{1,30} )?v?\d+(?:\.\d+){1,3}(?:-?[a-z]\w*(?:\.\d+)?)?$/i;

const titleScore = (title: string): number => {
  const length = lengthOf(title);
  return VERSION.test(title) ? 0.4 + Math.min(0.4, length / 50) : lengthScore(length);
};

/** Returns 1 for an address such as an article has: a long name of several words, a date or a number; 0 for a section's. */
const looksLikeArticle = (link: string): number => {
  const { segments, query } = addressOf(link);
  const last = decoded(segments.at(-1) ?? '');
  if (dateInAddress(link) !== null || /\d{3,}/.test(last)) return 1;
  if (query.some((name) => /^(?:id|p|no|article|story|tid|t|aid|num|item)$/i.test(name))) return 1;
  const words = last.split(/[-_+ .]/).filter(Boolean).length;
  if (words >= 3 || lengthOf(last) > 24) return 1;
  return segments.length >= 2 ? 0.5 : 0;
};

/** A folder of addresses under which sites keep their lists, not their articles. */
const LIST_FOLDER =
  /^(?:tags?|category|categories|topics?|author|authors|users?|archives?|page|search|login|u|label|genre)$/i;

const isList = (link: string): boolean => {
  const { segments } = addressOf(link);
  return segments.length <= 2 && LIST_FOLDER.test(segments.at(-2) ?? segments.at(-1) ?? '');
};

/**
 * Returns how sure it is, from 0 to 1, that these items of a page are headlines: by the length of their texts, by
 * headings, dates, addresses, and where they stand. The weights were set on pages of many kinds.
 */
const headlineProbability = (items: readonly PlacedItem[]): number => {
  const titles = items.map(({ title }) => titleScore(title));
  const evidence =
    -2.2 +
    2.2 * share(items, ({ anchor, container }) => anchor.isHeading || /^h[1-6]$/.test(container.node.tag)) +
    1.4 * (0.5 * median(titles) + 0.5 * mean(titles)) +
    1.3 * share(items, ({ isDated }) => isDated) +
    0.8 * share(items, ({ anchor }) => anchor.isInItem) +
    0.9 * mean(items.map(({ link }) => looksLikeArticle(link))) +
    0.4 * share(items, ({ anchor }) => anchor.isInMain) +
    0.4 * share(items, ({ teaser }) => teaser !== null) +
    0.3 * Math.min(1, items.length / MANY) -
    4 * mean(items.map(({ anchor }) => anchor.beside)) -
    2.5 * share(items, ({ anchor }) => anchor.isInText) -
    2 * share(items, ({ link }) => isList(link));
  return 1 / (1 + Math.exp(-evidence));
};

/** Returns how good a group of items is as the headlines of its page; below 0 it is none. */
const scoreOf = (items: readonly PlacedItem[]): number =>
  items.length === 0 ? 0 : (2 * headlineProbability(items) - 1) * Math.log2(1 + items.length);

/** A repeated pattern of links in a page, with the items that it finds. */
type LinkPattern = {
  /** At most three selectors of the links. */
  selectors: string[];
  shape: string | null;
  items: PlacedItem[];
  /** The probability that the items are headlines, from 0 to 1. */
  probability: number;
  score: number;
};

/** The fewest items of a list. */
export const LEAST_ITEMS = 3;
const MAX_SELECTORS = 3;
/** Probability from which on a group may join another. */
const LIKELY = 0.6;
/** Limit on the groups of a page that are looked at closely, the largest first. */
const MAX_GROUPS = 60;

/** Probability under which the items of one list are left out if those of another are likely headlines. */
const UNLIKELY = 0.4;

/**
 * Returns the items of these links without those of lists that are none of headlines: a page without classes has the
 * same path for its articles and for its friends.
 */
const itemsOf = (anchors: readonly Anchor[]): PlacedItem[] => {
  const all = placeItems(anchors);
  const lists = [...Map.groupBy(all, ({ container }) => container.node.parent).values()];
  if (lists.length < 2 || lists.length > MAX_GROUPS) return all;
  const rated = lists.map((items) => ({ items, probability: headlineProbability(items) }));
  if (!rated.some(({ items, probability }) => items.length >= LEAST_ITEMS && probability >= LIKELY))
    return all;
  const left = new Set(
    rated.filter(({ probability }) => probability < UNLIKELY).flatMap(({ items }) => items),
  );
  return all.filter((item) => !left.has(item));
};

const patternOf = (anchors: readonly Anchor[], selectors: string[]): LinkPattern => {
  const matches = createMatcher(selectors);
  const items = itemsOf(anchors.filter(({ node }) => matches(node)));
  return {
    selectors,
    items,
    shape: shapeOf(items.map(({ link }) => link)),
    probability: headlineProbability(items),
    score: scoreOf(items),
  };
};

const headingShare = ({ items }: LinkPattern): number =>
  items.filter(({ anchor }) => anchor.isHeading).length / Math.max(1, items.length);

/** Returns true if two patterns are of one kind: both with headings, or both without. */
const isAlike = (a: LinkPattern, b: LinkPattern): boolean => headingShare(a) > 0.5 === headingShare(b) > 0.5;

/**
 * Adds to a pattern those others whose links make it better, so that a lead story and the cards below it are one list.
 */
const joined = (anchors: readonly Anchor[], first: LinkPattern, others: LinkPattern[]): LinkPattern => {
  let best = first;
  for (const other of others) {
    if (best.selectors.length >= MAX_SELECTORS) break;
    if (other.probability < LIKELY || headingShare(first) <= 0.5 || !isAlike(first, other)) continue;
    const known = new Set(best.items.map(({ link }) => link));
    if (other.items.every(({ link }) => known.has(link))) continue;
    const both = patternOf(anchors, [...best.selectors, ...other.selectors]);
    if (both.score > best.score) best = both;
  }
  return best;
};

const isSameList = (a: LinkPattern, b: LinkPattern): boolean => {
  const links = new Set(a.items.map(({ link }) => link));
  const shared = b.items.filter(({ link }) => links.has(link)).length;
  return shared >= 0.6 * Math.min(a.items.length, b.items.length);
};

/** Returns the pattern of a selector, or of the one that finds no elements with further classes if that is better. */
const patternOfSelector = (anchors: readonly Anchor[], selector: string): LinkPattern => {
  const open = patternOf(anchors, [selector]);
  const exact = patternOf(anchors, [exactly(selector)]);
  return exact.score > open.score ? exact : open;
};

/**
 * Returns the patterns of links by their selectors, and by those that several selectors of the same tags have in
 * common.
 */
const groupsOf = (anchors: readonly Anchor[]): LinkPattern[] => {
  const bySelector = Map.groupBy(anchors, ({ node }) => selectorOf(node));
  const largest = [...bySelector].toSorted((a, b) => b[1].length - a[1].length).slice(0, MAX_GROUPS);
  const own = largest.map(([selector, links]) => ({
    selector,
    isLikely: headlineProbability(itemsOf(links)) >= LIKELY,
  }));
  const byTags = Map.groupBy(
    own.filter(({ isLikely }) => isLikely),
    ({ selector }) => tagsOf(selector),
  );
  const general = [...byTags.values()].flatMap((alike) => {
    const selector = alike.length < 2 ? null : generalise(alike.map((one) => one.selector));
    return selector === null ? [] : [selector];
  });
  return [...general, ...own.filter(({ isLikely }) => isLikely).map(({ selector }) => selector)]
    .slice(0, MAX_GROUPS)
    .map((selector) => patternOfSelector(anchors, selector));
};

/**
 * Returns the repeated patterns of a page's links that are likely headlines, the best first:
 *
 * 1. Group the links by selector.
 * 2. Join the groups that differ in their classes only, and those of headings that make the best group better.
 * 3. Leave out groups under three items, and those whose links a better group has.
 */
export const findPatterns = (anchors: readonly Anchor[]): LinkPattern[] => {
  const content = anchors.filter(({ beside }) => beside < 1);
  const groups = groupsOf(content).filter(({ score }) => score > 0);
  const ranked = groups.toSorted((a, b) => b.score - a.score);
  const [best, ...others] = ranked;
  if (best === undefined) return [];
  const found: LinkPattern[] = [];
  for (const pattern of [joined(content, best, others), ...others])
    if (
      pattern.items.length >= LEAST_ITEMS &&
      pattern.probability >= LIKELY &&
      !found.some((one) => isSameList(one, pattern))
    )
      found.push(pattern);
  return found;
};

/** Returns the items that selectors find in a page. */
export const applySelectors = (anchors: readonly Anchor[], selectors: readonly string[]): PlacedItem[] => {
  const matches = createMatcher(selectors);
  return itemsOf(anchors.filter(({ node, beside }) => beside < 1 && matches(node)));
};
