/** Hosts that serve only beacons and nothing for readers; their subdomains count too. */
const beaconHosts: readonly string[] = [
  '2o7.net',
  'atdmt.com',
  'doubleclick.net',
  'feedsportal.com',
  'google-analytics.com',
  'imrworldwide.com',
  'pheedo.com',
  'pixel.quantserve.com',
  'pixel.wp.com',
  'scorecardresearch.com',
  'segment.io',
  'stats.wordpress.com',
];

/** Patterns for host and path of beacons on hosts that also serve pictures. */
const beaconPatterns: readonly RegExp[] = [
  /^feeds\.feedburner\.com\/~(?:r|ff|a)\//,
  /^feeds\.feedblitz\.com\/~\/[it]\//,
  /^feeds\.wordpress\.com\/1\.0\//,
  /^(?:www\.)?facebook\.com\/tr(?:$|\/)/,
  /^medium\.com\/_\/stat/,
  /^(?:www\.)?google\.[a-z.]+\/pagead\//,
  /^rss\.[^/]+\/~r\//,
  /\.list-manage\.com\/track\//,
  /\/(?:pixel|beacon|spacer|blank|clear|1x1|tracking)\.(?:gif|png)$/,
  /\/wp-content\/plugins\/(?=[^/]{0,100}\/)[^/]{0,100}stat/,
];

const isHost = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`);

const isTiny = (length: string | undefined): boolean => /^\s*[01](?:px)?\s*$/i.test(length ?? '');

const hides = (style: string): boolean =>
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style) ||
  (/(?:^|;)\s*width\s*:\s*[01](?:px)?\s*(?:;|$)/i.test(style) &&
    /(?:^|;)\s*height\s*:\s*[01](?:px)?\s*(?:;|$)/i.test(style));

/** Returns true for pictures that only report that they were loaded: 1x1 or hidden ones, and those of known beacons. */
export const isTrackingPixel = (url: URL, attributes: Readonly<Record<string, string>>): boolean =>
  (isTiny(attributes['width']) && isTiny(attributes['height'])) ||
  hides(attributes['style'] ?? '') ||
  beaconHosts.some((name) => isHost(url.hostname, name)) ||
  beaconPatterns.some((pattern) => pattern.test(`${url.hostname}${url.pathname}`));
