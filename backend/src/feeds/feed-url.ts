import { createHash } from 'node:crypto';

const maxLength = 2048;

/** What was typed is no address a feed can have; the message is one sentence for the reader. */
export class FeedUrlError extends Error {
  override readonly name = 'FeedUrlError';
}

// `feed:https://…` and `feed://…` are what buttons on web pages hand over; `<…>` what mail programs write.
const withoutWrapping = (text: string): string =>
  text
    .trim()
    .replace(/^<(.*)>$/s, '$1')
    .replace(/^feed:(?:\/\/)?/i, '')
    .trim();

// A colon before a port number ends no scheme: localhost:8081/feed.
const schemeOf = (text: string): string | null =>
  /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(text)?.[1] ?? null;

/** Whether the text says http or https itself, or leaves the choice to us. */
export const namesScheme = (text: string): boolean => schemeOf(withoutWrapping(text)) !== null;

/**
 * The address in what a reader pasted: trimmed, `https://` before a bare host, `feed:` taken off, host in lower case, no
 * default port, no fragment. http stays http, since a server may have only that. At most 2,048 characters; the
 * result normalises to itself. Throws FeedUrlError.
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
  url.hash = '';
  if (url.href.length > maxLength) {
    throw new FeedUrlError(`This address is longer than ${maxLength} characters.`);
  }
  return url.href;
};

/** First 16 hex digits of SHA-256 over the normalised address. Throws FeedUrlError. */
export const feedIdOf = (url: string): string =>
  createHash('sha256').update(normaliseFeedUrl(url)).digest('hex').slice(0, 16);
