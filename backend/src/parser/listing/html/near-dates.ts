import { parseDate } from '../../fields/dates.ts';
import { findAll, isInline, textOf, type HtmlNode } from './html-tree.ts';
import { dateWords, isNamed } from './words.ts';

/** A date with a year as pages write it. One without a year, or "3 hours ago", says nothing for certain. */
const DATES: readonly RegExp[] = [
  /(?<!\d)(?:19|20)\d\d ?[年년] ?\d{1,2} ?[月월] ?\d{1,2} ?[日일]?/,
  /(?<!\d)(?:19|20)\d\d([-/.]) ?\d{1,2}\1 ?\d{1,2}(?!\d)(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?)?/,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d\d\b/i,
  /(?<!\d)\d{1,2}(?:st|nd|rd|th)?\.?[ -](?:de )?(?:[a-zäéûà]{3,10})\.?(?: de)?,?[ -](?:19|20)\d\d\b/i,
  /(?<!\d)\d{1,2}([./])\d{1,2}\1(?:19|20)\d\d(?!\d)/,
  /令和 ?(?:元|\d{1,2}) ?年 ?\d{1,2} ?月 ?\d{1,2} ?日/,
];
/** The first year of the era Reiwa is 2019. */
const REIWA = 2018;
const CLOCK = /^[ T,、（(]{0,3}(?:at )?(\d{1,2}:\d{2})(?!\d)/;

const western = (date: string): string =>
  date.replace(/^令和 ?(元|\d{1,2})/, (_, year: string) =>
    String(REIWA + (year === '元' ? 1 : Number(year))),
  );

/** Returns the date that a text has in it, in ISO 8601; null if there is none. Of several, the first kind above wins. */
export const dateIn = (text: string): string | null => {
  const part = text.slice(0, 400);
  for (const pattern of DATES) {
    const found = pattern.exec(part);
    if (found === null) continue;
    const clock = CLOCK.exec(
      part.slice(found.index + found[0].length).replace(/^ ?[（(].{1,3}[)）] ?/, ' '),
    )?.[1];
    const day = western(found[0])
      .replace(/ de /g, ' ')
      .replace(/(\d)([./-]) (?=\d)/g, '$1$2');
    const date = (clock === undefined ? null : parseDate(`${day} ${clock}`)) ?? parseDate(day);
    if (date !== null) return date;
  }
  return null;
};

/** The longest text that is taken for a date and little else. */
const MAX_DATE_TEXT = 60;

/** Returns true for a text that is a date and little else. */
export const isDate = (text: string): boolean =>
  text.length <= MAX_DATE_TEXT &&
  /\d/.test(text) &&
  dateIn(text) !== null &&
  text.replace(/[\d\W_]/g, '').length <= 20;

const attributeDate = ({ tag, attributes }: HtmlNode): string | null => {
  const written =
    attributes['datetime'] ?? (tag === 'meta' || tag === 'data' ? attributes['content'] : undefined);
  if (written !== undefined && /\d{4}/.test(written)) return parseDate(written.trim());
  const title = attributes['title'] ?? '';
  return /^(?:19|20)\d\d-\d{1,2}-\d{1,2}(?!\d)/.test(title) ? parseDate(title.slice(0, 19)) : null;
};

const isPublished = ({ attributes, classes }: HtmlNode): boolean =>
  /datePublished|dateCreated/.test(attributes['itemprop'] ?? '') ||
  classes.some((name) => /publish|dt-published|posted|created/i.test(name));

/** Returns the leaf blocks of text of an element that may be a date. */
const blocksOf = (node: HtmlNode): HtmlNode[] =>
  findAll(
    node,
    (one) =>
      one.children.some((child) => typeof child === 'string' && /\d/.test(child)) &&
      !(one.tag === 'a' && one.children.every((child) => typeof child === 'string') && !isDate(textOf(one))),
  );

/**
 * Returns the date that an element states for what it holds, in ISO 8601; null if it states none: by `<time>` or
 * another attribute, in an element that is named for a date, or in a short text.
 */
export const dateOf = (node: HtmlNode): string | null => {
  const stated = findAll(node, (one) => attributeDate(one) !== null);
  const published =
    stated.find(isPublished) ?? stated[0] ?? (attributeDate(node) === null ? undefined : node);
  if (published !== undefined) return attributeDate(published);
  const blocks = [
    ...(node.children.some((child) => typeof child === 'string') ? [node] : []),
    ...blocksOf(node),
  ];
  const named = blocks.filter((one) => isNamed(one, dateWords) || one.tag === 'time');
  for (const block of [...named, ...blocks]) {
    const text = textOf(block);
    const isShort = text.length <= MAX_DATE_TEXT || named.includes(block);
    const date = isShort ? dateIn(text) : null;
    if (date !== null) return date;
  }
  return ownDate(node);
};

/** Returns a date in the text that stands directly in an element, as in `<li>2024-05-01 <a>…</a></li>`. */
const ownDate = (node: HtmlNode): string | null => {
  const texts = node.children.map((child) =>
    typeof child === 'string' ? child : isInline(child) && child.tag !== 'a' ? textOf(child) : '\n',
  );
  for (const text of texts.join('').split('\n')) {
    const date = text.trim().length <= MAX_DATE_TEXT * 2 ? dateIn(text.trim()) : null;
    if (date !== null) return date;
  }
  return null;
};

/** Returns the day that an address names, as in `/2024/05/01/title`; null if it names none. */
export const dateInAddress = (link: string): string | null => {
  const found = /\/((?:19|20)\d\d)[/-]?(0[1-9]|1[0-2])[/-]?(0[1-9]|[12]\d|3[01])(?:[/-]|$)/.exec(
    new URL(link).pathname,
  );
  return found === null ? null : parseDate(`${found[1]}-${found[2]}-${found[3]}`);
};
