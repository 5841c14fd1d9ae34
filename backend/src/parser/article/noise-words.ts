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
export const nameWords = (attributes: Readonly<Record<string, string>>): string[] =>
  words(
    namesOf(attributes)
      .replace(/([a-z])(?=[A-Z])/g, '$1 ')
      .replace(/[^A-Za-z]+/g, ' ')
      .toLowerCase(),
  );

/** The probability that the words of an element mark it as no part of the article; null if none of them does. */
export type Certainty = 'strong' | 'weak' | 'comments' | null;

export const noiseIn = (names: readonly string[]): Certainty => {
  const text = ` ${names.join(' ')} `;
  if (names.some((name) => COMMENTS.has(name))) return 'comments';
  if (names.some((name) => STRONG.has(name)) || PHRASES.some((phrase) => text.includes(` ${phrase} `)))
    return 'strong';
  return names.some((name) => WEAK.has(name)) ? 'weak' : null;
};

export const saysCaption = (names: readonly string[]): boolean => names.some((name) => CAPTION.has(name));

/** Words of classes and ids by which sites mark the box of a picture. */
const PICTURE: ReadonlySet<string> = new Set(words('image images img photo photos picture pictures'));

export const saysPicture = (names: readonly string[]): boolean => names.some((name) => PICTURE.has(name));
