import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { digest } from '../lib/digest.ts';
import { RateLimitValueError, type RateClass } from './rate-class.ts';

const prefix = 'rate_limit:';
const maxCharacters = 255;

/**
 * The key of the sender that a window counts. `text` names a person or an address and stays in the process; `hash` may
 * leave it.
 */
export type RateLimitKey = Readonly<{ text: string; hash: string }>;

/**
 * Creates a key, which begins with `rate_limit:`, continues after it, and has at most 255 characters. Throws
 * RateLimitValueError.
 */
export const rateLimitKey = (text: string): RateLimitKey => {
  if (!text.startsWith(prefix) || text.length === prefix.length)
    throw new RateLimitValueError(`a key begins with ${prefix} and goes on`);
  if (text.length > maxCharacters)
    throw new RateLimitValueError(`a key has at most ${maxCharacters} characters, not ${text.length}`);
  return Object.freeze({ text, hash: createHash('sha256').update(text).digest('hex') });
};

/** The sender of a request, as far as it is known. */
export type Sender = {
  /** The viewer's address as reported by the edge; null if it reports none. */
  address: string | null;
  user_id: string | null;
  token_id: string | null;
  /** The state of an unfinished sign-in; null if the endpoint has none. */
  attempt: string | null;
};

/**
 * Returns the same text for all addresses of one internet subscriber. An IPv6 subscriber has at least 2^64 addresses,
 * so only the network (64 bits) counts; IPv4 in IPv6 counts as IPv4. Senders without a readable address share one
 * window.
 */
const addressOf = ({ address }: Sender): string => {
  if (address === null || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed
        .toByteArray()
        .slice(0, 8)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('')
    : parsed.toString();
};

// Text from a client or provider can have any length and content, so the key contains a digest of fixed length.
const bounded = (text: string) => digest(32, text);

const subjectOf = (sender: Sender): string => {
  if (sender.user_id !== null) return `user:${bounded(sender.user_id)}`;
  if (sender.token_id !== null) return `token:${bounded(sender.token_id)}`;
  return `address:${addressOf(sender)}`;
};

/** Returns the key under which a request of this class is counted. */
export const keyFor = (rateClass: RateClass, sender: Sender): RateLimitKey => {
  switch (rateClass) {
    case 'public_unauthenticated':
      return rateLimitKey(`${prefix}${rateClass}:address:${addressOf(sender)}`);
    case 'protected_unauthenticated':
      return rateLimitKey(
        `${prefix}${rateClass}:address:${addressOf(sender)}:${bounded(sender.attempt ?? '')}`,
      );
    case 'public_authenticated':
    case 'protected_authenticated':
    case 'search':
    case 'feed_registration':
      return rateLimitKey(`${prefix}${rateClass}:${subjectOf(sender)}`);
  }
};
