import type { Enclosure } from '../../contract/index.ts';
import type { LeftOut, ParsedFeed, ParsedItem } from './parsed-feed.ts';

/** Longest title of a feed or item, in UTF-16 units; a longer one is cut and ends in an ellipsis. */
export const MAX_TITLE = 300;
/** Longest author, in UTF-16 units; a longer one is cut like a title. */
export const MAX_AUTHOR = 500;
/** Longest address in UTF-16 units, after it is made absolute and percent-encoded. */
export const MAX_LINK = 8192;
/** Longest guid in UTF-16 units. */
export const MAX_GUID = 2048;
/** Largest total length of the addresses of an item's enclosures, in UTF-16 units. */
const MAX_ENCLOSURES_LENGTH = 65_536;
const MAX_TYPE = 100;
const MAX_LANGUAGE = 64;
/** Longest description of a feed, in UTF-16 units; a longer one is cut like a title. */
const MAX_DESCRIPTION = 500;
/** Largest growth of one UTF-16 unit by percent-encoding: three bytes of UTF-8 at three characters each. */
const LARGEST_GROWTH = 9;

const segments = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Longest letter with its combining marks, in UTF-16 units; a higher stack of marks is cut. */
const MAX_GRAPHEME = 64;

/**
 * Cuts a text to at most `length` UTF-16 units, including the ellipsis; letters keep their accents, and emoji stay
 * whole.
 */
export const cutText = (text: string, length: number): string => {
  const whole = text.toWellFormed();
  if (whole.length <= length) return whole;
  let end = 0;
  for (const { index, segment } of segments.segment(whole.slice(0, length + MAX_GRAPHEME))) {
    if (index + segment.length > length - 1) break;
    end = index + segment.length;
  }
  // A single letter with a stack of marks is cut within the stack.
  const head = end > 0 ? whole.slice(0, end) : whole.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${head.trimEnd()}…`;
};

/** Checks whether an address, relative or absolute, is too long for an article. */
const isTooLongLink = (link: string): boolean => {
  if (link.length > MAX_LINK) return true;
  if (link.length * LARGEST_GROWTH <= MAX_LINK) return false;
  return (URL.parse(link, 'https://x.invalid')?.href.length ?? 0) > MAX_LINK;
};

const linkOrNull = (link: string | null): string | null =>
  link === null || isTooLongLink(link) ? null : link;

const boundEnclosures = (enclosures: Enclosure[]): Enclosure[] => {
  let length = 0;
  return enclosures.flatMap(({ type, ...enclosure }) => {
    length += enclosure.url.length;
    if (length > MAX_ENCLOSURES_LENGTH || isTooLongLink(enclosure.url)) return [];
    return [{ ...enclosure, type: type === null || type.length > MAX_TYPE ? null : type }];
  });
};

/** Returns the item within its limits, or the reason for leaving it out. */
const boundItem = (item: ParsedItem): ParsedItem | LeftOut['reason'] => {
  const link = linkOrNull(item.link);
  if (item.guid !== null && item.guid.length > MAX_GUID) return 'guid_too_long';
  if (item.link !== null && link === null && item.guid === null) return 'link_too_long';
  return {
    ...item,
    link,
    title: cutText(item.title, MAX_TITLE),
    author: item.author === null ? null : cutText(item.author, MAX_AUTHOR),
    enclosures: boundEnclosures(item.enclosures),
  };
};

/** A feed as the readers of the formats return it, before its limits are applied. */
export type UnboundedFeed = Omit<ParsedFeed, 'left_out'>;

/**
 * Applies the limits above to every text of a feed. Titles and authors are cut; an address that is too long is removed.
 * An item without a guid is left out if its link is too long, and any item if its guid is too long.
 */
export const withinLimits = (feed: UnboundedFeed): ParsedFeed => {
  const items: ParsedItem[] = [];
  const counts = new Map<LeftOut['reason'], number>();
  for (const item of feed.items) {
    const bounded = boundItem(item);
    if (typeof bounded === 'string') counts.set(bounded, (counts.get(bounded) ?? 0) + 1);
    else items.push(bounded);
  }
  return {
    ...feed,
    title: feed.title === null ? null : cutText(feed.title, MAX_TITLE),
    description: feed.description === null ? null : cutText(feed.description, MAX_DESCRIPTION),
    site_url: linkOrNull(feed.site_url),
    icon_url: linkOrNull(feed.icon_url),
    language: feed.language === null || feed.language.length > MAX_LANGUAGE ? null : feed.language,
    items,
    left_out: [...counts].map(([reason, count]) => ({ reason, count })),
  };
};
