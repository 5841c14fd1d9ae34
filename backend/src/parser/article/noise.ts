import { prune, type PageElement } from '../html/page-tree.ts';
import { nameWords, saysCaption, saysNoise } from './noise-words.ts';
import { amountsIn, type Amounts } from './prose.ts';

/**
 * Share of a page's prose up to which an element can be taken for what surrounds the article. Themes write `has-sidebar`
 * on the whole page, so an element with more prose is kept, whatever it is named.
 */
const MAX_SHARE = 0.3;
/** The longest caption of a picture, in characters. */
const MAX_CAPTION = 1000;

const TAGS = /^(?:nav|footer|form|dialog|menu|aside)$/;
const ROLES =
  /^(?:navigation|complementary|banner|contentinfo|search|dialog|alertdialog|menu|menubar|toolbar|alert)$/;

const isHidden = ({ attributes }: PageElement): boolean =>
  'hidden' in attributes ||
  attributes['aria-hidden'] === 'true' ||
  /display\s?:\s?none|visibility\s?:\s?hidden/i.test(attributes['style'] ?? '');

const isNoise = (element: PageElement): boolean =>
  TAGS.test(element.name) ||
  ROLES.test(element.attributes['role'] ?? '') ||
  isHidden(element) ||
  saysNoise(nameWords(element.attributes));

const asCaption = (element: PageElement, amounts: ReadonlyMap<PageElement, Amounts>): PageElement =>
  element.name !== 'img' &&
  element.name !== 'figure' &&
  saysCaption(nameWords(element.attributes)) &&
  (amounts.get(element)?.text ?? 0) < MAX_CAPTION
    ? { ...element, name: 'figcaption' }
    : element;

const withCaptions = (element: PageElement, amounts: ReadonlyMap<PageElement, Amounts>): PageElement => ({
  ...asCaption(element, amounts),
  children: element.children.map((child) =>
    typeof child === 'string' ? child : withCaptions(child, amounts),
  ),
});

/**
 * Returns a page without what is known to surround articles: navigation, sharing, advertisements, other articles,
 * comments, bylines, forms and hidden elements. Captions of pictures become `figcaption`.
 */
export const withoutNoise = (page: PageElement): PageElement => {
  const amounts = amountsIn(page);
  const limit = (amounts.get(page)?.prose ?? 0) * MAX_SHARE;
  const kept = prune(page, (element) => (amounts.get(element)?.prose ?? 0) > limit || !isNoise(element));
  return withCaptions(kept, amountsIn(kept));
};
