/** A line of robots.txt that means something here. */
export type RobotsLine = {
  field: 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap';
  /** The value, one character for each octet. */
  value: string;
};

/**
 * The names of fields, with spellings that sites use often enough for others to read them too. A site that misspells
 * Disallow wants to be left alone.
 */
const fields: Readonly<Record<string, RobotsLine['field']>> = {
  'user-agent': 'user-agent',
  useragent: 'user-agent',
  'user agent': 'user-agent',
  allow: 'allow',
  disallow: 'disallow',
  dissallow: 'disallow',
  dissalow: 'disallow',
  disalow: 'disallow',
  diasllow: 'disallow',
  disallaw: 'disallow',
  'crawl-delay': 'crawl-delay',
  crawldelay: 'crawl-delay',
  'crawl delay': 'crawl-delay',
  sitemap: 'sitemap',
  'site-map': 'sitemap',
};

/** The bytes of a robots.txt that are read, 500 KiB: the least that RFC 9309 demands (2.5). */
export const MOST_ROBOTS_BYTES = 500 * 1024;

/**
 * Returns the text, one character for each octet, without a byte order mark. Of a document that is too long, the line
 * at the limit is left out too, since half a path is another path.
 */
const toOctets = (bytes: Uint8Array): string => {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = all.subarray(0, MOST_ROBOTS_BYTES).toString('latin1');
  const whole =
    all.length > MOST_ROBOTS_BYTES
      ? read.slice(0, Math.max(read.lastIndexOf('\n'), read.lastIndexOf('\r')) + 1)
      : read;
  if (whole.startsWith('\u00ef\u00bb\u00bf')) return whole.slice(3);
  // RFC 9309 demands UTF-8, but some editors save UTF-16.
  if (whole.startsWith('\u00ff\u00fe'))
    return Buffer.from(Buffer.from(whole.slice(2), 'latin1').toString('utf16le')).toString('latin1');
  return whole;
};

const spaceInside = /[ \t\v\f\0]/;
const spaceAround = /^[ \t\v\f\0]+|(?<![ \t\v\f\0])[ \t\v\f\0]+$/g;

/** Removes ASCII space around a text. `trim` would also remove the octet A0, which ends the UTF-8 of `à`. */
const trimOctets = (octets: string): string => octets.replace(spaceAround, '');

const toLine = (text: string): RobotsLine | null => {
  const [content = ''] = text.split('#', 1);
  const trimmed = trimOctets(content);
  const colon = trimmed.indexOf(':');
  // Some sites leave the colon out.
  const space = colon === -1 ? trimmed.search(spaceInside) : colon;
  if (space === -1) return null;
  const name = trimOctets(trimmed.slice(0, space)).toLowerCase();
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const value = trimOctets(trimmed.slice(space + 1));
  if (field === undefined || (colon === -1 && spaceInside.test(value))) return null;
  return { field, value };
};

/** Reads the lines of a robots.txt. Whatever is no line of it is left out; nothing makes it fail. */
export const readRobotsLines = (bytes: Uint8Array): RobotsLine[] =>
  toOctets(bytes)
    .split(/[\r\n]+/)
    .flatMap((text) => toLine(text) ?? []);
