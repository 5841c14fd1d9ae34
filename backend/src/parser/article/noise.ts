import { isInline } from '../fields/text.ts';
import { elementsOf, prune, type PageElement, lineOf, type PageNode } from '../html/page-tree.ts';
import { measure, type Amounts, type AmountsOf } from './find-article.ts';

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const phrases = (text: string): string[] => text.split(',').map((phrase) => phrase.trim());

/*
 * Words of classes and ids by which sites mark what surrounds an article. They come from what content management systems
 * and widgets commonly use; none is there for a single site.
 */
const STRONG: ReadonlySet<string> = new Set(
  [
    'nav navbar navigation menu submenu topnav subnav breadcrumb breadcrumbs pagination pager toc',
    'share shares sharing sharebar sharedaddy addthis social socials sociable',
    'related relatedposts recommend recommended recommendation recommendations recirc recirculation trending popular',
    'outbrain taboola zergnet revcontent mgid yarpp rail carousel readmore',
    'newsletter newsletters signup subscribe subscription subscriber promo promos promotion cta paywall regwall',
    'ad ads advert adverts advertisement advertising adsense adslot dfp sponsor sponsored banner',
    'byline bylines bio dateline timestamp pubdate footer foot copyright disclaimer disclosure sidebar toolbar',
    'cookie cookies gdpr consent popup modal lightbox tooltip flyout offscreen slideshow poll quiz login search',
  ].flatMap(words),
);

/**
 * Words that mark surroundings on most sites, and parts of the article itself on some, such as `widget` in page
 * builders.
 */
const WEAK: ReadonlySet<string> = new Set(
  words(
    'author authors contributor writer meta metadata date dates tag tags categories topics keywords label labels filed ' +
      'widget widgets tools control controls gallery slider rating ratings legal citation correction overlay hidden',
  ),
);

const COMMENTS: ReadonlySet<string> = new Set(
  words('comment comments disqus respond livefyre replies reply'),
);

const PHRASES: readonly string[] = phrases(
  'skip link, follow us, follow me, like box, read next, read also, read more, more from, more on, more stories, ' +
    'more news, up next, most read, most popular, most viewed, you may, also like, sign up, sign in, about the author, ' +
    'visually hidden, sr only, screen reader, print header, print only, print block, posted on, read time, reading time, ' +
    'control panel, download app, cat links',
);

/** Words of classes and ids by which sites mark the caption or the credit of a picture. */
const CAPTION: ReadonlySet<string> = new Set(
  words('caption captions credit credits photocredit imagecaption'),
);

/** Characters of class and id that are looked at. */
const MAX_NAMES = 500;

/** Classes of Drupal, page builders and grids that tell of labels, layouts and screens instead of what an element is. */
const OTHER =
  /^(?:field-{1,2}label-|elementor-(?:element|widget)|(?:[a-z]{1,3}-)?(?:hidden|visible)-(?:xs|sm?|md?|lg?|xl|print|mobile|phone|tablet|desktop)$)/i;
/** Classes by which WordPress names the subjects of a post. */
const SUBJECT = /^(?:category|tag|format)-/;

/** Matches what has classes of these kinds; most elements have none, and need no closer look. */
const MAY_BE_OTHER = /label-|elementor|hidden-|visible-|hentry/i;

/** Returns the classes and ids that say what an element is, with spaces between them. */
const namesOf = (attributes: Readonly<Record<string, string>>): string => {
  const all = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`.slice(0, MAX_NAMES);
  if (!MAY_BE_OTHER.test(all)) return all;
  const names = words(all);
  const isPost = names.includes('hentry');
  return names.filter((name) => !OTHER.test(name) && !(isPost && SUBJECT.test(name))).join(' ');
};

/** Returns the words of an element's class and id, as `InlineImage-imageEmbed` gives inline, image, image and embed. */
const nameWords = (attributes: Readonly<Record<string, string>>): string[] =>
  words(
    namesOf(attributes)
      .replace(/([a-z])(?=[A-Z])/g, '$1 ')
      .replace(/[^A-Za-z]+/g, ' ')
      .toLowerCase(),
  );

/** The probability that the words of an element mark it as no part of the article; null if none of them does. */
type Certainty = 'strong' | 'weak' | 'comments' | null;

const noiseIn = (names: readonly string[]): Certainty => {
  const text = ` ${names.join(' ')} `;
  if (names.some((name) => COMMENTS.has(name))) return 'comments';
  if (names.some((name) => STRONG.has(name)) || PHRASES.some((phrase) => text.includes(` ${phrase} `)))
    return 'strong';
  return names.some((name) => WEAK.has(name)) ? 'weak' : null;
};

const saysCaption = (names: readonly string[]): boolean => names.some((name) => CAPTION.has(name));

/** Words of classes and ids by which sites mark the box of a picture. */
const PICTURE: ReadonlySet<string> = new Set(words('image images img photo photos picture pictures'));

const saysPicture = (names: readonly string[]): boolean => names.some((name) => PICTURE.has(name));

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
const isEmbed = (element: PageElement, { quotes }: Amounts): boolean =>
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

/** The longest caption of a picture, in characters. */
const MAX_CAPTION = 1000;
/** The most text in the box of a picture that is taken for its caption, in characters. */
const MAX_BOX = 300;
/** Share of a page's prose up to which an element can be the box of a picture. */
const MAX_BOX_SHARE = 0.3;

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
  const limit = amountsOf(page).prose * MAX_BOX_SHARE;
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
