/** Returns an address without its scheme, and without its host if that is the crawl's own. */
export const shortAddress = (address: string, host: string): string => {
  const url = URL.parse(address);
  if (url === null) return address;
  const path = `${url.pathname}${url.search}`;
  return url.host === host ? path : `${url.host}${path}`;
};

/** Returns the host of a crawl's first seed. */
export const firstHost = ({ seeds }: { seeds: readonly string[] }): string =>
  URL.parse(seeds[0] ?? '')?.host ?? '';
