import type { HtmlNode } from './html-tree.ts';

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
export const dateWords = words('date time datetime published posted timestamp day age hiduke updated ago');
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
