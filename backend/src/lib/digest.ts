import { createHash } from 'node:crypto';

/**
 * Returns the first `digits` hex digits of SHA-256 over the parts. Each part is prefixed with its length, so that
 * different splits differ.
 */
export const digest = (digits: number, ...parts: string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, digits);
};
