/** Elements that hold text and no other feed element: what an unclosed one must not swallow. */
const SHORT_LEAVES =
  /^(?:title|link|guid|pubdate|id|updated|published|issued|modified|created|category|comments|generator|language|copyright|ttl|docs|managingeditor|webmaster|lastbuilddate|rights|subtitle|tagline|name|uri|email|url|width|height|dc:[\w-]+)$/;
const LONG_LEAVES = /^(?:description|summary|content|content:encoded)$/;

/** Feed elements that HTML does not know, so that one of them within a long text means the text was never closed. */
const FEED_ONLY =
  /^(?:pubdate|guid|enclosure|comments|category|description|author|contributor|published|updated|issued|modified|(?:dc|content|media|itunes|wfw|slash|feedburner):[\w-]+)$/;
const FEED_OR_HTML =
  /^(?:title|link|id|summary|content|source|image|textinput|language|generator|copyright|ttl|docs|managingeditor|webmaster|lastbuilddate|created|rights|name|uri|email|url|width|height)$/;

const VOID = /^(?:area|br|col|embed|hr|img|input|param|track|wbr)$/;

export type Leaf = 'short' | 'long' | null;

/** Names in lower case, prefix included. */
export const leafOf = (name: string): Leaf =>
  SHORT_LEAVES.test(name) ? 'short' : LONG_LEAVES.test(name) ? 'long' : null;

/** Whether this start tag within an open leaf shows that the leaf's end tag is missing. */
export const endsLeaf = (name: string, leaf: Leaf): boolean =>
  leaf !== null && (FEED_ONLY.test(name) || (leaf === 'short' && FEED_OR_HTML.test(name)));

/** HTML elements that have no end tag. */
export const isVoid = (name: string): boolean => VOID.test(name);

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

export const isItem = (name: string): boolean => /^(?:item|entry)$/.test(localName(name));

export type Root = 'rss' | 'feed' | 'rdf' | 'channel';

/** The kind of feed that a root element of this name holds; null for a document that is none. */
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
