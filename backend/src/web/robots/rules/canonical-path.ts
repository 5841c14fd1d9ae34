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
