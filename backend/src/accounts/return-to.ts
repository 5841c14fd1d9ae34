const elsewhere = '/';

/** Only to take a path apart; nothing is ever sent there. */
const base = 'https://omomi.invalid';

/**
 * The path of this service that a sign-in leads back to: what was asked for where that is one, else the first page.
 * A browser must not read it as an address of another host, so it has one leading slash, no backslash and no control
 * characters, which browsers drop or take for a slash, and is what a URL parser makes of it.
 */
export const safeReturnTo = (text: string | undefined): string => {
  if (text === undefined || !/^\/(?![/\\])[!-[\]-~]*$/.test(text)) return elsewhere;
  const url = URL.parse(text, base);
  if (url === null || url.origin !== base) return elsewhere;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dots are gone now, and what they left may begin with two slashes. The API is no page to land on.
  if (path.startsWith('//') || /^\/api(\/|$)/i.test(url.pathname)) return elsewhere;
  return path;
};
