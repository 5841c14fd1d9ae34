import { addressOf } from './html/address-shape.ts';
import { dateInAddress } from './html/near-dates.ts';
import type { PlacedItem } from './listing-items.ts';
import { lengthOf } from './html/words.ts';

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
  const last = decodeURIComponentSafe(segments.at(-1) ?? '');
  if (dateInAddress(link) !== null || /\d{3,}/.test(last)) return 1;
  if (query.some((name) => /^(?:id|p|no|article|story|tid|t|aid|num|item)$/i.test(name))) return 1;
  const words = last.split(/[-_+ .]/).filter(Boolean).length;
  if (words >= 3 || lengthOf(last) > 24) return 1;
  return segments.length >= 2 ? 0.5 : 0;
};

const decodeURIComponentSafe = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
export const headlineProbability = (items: readonly PlacedItem[]): number => {
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
export const scoreOf = (items: readonly PlacedItem[]): number =>
  items.length === 0 ? 0 : (2 * headlineProbability(items) - 1) * Math.log2(1 + items.length);
