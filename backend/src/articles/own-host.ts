const withoutWww = (host: string): string => host.replace(/^www\./, '');

/**
 * Whether a document comes from the host that a link leads to, so that its publisher may say what the link is called: the same
 * host but for `www.`, or one of the two a subdomain of the other. Ports and schemes do not count. Where a feed says its
 * site is does not either, since anyone can say it.
 */
export const isOwnHost = (link: string | null, documentUrl: string): boolean => {
  const target = link === null ? null : URL.parse(link);
  const source = URL.parse(documentUrl);
  if (target === null || source === null) return false;
  const [a, b] = [withoutWww(target.hostname), withoutWww(source.hostname)];
  return a !== '' && b !== '' && (a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`));
};
