const withoutWww = (host: string): string => host.replace(/^www\./, '');

/**
 * Returns true if a document comes from the host that a link leads to, so that its publisher may decide the article's
 * title. The hosts must be equal except for `www.`, or one must be a subdomain of the other. Ports and schemes do not
 * count. The site address that a feed declares does not count either, since anyone can declare it.
 */
export const isOwnHost = (link: string | null, documentUrl: string): boolean => {
  const target = link === null ? null : URL.parse(link);
  const source = URL.parse(documentUrl);
  if (target === null || source === null) return false;
  const [a, b] = [withoutWww(target.hostname), withoutWww(source.hostname)];
  return a !== '' && b !== '' && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`));
};
