import { productToken } from '../fetch/headers.ts';

/**
 * The wishes of a page to robots, by X-Robots-Tag headers or meta elements. noindex: it is not stored as content; nofollow:
 * its links are not followed; noarchive and nosnippet: its text is not kept or shown.
 */
export type PageRobots = { noindex: boolean; nofollow: boolean; noarchive: boolean; nosnippet: boolean };

export const noPageRobots: PageRobots = {
  noindex: false,
  nofollow: false,
  noarchive: false,
  nosnippet: false,
};

/** Returns all that either asks. */
export const joinPageRobots = (a: PageRobots, b: PageRobots): PageRobots => ({
  noindex: a.noindex || b.noindex,
  nofollow: a.nofollow || b.nofollow,
  noarchive: a.noarchive || b.noarchive,
  nosnippet: a.nosnippet || b.nosnippet,
});

const own = productToken.toLowerCase();

/** Directives that have a value after a colon. Any other name before a colon is that of a robot. */
const valued: readonly string[] = [
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
];

const known: Readonly<Record<string, Partial<PageRobots>>> = {
  noindex: { noindex: true },
  nofollow: { nofollow: true },
  none: { noindex: true, nofollow: true },
  noarchive: { noarchive: true },
  nocache: { noarchive: true },
  nosnippet: { nosnippet: true },
};

/** Returns what one directive asks; unknown ones, and `all`, ask nothing. */
const directive = (name: string, value: string, now: Date): Partial<PageRobots> => {
  // A page that is no longer available at this time counts as noindex from then on.
  if (name === 'unavailable_after') return Date.parse(value) <= now.getTime() ? { noindex: true } : {};
  if (name === 'max-snippet') return Number.parseInt(value, 10) === 0 ? { nosnippet: true } : {};
  return Object.hasOwn(known, name) ? (known[name] ?? {}) : {};
};

type Directive = { name: string; value: string };

const startsDirective = (part: string): boolean => {
  const name = part.split(':', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(known, name) || valued.includes(name) || name === 'all' || /^[a-z_-]+$/.test(name);
};

/**
 * Splits a list of directives at its commas. A date after `unavailable_after` may have a comma too ("Friday, 1 May
 * 2026"), so a part that cannot begin a directive belongs to the one before it.
 */
const directivesIn = (list: string): Directive[] => {
  const parts: string[] = [];
  for (const part of list.split(',')) {
    const last = parts.at(-1);
    const isRest = last !== undefined && /^\s*unavailable_after/i.test(last) && !startsDirective(part);
    if (isRest) parts.splice(-1, 1, `${last},${part}`);
    else parts.push(part);
  }
  return parts.map((part) => {
    const colon = part.indexOf(':');
    const name = (colon === -1 ? part : part.slice(0, colon)).trim().toLowerCase();
    return { name, value: colon === -1 ? '' : part.slice(colon + 1).trim() };
  });
};

/**
 * Returns what a list asks of this service. A robot's name before a colon goes for what follows, until the next one.
 */
const readList = (list: string, now: Date): PageRobots => {
  let robot = own;
  let asked = noPageRobots;
  for (const { name, value } of directivesIn(list)) {
    const isRobot = value !== '' && !valued.includes(name);
    if (isRobot) robot = name;
    if (robot !== own && robot !== '*' && robot !== 'robots') continue;
    const [first = '', ...rest] = isRobot ? value.split(':') : [];
    const meant = isRobot
      ? directive(first.trim().toLowerCase(), rest.join(':').trim(), now)
      : directive(name, value, now);
    asked = { ...asked, ...meant };
  }
  return asked;
};

/**
 * Reads X-Robots-Tag headers, each given by itself: `noindex, nofollow` or `omomi: noindex`. What is asked of all robots
 * and what is asked of Omomi both count, and no directive takes another back. The form is that of Google's documentation,
 * since no RFC has one.
 */
export const readRobotsTags = (tags: readonly string[], now: Date): PageRobots =>
  tags.map((tag) => readList(tag, now)).reduce(joinPageRobots, noPageRobots);

/** Reads meta elements: those with the name `robots` or `omomi`, in any case. */
export const readMetaRobots = (metas: readonly { name: string; content: string }[], now: Date): PageRobots =>
  metas
    .filter(({ name }) => ['robots', own].includes(name.trim().toLowerCase()))
    .map(({ content }) => readList(content, now))
    .reduce(joinPageRobots, noPageRobots);
