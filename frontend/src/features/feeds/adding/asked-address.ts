/** The schemes of links that feed readers open, before an address or in place of `https`. */
const OF_READERS = /^(?:web\+)?(?:feed|rss):(?:\/\/)?/i;

/** Returns the address of a feed or page that `/subscribe?url=` names; '' for any other page. */
export const askedAddress = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string =>
  pathname === '/subscribe'
    ? (new URLSearchParams(search).get('url') ?? '').trim().replace(OF_READERS, '')
    : '';

const FIRST_ADDRESS = /https?:\/\/[^\s<>"]+/iu;

/**
 * Returns the address of the page that `/save` names; '' for any other page. Apps that share a page put its address into the text,
 * behind its title.
 */
export const pageToSave = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  if (pathname !== '/save') return '';
  const given = new URLSearchParams(search);
  const url = (given.get('url') ?? '').trim();
  return url === '' ? (FIRST_ADDRESS.exec(given.get('text') ?? '')?.[0] ?? '') : url;
};
