import { createHash, timingSafeEqual } from 'node:crypto';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a text that somebody sent with a secret. It takes the same time wherever they differ, and whatever their lengths. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash(given), hash(secret));
