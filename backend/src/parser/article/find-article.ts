import { parsePage, writePage, type PageElement } from '../html/page-tree.ts';
import { measure, type AmountsOf } from './prose.ts';
import { readable } from './readability.ts';

/** Share of a page's prose that the element around its article has. */
const MAIN_SHARE = 0.7;
/** Readability has missed the article if it found less of that prose than this share, and there is this much of it. */
const MIN_FOUND = 0.1;
const MIN_PROSE = 400;

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

/**
 * Returns the article of a page, given the page and the same without its surroundings: what Readability chooses, or, if it has
 * chosen something without sentences beside many of them, the element with most sentences. Null if there is none.
 */
export const findArticle = (page: PageElement, clean: PageElement): PageElement | null => {
  const candidate = candidateOf(page, clean);
  if (candidate === null) return null;
  const found = parsePage(candidate);
  const amountsOf = measure(clean);
  const main = mainOf(clean, amountsOf);
  const { prose } = amountsOf(main);
  const isMissed = prose >= MIN_PROSE && measure(found)(found).prose < prose * MIN_FOUND;
  return isMissed ? { ...main, name: '#root' } : found;
};
