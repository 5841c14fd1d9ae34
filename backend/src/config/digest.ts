import { createHash } from 'node:crypto';

/** The first `digits` hex digits of SHA-256 over the parts, which are kept apart from each other. */
export const digest = (digits: number, ...parts: string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, digits);
};
