import { type HtmlNode, findAll, isInline, textOf } from './html-tree.ts';
import { parseDate } from '../../fields/dates.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words of classes and ids whose elements are not what a page is about. */
const CHROME_WORDS = words(
  `nav navbar navigation navi gnav globalnav menu submenu breadcrumb breadcrumbs topicpath footer
  sidebar sidemenu aside pagination pager pagenavi paging share social sns cookie consent tagcloud
  tags taglist blogroll related recommend recommended popular trending ranking mostread advert
  advertisement ads ad sponsor sponsored promo promotion newsletter subscribe login signin toolbar
  comments masthead copyright toc banner promoted skip widget tagged partners`,
);

/** Words beside which the others mean a layout: `content-sidebar-wrap` holds the content too. */
const LAYOUT_WORDS = words(
  `has with no wrap wrapper container layout content main page row inner without col site elementor wp
  left right`,
);

/** Returns the words of a name of a class or id, in lower case: `tagCloud-item` has `tag`, `cloud` and `item`. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

const namesOf = ({ attributes, classes }: HtmlNode): string[] => [
  ...classes.slice(0, 20),
  ...(attributes['id'] === undefined ? [] : [attributes['id']]),
];

const ROLES =
  /^(?:navigation|contentinfo|complementary|search|menu|menubar|toolbar|tablist|dialog|alertdialog)$/;

/** Returns true for an element that HTML says is beside the content: nav, footer, aside, or one with such a role. */
export const isBeside = (node: HtmlNode): boolean =>
  /^(?:nav|footer|aside|menu|dialog)$/.test(node.tag) ||
  ROLES.test((node.attributes['role'] ?? '').trim().toLowerCase());

const isChromeName = (name: string): boolean => {
  const words = wordsOf(name);
  return (
    (words.some((word) => CHROME_WORDS.has(word)) && !words.some((word) => LAYOUT_WORDS.has(word))) ||
    /^(?:tag-?cloud|side-?bar|most-?(?:read|popular|viewed)|global-?nav)/i.test(name)
  );
};

/** Returns true for an element that by its class or id seems to be beside the content, such as `div.sidebar`. */
export const seemsBeside = (node: HtmlNode): boolean =>
  !/^(?:html|body|main|article|a|h[1-6])$/.test(node.tag) && namesOf(node).some(isChromeName);

/** Returns true for an element whose class says what it holds, in one of these words. */
export const isNamed = (node: HtmlNode, words: ReadonlySet<string>): boolean =>
  namesOf(node).some((name) => wordsOf(name).some((word) => words.has(word)));

export const titleWords = words('title headline heading ttl subject hed midashi tit');
const dateWords = words('date time datetime published posted timestamp day age hiduke updated ago');
/** Words of labels beside a headline, which are no part of it. */
export const labelWords = words(
  `badge label tag tags category cat kicker eyebrow meta byline author icon topline overline roofline
  pretitle count comments new arrow flag hidden date time genre readtime duration`,
);

const SCREEN_READER =
  /^(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|u-hidden|assistive-text|hidden)$/i;

/** Returns true for an element that is not shown. */
export const isUnseen = ({ attributes, classes }: HtmlNode): boolean =>
  attributes['hidden'] !== undefined ||
  classes.some((name) => SCREEN_READER.test(name)) ||
  /display\s*:\s*none/i.test(attributes['style'] ?? '');

/** Returns the length of a text in units of a Latin letter; a Chinese, Japanese or Korean one counts as two and a half. */
export const lengthOf = (text: string): number => {
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return text.length + wide * 1.5;
};

const phrases = (text: string): string[] => text.split(',').map((phrase) => phrase.trim());

const MORE = phrases('more, all, on, reading, the article, the story, the post, details, detail');
const SHOW = phrases('read, learn, see, view, show, find out, continue, load');
/** Texts of links that say nothing of where they lead, in lower case and without arrows at their end. */
const GENERIC: ReadonlySet<string> = new Set(
  phrases(
    `the full article, the full story, full story, full article, read the full article, read the full story, more,
    detail, details, permalink, link, here, click here, next, previous, prev, older, older posts, newer, newer posts,
    older entries, download, pdf, open, go, reply, share, edit, comment, comments, no comments, leave a comment,
    weiterlesen, mehr, mehr lesen, lire la suite, en savoir plus, leer más, 続きを読む, 続き, もっと見る, もっと読む, 詳細,
    詳細を見る, 詳細はこちら, 詳細へ, 詳しくはこちら, 詳しく見る, 一覧, 一覧を見る, 一覧へ, 一覧はこちら, 記事を読む,
    全文を読む, こちら`,
  ).concat(SHOW.flatMap((verb) => [verb, ...MORE.map((what) => `${verb} ${what}`)])),
);

/** Returns true for the text of a link that says nothing of where it leads, such as "Read more". */
export const isGeneric = (text: string): boolean => {
  if (/^[\d\s.,:;|/«»‹›<>←→#+()[\]-]*$/.test(text)) return true;
  if (text.length > 120) return false;
  const plain = withoutArrows(text.toLowerCase());
  return GENERIC.has(plain) || /^\d+ comments?$|^(?:continue reading|read more) /.test(plain);
};

/** Removes what stands at the end of a text in place of an arrow. */
const withoutArrows = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' .…»›>→⟶:：'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

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
