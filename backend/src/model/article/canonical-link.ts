import { digest } from '../../lib/digest.ts';

/** Query parameters that tell where a visitor came from and never change the page. */
const trackingNames: ReadonlySet<string> = new Set([
  '__twitter_impression',
  '_ga',
  '_gl',
  '_hsenc',
  '_hsmi',
  '_openstat',
  'dclid',
  'fb_action_ids',
  'fb_action_types',
  'fb_ref',
  'fb_source',
  'fbclid',
  'ftag',
  'gbraid',
  'gclid',
  'gclsrc',
  'guccounter',
  'guce_referrer',
  'guce_referrer_sig',
  'hsctatracking',
  'igsh',
  'igshid',
  'li_fat_id',
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  'msclkid',
  'oly_anon_id',
  'oly_enc_id',
  'rb_clickid',
  'ref_src',
  'ref_url',
  'srsltid',
  'ttclid',
  'twclid',
  'vero_conv',
  'vero_id',
  'wbraid',
  'wickedid',
  'wt_mc',
  'xtor',
  'yclid',
]);

const trackingPrefixes: readonly string[] = [
  'utm_',
  'at_medium',
  'at_campaign',
  'mtm_',
  'pk_campaign',
  'pk_kwd',
];

/** Parameters that count as tracking only if their value names the feed; they have other meanings elsewhere. */
const feedMarks: ReadonlySet<string> = new Set(['source', 'partner', 'emc', 'ref', 'cmp', 'cid', 'from']);

const isTracking = (parameter: string): boolean => {
  const [name = '', value = ''] = parameter.toLowerCase().split('=', 2);
  if (trackingNames.has(name) || trackingPrefixes.some((prefix) => name.startsWith(prefix))) return true;
  return feedMarks.has(name) && /^(?:rss|atom|feed)(?:$|[^a-z0-9])/.test(value);
};

/** Returns true for fragments that only track: campaign tags placed after # so that servers do not see them. */
const isTrackingFragment = (fragment: string): boolean =>
  /^(?:utm_[a-z]+=|xtor=|ftag=|tk\.rss|rss$)/i.test(fragment);

// RFC 3986, 6.2.2: unreserved characters are written unencoded, and hex digits in upper case. A percent sign that
// begins no code stands for itself. It is written as %25, so that it cannot form a code with the characters after it
// the next time.
export const normalisePercent = (text: string): string =>
  text.replace(/%(?:([0-9a-f]{2}))?/gi, (code: string, hex: string | undefined) => {
    if (hex === undefined) return '%25';
    const character = String.fromCodePoint(Number.parseInt(hex, 16));
    return /[A-Za-z0-9\-._~]/.test(character) ? character : code.toUpperCase();
  });

/** Removes trailing characters in linear time. A regular expression with `+$` would start again at each of them. */
const withoutTrailing = (text: string, character: string): string => {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
};

/** Returns the query of an address, without question mark and without the parameters that only track. */
export const queryWithoutTracking = (search: string): string =>
  normalisePercent(search.slice(1))
    .split('&')
    .filter((parameter) => parameter !== '' && !isTracking(parameter))
    .join('&');

/**
 * Returns the canonical form of a link, by which articles are identified, or null if it is not an absolute http or
 * https address. http counts as https. The host is in lower case without a final dot; www. is kept. User name, password
 * and the ports 80 and 443 are dropped. Percent-encoding is normalised. Tracking parameters are dropped; the others
 * keep their order. Slashes at the end of the path are dropped, except the root's. A fragment is kept, since pages with
 * several articles use it to tell them apart, unless it only tracks (#utm_…, #xtor=…, the text part of #:~:text=…). A
 * canonical link does not change.
 */
export const canonicalLink = (link: string): string | null => {
  const url = URL.parse(link.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const host = withoutTrailing(url.hostname, '.');
  if (host === '') return null;
  const port = url.port === '' || url.port === '80' || url.port === '443' ? '' : `:${url.port}`;
  const path = withoutTrailing(normalisePercent(url.pathname), '/');
  const query = queryWithoutTracking(url.search);
  const fragment = normalisePercent(url.hash.slice(1)).replace(/:~:.*$/s, '');
  return [
    `https://${host}${port}${path === '' ? '/' : path}`,
    query === '' ? '' : `?${query}`,
    fragment === '' || isTrackingFragment(fragment) ? '' : `#${fragment}`,
  ].join('');
};

type Range = { lowest: bigint; below: bigint };

/** The ids of articles that any reader may have, and those of the articles of a feed with a sign-in, which are one reader's own. */
const sharedIds: Range = { lowest: 2n ** 60n, below: 2n ** 63n };
const privateIds: Range = { lowest: 10n ** 18n, below: sharedIds.lowest };

const idFrom = ({ lowest, below }: Range, parts: string[]): string =>
  (lowest + (BigInt(`0x${digest(16, ...parts)}`) % (below - lowest))).toString();

/** Returns the id of an article that these parts identify: a decimal of 19 digits. */
export const articleIdFrom = (...parts: string[]): string => idFrom(sharedIds, parts);

/** Returns true for an article that came by a reader's sign-in, of which nobody else may get anything. */
export const isPrivateArticle = (articleId: string): boolean => BigInt(articleId) < sharedIds.lowest;

/** Returns another id for an article, of the same kind. */
export const otherArticleId = (articleId: string, ...parts: string[]): string =>
  idFrom(isPrivateArticle(articleId) ? privateIds : sharedIds, ['taken', articleId, ...parts]);

/** The fields of a feed on which the ids of its articles depend. */
export type ArticleSource = { feed_id: string; is_private: boolean };

/** Returns the id of an article of a feed that these parts identify; for a private feed one that no other feed's article has. */
export const articleIdIn = ({ feed_id, is_private }: ArticleSource, ...parts: string[]): string =>
  is_private ? idFrom(privateIds, [feed_id, ...parts]) : articleIdFrom(...parts);

/**
 * Returns the id of the article at an address, whichever feed links it, but for a private feed, whose own one it is; null if that
 * is no http or https address.
 */
export const articleIdOfLink = (link: string, feed?: ArticleSource): string | null => {
  const canonical = canonicalLink(link);
  if (canonical === null) return null;
  return feed === undefined ? articleIdFrom('link', canonical) : articleIdIn(feed, 'link', canonical);
};

const withoutWww = (host: string): string => host.replace(/^www\./, '');

/**
 * Returns true if a document comes from the host that a link leads to, so that its publisher may decide the article's
 * title. The hosts must be equal except for `www.`, or one must be a subdomain of the other. Ports and schemes do not
 * count. The site address that a feed declares does not count either, since anyone can declare it.
 */
export const isOwnHost = (link: string | null, documentUrl: string): boolean => {
  const target = link === null ? null : URL.parse(link);
  const source = URL.parse(documentUrl);
  if (target === null || source === null) return false;
  const [a, b] = [withoutWww(target.hostname), withoutWww(source.hostname)];
  return a !== '' && b !== '' && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`));
};

/** Returns the host of an article's link; undefined if it has none. */
export const hostOfLink = (link: string | null): string | undefined =>
  link === null ? undefined : URL.parse(link)?.host;

/** Returns the host of an address without `www.`; '' if there is none. */
export const siteOfLink = (link: string | null): string => withoutWww(hostOfLink(link) ?? '');
