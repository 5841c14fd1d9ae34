import { createHash } from 'node:crypto';
import { DomainError } from '../../lib/errors.ts';

const maxLength = 2048;

/** An account of Mastodon and its like as its owner writes it: `@name@server.example`. */
const account = /^@([\w.-]+)@([\w-]+(?:\.[\w-]+)+)$/;

/** The text is not a possible feed address; the message is one sentence for the reader. */
export class FeedUrlError extends DomainError {
  override readonly name = 'FeedUrlError';

  constructor(message: string) {
    super('VALIDATION_FAILED', message, [{ path: 'url', message }]);
  }
}

// Buttons on web pages produce `feed:https://…` and `feed://…`; mail programs write `<…>`.
const withoutWrapping = (text: string): string =>
  text
    .trim()
    .replace(/^<(.*)>$/s, '$1')
    .replace(/^feed:(?:\/\/)?/i, '')
    .trim()
    .replace(account, 'https://$2/@$1');

// A colon before a port number does not end a scheme, as in localhost:8081/feed.
const schemeOf = (text: string): string | null =>
  /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(text)?.[1] ?? null;

/** Checks whether the text contains a scheme; without one, the caller may choose http or https. */
export const namesScheme = (text: string): boolean => schemeOf(withoutWrapping(text)) !== null;

/**
 * Returns the normalised address from the text that a reader pasted: trimmed, with `https://` before a bare host,
 * the profile's address for an account written as `@name@server.example`,
 * without `feed:`, with the host in lower case, without a default port, and without a fragment but one that names what is followed of a site without a feed (`ListingName`).
 * http stays http, since a server may support only that. The address has at most 2,048 characters, and normalising it again does not change it. Throws
 * FeedUrlError.
 */
export const normaliseFeedUrl = (text: string): string => {
  const address = withoutWrapping(text);
  if (address === '') throw new FeedUrlError('Enter the address of a feed or of a website.');
  const scheme = schemeOf(address);
  if (scheme !== null && !/^https?$/i.test(scheme)) {
    throw new FeedUrlError(`Addresses begin with http:// or https://, not ${scheme.slice(0, 20)}:.`);
  }
  const url = URL.parse(scheme === null ? `https://${address.replace(/^\/\//, '')}` : address);
  if (url === null || url.hostname === '') throw new FeedUrlError('This is not a web address.');
  if (url.username !== '' || url.password !== '') {
    throw new FeedUrlError('Addresses that carry a user name or a password are not supported.');
  }
  url.hash = listingFragment(url.href);
  if (url.href.length > maxLength) {
    throw new FeedUrlError(`This address is longer than ${maxLength} characters.`);
  }
  return url.href;
};

/** The normalised address of a feed, with the id that it gives: the first 16 hex digits of SHA-256 over it. */
export type FeedAddress = { url: string; feed_id: string };

/**
 * Returns the address in the text that a reader pasted, or that a page, a redirect or an OPML row names. Each such text
 * comes in here once; the result is passed on. Throws FeedUrlError.
 */
export const feedAddress = (text: string): FeedAddress => {
  const url = normaliseFeedUrl(text);
  return { url, feed_id: createHash('sha256').update(url).digest('hex').slice(0, 16) };
};

/** Returns the id of a reader's own feed at a normalised address, which no other reader's feed has. */
export const privateFeedId = (url: string, userId: string): string =>
  createHash('sha256').update(`${url}\n${userId}`).digest('hex').slice(0, 16);

/** Returns the address, or null if readers could not subscribe to it. */
export const feedAddressOrNull = (text: string): FeedAddress | null => {
  try {
    return feedAddress(text);
  } catch (error) {
    if (error instanceof FeedUrlError) return null;
    throw error;
  }
};

/** Returns the id of the feed at this address. Throws FeedUrlError. */
export const feedIdOf = (text: string): string => feedAddress(text).feed_id;

/**
 * The part of a site without a feed that is followed. The fragment of the feed's address names it:
 * `#omomi=page:1a2b3c4d`, the list of a page whose pattern had this id when it was first followed, or
 * `#omomi=sitemap:/docs/`, the pages of a sitemap under a path. So the address is all that a reader, an OPML document
 * or another reader of the same list needs, and two lists of one page are two feeds.
 */
export type ListingName = { kind: 'page'; pattern_id: string } | { kind: 'sitemap'; path: string | null };

const MARK = '#omomi=';

/** Returns what the fragment of a feed's address names; null for the address of an ordinary feed. */
export const listingIn = (address: string): ListingName | null => {
  const at = address.indexOf('#');
  if (at === -1 || !address.startsWith(MARK, at)) return null;
  const [kind = '', ...rest] = address.slice(at + MARK.length).split(':');
  const name = rest.join(':');
  if (kind === 'page' && /^[0-9a-f]{8}$/.test(name)) return { kind, pattern_id: name };
  if (kind === 'sitemap' && (name === '' || name.startsWith('/')))
    return { kind, path: name === '' ? null : name };
  return null;
};

/** Returns the fragment of an address, with its `#`, if it names what is followed of a site without a feed; else ''. */
export const listingFragment = (address: string): string =>
  listingIn(address) === null ? '' : address.slice(address.indexOf('#'));

/** Returns the address of a feed with this name of a listing in place of its fragment. */
export const listingAddress = (address: string, name: ListingName): string => {
  const what =
    name.kind === 'page'
      ? `page:${name.pattern_id}`
      : name.path === null
        ? 'sitemap'
        : `sitemap:${name.path}`;
  return `${requestAddress(address)}${MARK}${what}`;
};

/** Returns the address to request for a feed: without a fragment. */
export const requestAddress = (address: string): string => address.split('#', 1)[0] ?? address;
