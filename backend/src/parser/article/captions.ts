import { isInline } from '../fields/text.ts';
import { lineOf, type PageElement, type PageNode } from '../html/page-tree.ts';
import { isEmbed } from './noise.ts';
import { nameWords, saysCaption, saysPicture } from './noise-words.ts';
import { measure, type Amounts } from './prose.ts';

/** The longest caption of a picture, in characters. */
const MAX_CAPTION = 1000;
/** The most text in the box of a picture that is taken for its caption, in characters. */
const MAX_BOX = 300;
/** Share of a page's prose up to which an element can be the box of a picture. */
const MAX_SHARE = 0.3;

const isCaption = (element: PageElement, amounts: Amounts): boolean =>
  !/^(?:img|figure|picture)$/.test(element.name) &&
  amounts.text < MAX_CAPTION &&
  saysCaption(nameWords(element.attributes));

/** Checks whether an element is the box of a picture, where all text belongs to the picture. */
const isPictureBox = (element: PageElement, amounts: Amounts, limit: number): boolean =>
  !isInline(element.name) &&
  amounts.pictures > 0 &&
  amounts.text < MAX_BOX &&
  amounts.prose <= limit &&
  saysPicture(nameWords(element.attributes));

const caption = (text: PageNode): PageElement => ({ name: 'figcaption', attributes: {}, children: [text] });

/** Returns a page whose captions and credits of pictures are `figcaption`, however the site writes them. */
export const withCaptions = (page: PageElement): PageElement => {
  const amountsOf = measure(page);
  const limit = amountsOf(page).prose * MAX_SHARE;
  const copyChild = (child: PageNode, isInBox: boolean): PageNode => {
    const isText = typeof child === 'string' || amountsOf(child).pictures === 0;
    if (isInBox && isText && lineOf(child) !== '') return caption(child);
    return typeof child === 'string' ? child : copy(child, isInBox);
  };
  const copy = (element: PageElement, isInBox: boolean): PageElement => {
    const amounts = amountsOf(element);
    const isBox = isInBox || isPictureBox(element, amounts, limit);
    return {
      name: isCaption(element, amounts) ? 'figcaption' : element.name,
      // A quoted post loses the names of its box, so that Readability keeps it too.
      attributes: isEmbed(element, amounts) ? {} : element.attributes,
      children: element.children.map((child) => copyChild(child, isBox)),
    };
  };
  return copy(page, false);
};
