import type { RobotsGroup } from './robots-group.ts';

/*
 * RFC 9309 compares the octets of a rule with those of a path (2.2.2). Both are brought into one form first: octets that
 * no address can hold as they are become `%XX`, `%XX` of an unreserved character becomes that character, and hex digits
 * become capitals. In this form `*` and `$` always have their special meaning; in an address they are `%2A` and `%24`.
 */

/** A percent-encoded octet, or a character that is neither unreserved nor reserved (RFC 3986, 2.2 and 2.3). */
const encodedOrForeign = /%[0-9a-f]{2}|[^\w.~:/?#[\]@!$&'()*+,;=-]/gi;
const unreserved = /^[\w.~-]$/;

const encoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

const canonicalOctet = (text: string): string => {
  if (text.length === 1) return encoded(text);
  const octet = String.fromCharCode(Number.parseInt(text.slice(1), 16));
  return unreserved.test(octet) ? octet : text.toUpperCase();
};

const canonical = (octets: string): string => octets.replace(encodedOrForeign, canonicalOctet);

/** Returns the canonical form of a rule's path, given as one character for each octet. */
export const canonicalPattern = (octets: string): string => {
  const isAnchored = octets.endsWith('$');
  const body = isAnchored ? octets.slice(0, -1) : octets;
  return `${canonical(body).replaceAll('$', '%24')}${isAnchored ? '$' : ''}`;
};

/** Reserved characters that separate nothing in a query, so that they mean the same there with and without encoding. */
const equalInQuery = /[:/?@']/g;
const equalInQueryEncoded = /%(?:3A|2F|3F|40|27)/g;

/**
 * Returns the forms of an address's path and query with which rules are compared: one, or up to three if the query has
 * characters that RFC 9309 holds to be equal to their encoding (`?u=http://a` and `?u=http%3A%2F%2Fa`).
 */
export const canonicalPaths = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string[] => {
  const special = (text: string) => canonical(text).replaceAll('*', '%2A').replaceAll('$', '%24');
  const path = special(pathname);
  if (search === '') return [path];
  const query = special(search.slice(1));
  const plain = query.replace(equalInQueryEncoded, (text) =>
    String.fromCharCode(Number.parseInt(text.slice(1), 16)),
  );
  return [...new Set([query, plain, query.replace(equalInQuery, encoded)])].map((form) => `${path}?${form}`);
};

/** Finds a text in another one: returns where it begins, at `from` or later, or -1. */
type Find = (path: string, from: number) => number;

/**
 * The longest text, in characters, that the engine's own search looks for. That search is fast, but for some long texts
 * it takes time in proportion to the product of both lengths.
 */
const LONGEST_FOR_ENGINE = 16;

/**
 * Returns for each place of a text the length of the longest beginning of the text that ends there without being all of
 * it. After a mismatch the search goes on with that beginning.
 */
const borders = (text: string): Uint32Array => {
  const lengths = new Uint32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== text.charCodeAt(length)) length = lengths[length - 1] ?? 0;
    if (text.charCodeAt(at) === text.charCodeAt(length)) length += 1;
    lengths[at] = length;
  }
  return lengths;
};

/**
 * Creates the search for a text. It looks at each character of a path at most twice, by the algorithm of Knuth, Morris
 * and Pratt.
 */
const createFind = (text: string): Find => {
  if (text.length <= LONGEST_FOR_ENGINE) return (path, from) => path.indexOf(text, from);
  const lengths = borders(text);
  return (path, from) => {
    let length = 0;
    for (let at = from; at < path.length; at += 1) {
      while (length > 0 && path.charCodeAt(at) !== text.charCodeAt(length)) length = lengths[length - 1] ?? 0;
      if (path.charCodeAt(at) === text.charCodeAt(length)) length += 1;
      if (length === text.length) return at + 1 - length;
    }
    return -1;
  };
};

/** A rule's path, split at its wildcards. */
type Pattern = {
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

/** The rules of an origin's robots.txt for this service. */
export type RobotsRules = {
  /** Returns true if the address may be asked. */
  isAllowed: (url: string) => boolean;
  /** Returns in words what forbids the address; null if it is allowed. */
  ruleFor: (url: string) => string | null;
  /** Milliseconds that the origin wants between requests, 0 to 60,000; null if it asks for none. */
  crawl_delay_ms: number | null;
  /** Absolute addresses of the origin's sitemaps. */
  sitemaps: string[];
};

const names = { allow: 'Allow', disallow: 'Disallow' } as const;

const rulesBy = (
  ruleFor: RobotsRules['ruleFor'],
  { crawl_delay_ms, sitemaps }: Pick<RobotsGroup, 'crawl_delay_ms' | 'sitemaps'>,
): RobotsRules => ({ isAllowed: (url) => ruleFor(url) === null, ruleFor, crawl_delay_ms, sitemaps });

/**
 * Creates the rules of a group by RFC 9309, 2.2.2: the rule with most octets that matches an address decides, without
 * one the address is allowed, and `/robots.txt` itself always is. An address that is none is forbidden. The time is
 * linear in the length of the rules and, for each rule with a wildcard, in that of the address.
 */
export const createRobotsRules = (group: RobotsGroup): RobotsRules => {
  const rules = group.rules.map((rule) => ({ ...rule, pattern: toPattern(rule.path) }));
  return rulesBy((text) => {
    const url = URL.parse(text);
    if (url === null) return 'This is not a web address.';
    if (url.pathname === '/robots.txt') return null;
    const paths = canonicalPaths(url);
    const rule = rules.find(({ pattern }) => paths.some((path) => matches(pattern, path)));
    return rule === undefined || rule.field === 'allow' ? null : `${names[rule.field]}: ${rule.path}`;
  }, group);
};

/**
 * The beginning of the reason if everything is refused because robots.txt could not be had. No rule begins like this.
 */
export const NOT_HAD = 'robots.txt could not be had';

/** Returns the rules of an origin whose robots.txt could not be had: nothing is allowed, for this reason. */
export const refuseAll = (reason: string): RobotsRules =>
  rulesBy(() => reason, { crawl_delay_ms: null, sitemaps: [] });
