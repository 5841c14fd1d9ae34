import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { parsePage, rawText, writePage, type PageElement } from '../html/page-tree.ts';
import { measure, type AmountsOf } from './prose.ts';

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
