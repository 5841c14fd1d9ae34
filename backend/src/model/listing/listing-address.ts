/**
 * The part of a site without a feed that is followed. The fragment of the feed's address names it:
 * `#omomi=page:1a2b3c4d`, the list of a page whose pattern had this id when it was first followed, or
 * `#omomi=sitemap:/docs/`, the pages of a sitemap under a path. So the address is all that a reader, an OPML document
 * or another reader of the same list needs, and two lists of one page are two feeds.
 */
export type ListingName = { kind: 'page'; pattern_id: string } | { kind: 'sitemap'; path: string | null };

const MARK = '#omomi=';

/** Returns what the fragment of a feed's address names; null for the address of an ordinary feed. */
export const listingIn = (address: string): ListingName | null => {
  const at = address.indexOf('#');
  if (at === -1 || !address.startsWith(MARK, at)) return null;
  const [kind = '', ...rest] = address.slice(at + MARK.length).split(':');
  const name = rest.join(':');
  if (kind === 'page' && /^[0-9a-f]{8}$/.test(name)) return { kind, pattern_id: name };
  if (kind === 'sitemap' && (name === '' || name.startsWith('/')))
    return { kind, path: name === '' ? null : name };
  return null;
};

/** Returns the fragment of an address, with its `#`, if it names what is followed of a site without a feed; else ''. */
export const listingFragment = (address: string): string =>
  listingIn(address) === null ? '' : address.slice(address.indexOf('#'));

/** Returns the address of a feed with this name of a listing in place of its fragment. */
export const listingAddress = (address: string, name: ListingName): string => {
  const what =
    name.kind === 'page'
      ? `page:${name.pattern_id}`
      : name.path === null
        ? 'sitemap'
        : `sitemap:${name.path}`;
  return `${requestAddress(address)}${MARK}${what}`;
};

/** Returns the address to request for a feed: without a fragment. */
export const requestAddress = (address: string): string => address.split('#', 1)[0] ?? address;
