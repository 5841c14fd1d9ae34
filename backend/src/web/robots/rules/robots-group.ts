import { canonicalPattern } from './robots-rules.ts';

/** A line of robots.txt that means something here. */
type RobotsLine = {
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
const readRobotsLines = (bytes: Uint8Array): RobotsLine[] =>
  toOctets(bytes)
    .split(/[\r\n]+/)
    .flatMap((text) => toLine(text) ?? []);

type RobotsRule = { field: 'allow' | 'disallow'; path: string };

/** The rules of a robots.txt for one robot. */
export type RobotsGroup = {
  /** The rules, each once, with canonical paths; the ones with most octets first, and Allow before Disallow. */
  rules: RobotsRule[];
  /** Milliseconds between requests, 0 to 60,000; null if it asks for none. */
  crawl_delay_ms: number | null;
  /** Absolute addresses of sitemaps, which go for every robot. At most 100. */
  sitemaps: string[];
};

/** The longest Crawl-delay that is honoured. A longer one counts as this. */
const LONGEST_DELAY_SECONDS = 60;
const MOST_SITEMAPS = 100;

/** Returns the product token that a User-agent line names, `*` for all robots. Text after the token is ignored. */
const agentIn = (value: string): string =>
  /^\*(?=[ \t]|$)/.test(value) ? '*' : (/^[a-z_-]+/i.exec(value)?.[0].toLowerCase() ?? '');

const delayIn = (value: string): number | null => {
  const seconds = Number.parseFloat(value);
  return seconds >= 0 ? Math.min(seconds, LONGEST_DELAY_SECONDS) * 1000 : null;
};

const sitemapIn = (value: string, origin: string): string[] => {
  const text = Buffer.from(value, 'latin1').toString('utf8');
  const url = text === '' ? null : URL.parse(text, origin);
  return url !== null && /^https?:$/.test(url.protocol) ? [url.href] : [];
};

type Draft = { rules: Map<string, RobotsRule>; crawl_delay_ms: number | null };

/** Adds a rule or a delay to the groups that are open. A path that does not begin with `/` or `*` matches nothing. */
const addTo = (drafts: Draft[], { field, value }: RobotsLine): void => {
  if (field === 'crawl-delay') {
    const delay = delayIn(value);
    for (const draft of delay === null ? [] : drafts)
      draft.crawl_delay_ms = Math.max(draft.crawl_delay_ms ?? 0, delay ?? 0);
  }
  if ((field !== 'allow' && field !== 'disallow') || !/^[/*]/.test(value)) return;
  const path = canonicalPattern(value);
  for (const { rules } of drafts) rules.set(`${field} ${path}`, { field, path });
};

/**
 * Reads what a robots.txt says to the robot with this product token: all groups that name it, or else all groups for
 * `*`. User-agent lines begin a group after a rule only; RFC 9309 lets no other line end one (2.2.4). A Crawl-delay
 * goes for the robots named before it, as it does where it stands alone in the group of another robot.
 */
export const readRobotsGroup = (bytes: Uint8Array, token: string, origin: string): RobotsGroup => {
  const own = token.toLowerCase();
  const drafts = new Map<string, Draft>();
  const sitemaps = new Set<string>();
  let open: Draft[] = [];
  let hasRules = false;
  for (const line of readRobotsLines(bytes)) {
    const { field, value } = line;
    if (field === 'sitemap') for (const url of sitemapIn(value, origin)) sitemaps.add(url);
    else if (field !== 'user-agent') {
      addTo(open, line);
      hasRules ||= field !== 'crawl-delay';
    } else {
      if (hasRules) open = [];
      hasRules = false;
      const agent = agentIn(value);
      if (agent !== own && agent !== '*') continue;
      const draft = drafts.get(agent) ?? { rules: new Map(), crawl_delay_ms: null };
      drafts.set(agent, draft);
      if (!open.includes(draft)) open.push(draft);
    }
  }
  const { rules, crawl_delay_ms } = drafts.get(own) ??
    drafts.get('*') ?? { rules: new Map(), crawl_delay_ms: null };
  return {
    rules: [...rules.values()].toSorted(byPrecedence),
    crawl_delay_ms,
    sitemaps: [...sitemaps].slice(0, MOST_SITEMAPS),
  };
};

/** RFC 9309, 2.2.2: the match with most octets counts; of equal ones, Allow. */
const byPrecedence = (a: RobotsRule, b: RobotsRule): number =>
  b.path.length - a.path.length || Number(a.field === 'disallow') - Number(b.field === 'disallow');
