/** The schemes of links that feed readers open, before an address or in place of `https`. */
const OF_READERS = /^(?:web\+)?(?:feed|rss):(?:\/\/)?/i;

/** Returns the address of a feed or page that `/subscribe?url=` names; '' for any other page. */
export const askedAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  pathname === '/subscribe'
    ? (new URLSearchParams(search).get('url') ?? '').trim().replace(OF_READERS, '')
    : '';
