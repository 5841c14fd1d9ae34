import { isInline } from '../fields/text.ts';
import { type PageElement, parsePage, rawText, writePage } from '../html/page-tree.ts';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** The length of an element's text, in characters without white space at its ends. */
export type Amounts = {
  text: number;
  /** Of that, text of links. */
  links: number;
  /** Of that, text of lines that read like sentences: long, and mostly not links. */
  prose: number;
  pictures: number;
  anchors: number;
  quotes: number;
  cards: number;
  /** It is an innermost `span` with a picture and several links: a card that opens over a name in the text. */
  isCard: boolean;
};

const NOTHING: Amounts = {
  text: 0,
  links: 0,
  prose: 0,
  pictures: 0,
  anchors: 0,
  quotes: 0,
  cards: 0,
  isCard: false,
};

/** The shortest line that counts as a sentence; scripts without spaces say as much in a third of that. */
const SENTENCE = 60;
const SENTENCE_UNSPACED = 20;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

export const isProse = (line: string, linkLength: number): boolean =>
  line.length >= (UNSPACED.test(line) ? SENTENCE_UNSPACED : SENTENCE) && linkLength * 2 < line.length;

const addTo = (own: Amounts, inner: Amounts): void => {
  own.text += inner.text;
  own.links += inner.links;
  own.pictures += inner.pictures;
  own.anchors += inner.anchors;
  own.quotes += inner.quotes;
  own.cards += inner.cards;
};

const countItself = (own: Amounts, name: string): void => {
  if (name === 'img') own.pictures += 1;
  if (name === 'a') own.anchors += 1;
  if (name === 'blockquote') own.quotes += 1;
  own.isCard = name === 'span' && own.cards === 0 && own.pictures > 0 && own.anchors >= 2;
  if (own.isCard) own.cards += 1;
};

/** Returns the amounts of an element of the tree that was measured. */
export type AmountsOf = (element: PageElement) => Amounts;

/** Measures every element of a tree, in one pass from the inside to the outside. */
export const measure = (root: PageElement): AmountsOf => {
  const amounts = new Map<PageElement, Amounts>();
  /** The line that is being read: texts between the borders of blocks. */
  let line = '';
  let lineLinks = 0;
  let prose = 0;
  const endLine = (): void => {
    const shown = line.replace(/\s+/g, ' ').trim();
    if (isProse(shown, lineLinks)) prose += shown.length;
    line = '';
    lineLinks = 0;
  };
  const readText = (text: string, isLink: boolean, own: Amounts): void => {
    const { length } = text.trim();
    own.text += length;
    line += text;
    if (!isLink) return;
    own.links += length;
    lineLinks += length;
  };
  const walk = (element: PageElement, isInLink: boolean): Amounts => {
    const isBlock = !isInline(element.name);
    if (isBlock) endLine();
    const before = prose;
    const own = { ...NOTHING };
    const isLink = isInLink || element.name === 'a';
    for (const child of element.children) {
      if (typeof child === 'string') readText(child, isLink, own);
      else addTo(own, walk(child, isLink));
    }
    if (isBlock) endLine();
    own.prose = prose - before;
    countItself(own, element.name);
    amounts.set(element, own);
    return own;
  };
  walk(root, false);
  return (element) => amounts.get(element) ?? NOTHING;
};

/** Share of a page's prose that the element around its article has. */
const MAIN_SHARE = 0.7;
/** Readability has missed the article if it found less of that prose than this share, and there is this much of it. */
const MIN_FOUND = 0.1;
const MIN_PROSE = 400;

/** Returns the HTML of the element that Mozilla's Readability takes for the article, with its classes; null if none. */
const readable = (html: string): string | null => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  try {
    return new Readability(document, { keepClasses: true, disableJSONLD: true }).parse()?.content ?? null;
  } catch (error) {
    // The DOM passes all children of an element as arguments, which are too many for the stack in a hostile page.
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/** Returns the candidate on the page without its surroundings, or on the whole page if the names on it misled. */
const candidateOf = (page: PageElement, clean: PageElement): string | null => {
  const candidate = readable(writePage(clean));
  if (candidate !== null || measure(clean)(clean).prose === measure(page)(page).prose) return candidate;
  return readable(writePage(page));
};

/** Returns the innermost element with most of a page's prose. */
const mainOf = (page: PageElement, amountsOf: AmountsOf): PageElement => {
  const least = amountsOf(page).prose * MAIN_SHARE;
  let main = page;
  for (;;) {
    const inner = main.children.find((child) => typeof child !== 'string' && amountsOf(child).prose >= least);
    if (inner === undefined || typeof inner === 'string') return main;
    main = inner;
  }
};

const betterOf = (found: PageElement, clean: PageElement): PageElement => {
  const amountsOf = measure(clean);
  const main = mainOf(clean, amountsOf);
  const { prose } = amountsOf(main);
  const isMissed = prose >= MIN_PROSE && measure(found)(found).prose < prose * MIN_FOUND;
  return isMissed ? { ...main, name: '#root' } : found;
};

/**
 * Returns the article of a page, given the page and the same without its surroundings: what Readability chooses, or, if it has
 * chosen something without sentences beside many of them, the element with most sentences. Null if there is none.
 */
export const findArticle = (page: PageElement, clean: PageElement): PageElement | null => {
  const candidate = candidateOf(page, clean);
  if (candidate === null) return null;
  const found = parsePage(candidate);
  return measure(found)(found).prose < rawText(clean).length * MIN_FOUND ? betterOf(found, clean) : found;
};
