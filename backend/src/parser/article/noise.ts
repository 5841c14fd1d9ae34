import { isInline } from '../fields/text.ts';
import { elementsOf, prune, type PageElement } from '../html/page-tree.ts';
import { nameWords, noiseIn, type Certainty } from './noise-words.ts';
import { measure, type Amounts, type AmountsOf } from './prose.ts';

/**
 * Share of a page's prose up to which an element can be taken for what surrounds the article. Themes write `has-sidebar`
 * on the whole page, so an element with more prose is kept, whatever it is named.
 */
const MAX_SHARE = 0.3;
/** Characters of prose that a page must have apart from its comments; otherwise they are taken for the article. */
const MIN_ARTICLE = 400;

const TAGS = /^(?:nav|footer|form|dialog|menu|aside)$/;
const ROLES =
  /^(?:navigation|complementary|banner|contentinfo|search|dialog|alertdialog|menu|menubar|toolbar|alert)$/;

const isHidden = ({ attributes }: PageElement): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  /display\s?:\s?none|visibility\s?:\s?hidden/i.test(attributes['style'] ?? '');

/** Checks whether an element shows a post of another site, as a quote; its box is often named `social`. */
export const isEmbed = (element: PageElement, { quotes }: Amounts): boolean =>
  quotes > 0 && element.name !== 'blockquote' && noiseIn(nameWords(element.attributes)) === 'strong';

const certaintyOf = (element: PageElement, amounts: Amounts): Certainty => {
  if (isHidden(element)) return 'strong';
  if (isInline(element.name)) return amounts.isCard ? 'strong' : null;
  if (TAGS.test(element.name) || ROLES.test(element.attributes['role'] ?? '')) return 'strong';
  return isEmbed(element, amounts) ? null : noiseIn(nameWords(element.attributes));
};

/** Returns the prose of all elements that have the same classes, by these classes. */
const proseByClass = (page: PageElement, amountsOf: AmountsOf): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const element of elementsOf(page)) {
    const { prose } = amountsOf(element);
    const key = element.attributes['class'] ?? '';
    if (prose > 0) sums.set(key, (sums.get(key) ?? 0) + prose);
  }
  return sums;
};

/** Checks whether comments can be left out: then the rest of the page is long enough to be an article. */
const isDiscussion = (element: PageElement, page: PageElement, amountsOf: AmountsOf): boolean =>
  certaintyOf(element, amountsOf(element)) === 'comments' &&
  amountsOf(page).prose - amountsOf(element).prose >= MIN_ARTICLE;

/** Returns the prose of a page without that of its comments, which are often longer than the article. */
const proseApartFromComments = (page: PageElement, amountsOf: AmountsOf): number => {
  const count = (element: PageElement): number => {
    if (amountsOf(element).prose === 0) return 0;
    if (isDiscussion(element, page, amountsOf)) return amountsOf(element).prose;
    return element.children.reduce((sum, child) => sum + (typeof child === 'string' ? 0 : count(child)), 0);
  };
  const { prose } = amountsOf(page);
  const rest = prose - count(page);
  return rest < MIN_ARTICLE ? prose : rest;
};

/**
 * Returns a page without what is known to surround articles: navigation, sharing, advertisements, other articles,
 * comments, bylines, forms and hidden elements.
 */
export const withoutNoise = (page: PageElement): PageElement => {
  const amountsOf = measure(page);
  const total = proseApartFromComments(page, amountsOf);
  const sums = proseByClass(page, amountsOf);
  return prune(page, (element) => {
    const amounts = amountsOf(element);
    switch (certaintyOf(element, amounts)) {
      case null:
        return true;
      case 'comments':
        return !isDiscussion(element, page, amountsOf);
      case 'strong':
        return amounts.prose > total * MAX_SHARE;
      case 'weak':
        return (sums.get(element.attributes['class'] ?? '') ?? 0) > total * MAX_SHARE;
    }
  });
};
