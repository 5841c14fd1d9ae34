import { createFind, type Find } from './text-search.ts';

/** A rule's path, split at its wildcards. */
export type Pattern = {
  /** The text before the first wildcard, which begins the path. */
  first: string;
  /** The texts after it that are looked for, in order; null if there is no wildcard. */
  others: { length: number; find: Find }[] | null;
  /** The text after the last wildcard that ends the path; null if the path may go on. */
  last: string | null;
  /** Characters of the shortest path that can match. */
  least: number;
};

/** Splits a canonical path at its wildcards. Several in a row are one. */
export const toPattern = (canonicalPath: string): Pattern => {
  const isAnchored = canonicalPath.endsWith('$');
  const text = isAnchored ? canonicalPath.slice(0, -1) : canonicalPath;
  const [first = '', ...others] = text.replace(/\*+/g, '*').split('*');
  const hasWildcard = others.length > 0;
  const last = isAnchored ? (others.pop() ?? '') : null;
  const searches = others.map((part) => ({ length: part.length, find: createFind(part) }));
  const least = [first, ...others, last ?? ''].reduce((sum, part) => sum + part.length, 0);
  return { first, others: hasWildcard ? searches : null, last, least };
};

/**
 * Returns true if a path matches a pattern. Each part is looked for once, where the one before it ended: the first
 * place is as good as any later one, so nothing is tried twice, whatever the pattern is.
 */
export const matches = ({ first, others, last, least }: Pattern, path: string): boolean => {
  if (path.length < least || !path.startsWith(first)) return false;
  if (others === null) return last === null || path.length === first.length;
  let at = first.length;
  for (const { length, find } of others) {
    const found = find(path, at);
    if (found === -1) return false;
    at = found + length;
  }
  return last === null || (path.length - last.length >= at && path.endsWith(last));
};
