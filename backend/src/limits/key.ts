import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { digest } from '../config/digest.ts';
import type { RateClass } from './rate-class.ts';
import { RateLimitValueError } from './rule.ts';

const prefix = 'rate_limit:';
const maxCharacters = 255;

/** Whom a window counts. `text` names a person or an address and stays in the process; `hash` may leave it. */
export type RateLimitKey = Readonly<{ text: string; hash: string }>;

/** A key that begins with `rate_limit:`, has more than that, and at most 255 characters. Throws RateLimitValueError. */
export const rateLimitKey = (text: string): RateLimitKey => {
  if (!text.startsWith(prefix) || text.length === prefix.length)
    throw new RateLimitValueError(`a key begins with ${prefix} and goes on`);
  if (text.length > maxCharacters)
    throw new RateLimitValueError(`a key has at most ${maxCharacters} characters, not ${text.length}`);
  return Object.freeze({ text, hash: createHash('sha256').update(text).digest('hex') });
};

/** Who sends a request, as far as it is known. */
export type Sender = {
  /** The viewer's, as the edge tells it; null where it does not. */
  address: string | null;
  user_id: string | null;
  token_id: string | null;
  /** The state that an unfinished sign-in carries, where its endpoint has one. */
  attempt: string | null;
};

/**
 * One subscriber's addresses as one: an IPv6 line has at least 2^64 of them, so what counts is the network, and IPv4
 * in IPv6 is IPv4. Whoever has no readable address shares one window with all like them.
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

// Of any length and content, what a client or a provider writes takes a bounded part of the key.
const bounded = (text: string) => digest(32, text);

const subjectOf = (sender: Sender): string => {
  if (sender.user_id !== null) return `user:${bounded(sender.user_id)}`;
  if (sender.token_id !== null) return `token:${bounded(sender.token_id)}`;
  return `address:${addressOf(sender)}`;
};

/** The key a request of this class is counted under. */
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
    case 'feed_registration':
      return rateLimitKey(`${prefix}${rateClass}:${subjectOf(sender)}`);
  }
};
