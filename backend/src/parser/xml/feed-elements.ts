/** Elements that hold only text; an unclosed one must not swallow the feed elements after it. */
const SHORT_LEAVES =
  /^(?:title|link|guid|pubdate|id|updated|published|issued|modified|created|category|comments|generator|language|copyright|ttl|docs|managingeditor|webmaster|lastbuilddate|rights|subtitle|tagline|name|uri|email|url|width|height|dc:[\w-]+)$/;
const LONG_LEAVES = /^(?:description|summary|content|content:encoded)$/;

/** Feed elements that do not exist in HTML. If one appears within a long text, the end tag of that text is missing. */
const FEED_ONLY =
  /^(?:pubdate|guid|enclosure|comments|category|description|author|contributor|published|updated|issued|modified|(?:dc|content|media|itunes|wfw|slash|feedburner):[\w-]+)$/;
const FEED_OR_HTML =
  /^(?:title|link|id|summary|content|source|image|textinput|language|generator|copyright|ttl|docs|managingeditor|webmaster|lastbuilddate|created|rights|name|uri|email|url|width|height)$/;

const VOID = /^(?:area|br|col|embed|hr|img|input|param|track|wbr)$/;

export type Leaf = 'short' | 'long' | null;

/** Returns the kind of text element for a name in lower case, including the prefix; null for other elements. */
export const leafOf = (name: string): Leaf =>
  SHORT_LEAVES.test(name) ? 'short' : LONG_LEAVES.test(name) ? 'long' : null;

/** Checks whether this start tag within an open text element shows that the element's end tag is missing. */
export const endsLeaf = (name: string, leaf: Leaf): boolean =>
  leaf !== null && (FEED_ONLY.test(name) || (leaf === 'short' && FEED_OR_HTML.test(name)));

/** Checks whether an HTML element has no end tag. */
export const isVoid = (name: string): boolean => VOID.test(name);

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

export const isItem = (name: string): boolean => /^(?:item|entry)$/.test(localName(name));

export type Root = 'rss' | 'feed' | 'rdf' | 'channel';

/** Returns the kind of feed that a root element of this name holds; null if it is not a feed. */
export const rootOf = (name: string | null): Root | null => {
  switch (localName(name ?? '')) {
    case 'rss':
    case 'rss2':
      return 'rss';
    case 'feed':
      return 'feed';
    case 'rdf':
      return 'rdf';
    case 'channel':
      return 'channel';
    default:
      return null;
  }
};
