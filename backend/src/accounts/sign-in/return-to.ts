const elsewhere = '/';

/** A base address used only to parse a path; no request is ever sent there. */
const base = 'https://omomi.invalid';

/**
 * Returns the path of this service that a sign-in leads back to: the requested one if it is safe, otherwise the first
 * page. A browser must not read it as an address of another host. So it has one leading slash, no backslash and no
 * control characters, which browsers drop or read as a slash, and it is normalised by a URL parser.
 */
export const safeReturnTo = (text: string | undefined): string => {
  if (text === undefined || !/^\/(?![/\\])[!-[\]-~]*$/.test(text)) return elsewhere;
  const url = URL.parse(text, base);
  if (url === null || url.origin !== base) return elsewhere;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // The parser removed dot segments, so the path may now begin with two slashes. The API is not a page to return to.
  if (path.startsWith('//') || /^\/api(\/|$)/i.test(url.pathname)) return elsewhere;
  return path;
};
