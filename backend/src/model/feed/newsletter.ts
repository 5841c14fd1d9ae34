import { digest } from '../../lib/digest.ts';
import type { FeedAddress } from './feed-url.ts';
import type { Feed } from './feed.ts';

// A newsletter is a feed of one reader whose articles come by mail. Its address is that of the mail, `mailto:…`.

/** Facts of the last mail of a newsletter. */
export type NewsletterMail = {
  /** The address of its sender. */
  from: string;
  /** The address by which the reader unsubscribes at the sender: https or mailto. Null if the mail names none. */
  unsubscribe: string | null;
  /** The result of the check of the sender by the server that received the mail, in the words of RFC 8601; null if it checked nothing. */
  spf: string | null;
  dkim: string | null;
};

const SCHEME = 'mailto:';

export const isNewsletter = ({ url }: Pick<Feed, 'url'>): boolean => url.startsWith(SCHEME);

/** Returns the address to which the mails of a newsletter are sent. */
export const mailAddressOf = ({ url }: Pick<Feed, 'url'>): string => url.slice(SCHEME.length);

/** The letters of a token, which stay the same in lower case and are not mistaken for others. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
/** A token of 100 random bits, alone or after the part of the address that all newsletters share. */
const token = /(?:^|[+_-])([a-z2-7]{20})@/;

/** Returns a token made of these random bytes, at least 20. */
export const tokenOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, 20), (byte) => LETTERS[byte % LETTERS.length]).join('');

const idOfToken = (text: string): string => digest(16, 'newsletter', text);

/** Returns the address of the newsletter with this token; `pattern` has a `*` in its place, such as `*@news.example`. */
export const newsletterAddress = (pattern: string, text: string): FeedAddress => ({
  url: `${SCHEME}${pattern.replace('*', text)}`,
  feed_id: idOfToken(text),
});

/** Returns the id of the newsletter to which a mail for this address belongs, if there is one; null without a token. */
export const newsletterIdOf = (address: string): string | null => {
  const [, text] = token.exec(address.toLowerCase()) ?? [];
  return text === undefined ? null : idOfToken(text);
};

/**
 * The folder of the bucket in which SES stores received mails, each under the id that SES gives it. A mail is deleted once it is
 * taken or refused. One that could not be taken is deleted after `receivedMailDays` days by the bucket's lifecycle.
 */
export const receivedMailFolder = 'mails';
export const receivedMailDays = 14;
