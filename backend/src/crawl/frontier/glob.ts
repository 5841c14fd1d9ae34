/** Checks whether an address matches a pattern. */
type Match = (url: string) => boolean;

/**
 * Checks a text against the literal parts of a glob, between which any run of characters may stand. Each part is looked
 * for once, behind the one before, so the time grows with the length of the text and not with what the pattern could
 * try: the leftmost place of a part leaves the most room for the rest.
 */
const matchesParts = (parts: readonly string[], text: string): boolean => {
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
};

/** Returns the part of an address with which a pattern is compared. */
const comparedPart = (pattern: string): ((url: string) => string) => {
  if (pattern.includes('://')) return (url) => url;
  const withoutScheme = (url: string) => url.slice(url.indexOf('://') + 3);
  if (!pattern.startsWith('/')) return withoutScheme;
  return (url) => withoutScheme(url).replace(/^[^/?]*/, '');
};

/**
 * Returns the test for a glob, in which `*` stands for any run of characters and everything else for itself. It is
 * compared with the path and query of an address if it begins with a slash, with the whole address if it has `://`, and
 * otherwise with the address without its scheme. No regular expression is made of it.
 */
const globMatch = (pattern: string): Match => {
  const parts = pattern.split(/\*+/);
  const part = comparedPart(pattern);
  return (url) => matchesParts(parts, part(url));
};

/** Returns the test of whether a crawl may ask an address: one pattern of `include`, if there are any, and none of `exclude`. */
export const patternTest = ({
  include,
  exclude,
}: {
  include: readonly string[];
  exclude: readonly string[];
}): { isIncluded: Match; isExcluded: Match } => {
  const included = include.map(globMatch);
  const excluded = exclude.map(globMatch);
  return {
    isIncluded: (url) => included.length === 0 || included.some((matches) => matches(url)),
    isExcluded: (url) => excluded.some((matches) => matches(url)),
  };
};
