import { hash, createHash, timingSafeEqual } from 'node:crypto';

/**
 * Returns the first `digits` hex digits of SHA-256 over the parts. Each part is prefixed with its length, so that
 * different splits differ.
 */
export const digest = (digits: number, ...parts: string[]): string =>
  hash('sha256', parts.map((part) => `${part.length}:${part}`).join('')).slice(0, digits);

const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Checks whether an If-None-Match header matches an ETag (RFC 9110, 13.1.2): any of the listed tags, compared weakly,
 * or `*`.
 */
export const matchesETag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .some((given) => ['*', withoutWeakness(etag)].includes(withoutWeakness(given)));

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a text that somebody sent with a secret. It takes the same time wherever they differ, and whatever their lengths. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(sha256(given), sha256(secret));
