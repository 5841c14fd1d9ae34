import type { Enclosure } from '../../contract/index.ts';
import { isPicture, type Media, type Picture } from '../fields/item-fields.ts';
import { readTags, type Attributes } from './read-tags.ts';

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

/** The longest address of a picture of a list row, in bytes: a row of a list has about 800 for everything. */
export const PICTURE_BYTES = 300;
/** A picture that is stated to be smaller than this in either direction, in pixels, is a symbol of the page's. */
const SMALLEST = 64;

/** Hosts of faces and of signs within a text; their subdomains count too. */
const symbolHosts = /(?:^|\.)(?:gravatar\.com|shields\.io|s\.w\.org|twemoji\.maxcdn\.com|badge\.fury\.io)$/;
const symbolNames =
  /(?:^|[/_.-])(?:favicon|apple-touch-icon|icons?|emojis?|smil(?:e|ey|ies)|avatars?|gravatar|badges?|spacer|blank|pixel|1x1|spinner|loading|button)(?:[/_.-]|\d+\.|$)/i;

const isSmall = (length: string | undefined): boolean => {
  const pixels = /^\s*(\d+)(?:\.\d+)?(?:px)?\s*$/.exec(length ?? '')?.[1];
  return pixels !== undefined && Number(pixels) < SMALLEST;
};

/**
 * Returns the address of a picture that may stand for an article in a list, absolute and normalised. Returns null if it is
 * no web address or a long one, or if the picture is a symbol: a tracking pixel, an icon, a face, anything below 64
 * pixels. `stated` has the `width` and `height` that the document states.
 */
export const pictureAddress = (
  address: string | undefined,
  base: string | null,
  stated: Attributes = {},
): string | null => {
  const text = address?.trim() ?? '';
  // An empty address would be the address of the page.
  const url = text === '' ? null : URL.parse(text, base ?? undefined);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (isSmall(stated['width']) || isSmall(stated['height']) || isTrackingPixel(url, stated)) return null;
  if (symbolHosts.test(url.hostname) || /\.ico$/i.test(url.pathname) || symbolNames.test(url.pathname))
    return null;
  return Buffer.byteLength(url.href) <= PICTURE_BYTES ? url.href : null;
};

/** Returns the address of the first picture of a sanitised content that may stand for it; null if there is none. */
export const firstPicture = (html: string): string | null => {
  if (!html.includes('<img')) return null;
  let found: string | null = null;
  readTags(html, {
    open: (name, attributes) => {
      if (name === 'img') found ??= pictureAddress(attributes['src'], null, attributes);
    },
    close: () => {},
    text: () => {},
    isDone: () => found !== null,
  });
  return found;
};

/** Returns the pictures of Media RSS: the contents that are pictures, then the thumbnails, each the widest first. */
const mediaPictures = (media: Media | undefined): Picture[] => {
  const groups = [media, ...(media?.groups ?? [])].filter((group) => group !== undefined);
  const contents = groups.flatMap((group) => group.contents ?? []);
  const thumbnails = [...groups, ...contents].flatMap((part) => part.thumbnails ?? []);
  return [contents.filter(isPicture), thumbnails].flatMap((pictures) =>
    pictures.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0)),
  );
};

/**
 * Returns the picture that a document states for an item: of Media RSS, of the enclosures, and then of `others`, addresses
 * of other elements. Null if there is none.
 */
export const statedPicture = (
  media: Media | undefined,
  enclosed: readonly Enclosure[],
  others: readonly (string | undefined)[],
  base: string | null,
): string | null => {
  const pictures = [
    ...mediaPictures(media),
    ...enclosed.filter(({ type }) => type?.startsWith('image/') === true),
    ...others.map((url) => ({ url })),
  ];
  for (const picture of pictures) {
    const { width, height } = { width: undefined, height: undefined, ...picture };
    const found = pictureAddress(picture.url, base, {
      ...(width === undefined ? {} : { width: String(width) }),
      ...(height === undefined ? {} : { height: String(height) }),
    });
    if (found !== null) return found;
  }
  return null;
};
