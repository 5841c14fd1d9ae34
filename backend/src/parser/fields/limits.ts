import { ParseError, type LeftOut, type ParsedFeed, type ParsedItem } from './parsed-feed.ts';
import { parseDate } from './dates.ts';
import type { Enclosure } from '../../contract/index.ts';

/**
 * Limit on different names of elements and attributes, because each costs a parser a hidden class; real feeds have a
 * few dozen.
 */
const MAX_NAMES = 2000;
/** Number of characters by which names are compared. */
const MAX_NAME_LENGTH = 100;
/** Limit on the attributes of all elements together. */
const MAX_ATTRIBUTES = 300_000;
/** Number of first elements that are not inspected if their tags are short; an ordinary feed has no more. */
const FREE_ELEMENTS = 2000;
const FREE_TAG_LENGTH = 200;
/** Limit on the attributes of one element that a parser may get. */
export const MAX_ATTRIBUTES_OF_ELEMENT = 100;

/** Limit on objects, lists and their members in a JSON document; the largest real feed known has a tenth of it. */
const MAX_JSON_VALUES = 300_000;
const MAX_JSON_DEPTH = 100;

export const tooComplex = (what: string): ParseError =>
  new ParseError('too_complex', `The document is more complex than a feed: ${what}.`);

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Checks whether a name in a start tag ends at this character: white space, `/` or `=`. */
const endsName = (code: number): boolean => isSpace(code) || code === 47 || code === 61;

/** Creates a counter of the names and attributes in a document's start tags, which a parser must keep in memory. */
export const createNameCount = () => {
  const names = new Set<string>();
  let attributes = 0;
  let elements = 0;
  const add = (text: string, from: number, to: number): void => {
    if (names.size <= MAX_NAMES) names.add(text.slice(from, Math.min(to, from + MAX_NAME_LENGTH)));
  };
  return {
    /**
     * Reads the start tag between `<` and `>`, both excluded. Returns the number of its attributes, or 0 for one of the
     * first elements, which are not inspected.
     */
    tag: (text: string, from: number, to: number): number => {
      elements += 1;
      if (elements <= FREE_ELEMENTS && to - from <= FREE_TAG_LENGTH) return 0;
      let index = from;
      while (index < to && !endsName(text.charCodeAt(index))) index += 1;
      add(text, from, index);
      let own = 0;
      while (index < to) {
        const code = text.charCodeAt(index);
        if (endsName(code)) {
          index += 1;
          continue;
        }
        if (code === 34 || code === 39) {
          // Do not use indexOf here: for each of many tags it could search past the tag to the end of the document.
          do index += 1;
          while (index < to && text.charCodeAt(index) !== code);
          index += 1;
          continue;
        }
        const start = index;
        while (index < to && !endsName(text.charCodeAt(index))) index += 1;
        add(text, start, index);
        own += 1;
      }
      attributes += own;
      return own;
    },
    isTooMuch: (): boolean => names.size > MAX_NAMES || attributes > MAX_ATTRIBUTES,
  };
};

/** Checks JSON in one pass, valid or not. Throws ParseError if its objects would not fit into memory. */
export const refuseComplexJson = (text: string): void => {
  let values = 0;
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isString) {
      if (code === 92) index += 1;
      else if (code === 34) isString = false;
    } else if (code === 34) {
      isString = true;
    } else if (code === 44) {
      values += 1;
    } else if (code === 123 || code === 91) {
      values += 1;
      depth += 1;
      if (depth > MAX_JSON_DEPTH) throw tooComplex(`it is nested more than ${MAX_JSON_DEPTH} levels deep`);
    } else if (code === 125 || code === 93) {
      depth -= 1;
    }
    if (values > MAX_JSON_VALUES) {
      throw tooComplex(`it has more than ${MAX_JSON_VALUES.toLocaleString('en')} values`);
    }
  }
};

/**
 * Returns the indices of the `limit` newest dates, in their original order. A missing date counts as older than any
 * other; among equal dates the one earlier in the document is preferred.
 */
export const newestIndexes = (dates: (string | null)[], limit: number): number[] =>
  dates
    .map((date, index) => ({ time: date === null ? 0 : Date.parse(date), index }))
    .toSorted((a, b) => b.time - a.time || a.index - b.index)
    .slice(0, limit)
    .map(({ index }) => index)
    .toSorted((a, b) => a - b);

const DATE =
  /<(?:[\w.-]{1,40}:)?(?:pubdate|published|updated|date|issued|modified|created)(?:\s[^<>]{0,200})?>(?:<!\[CDATA\[)?([^<]{4,60})/i;

/** Returns the document with only its `limit` newest items, to limit the cost of the following steps. */
export const withNewestItems = (text: string, itemStarts: number[], limit: number): string => {
  const ends = itemStarts.map((_, index) => itemStarts[index + 1] ?? text.length);
  const last = text.lastIndexOf('</', text.length);
  const dates = itemStarts.map((start, index) =>
    parseDate(DATE.exec(text.slice(start, ends[index]))?.[1] ?? null),
  );
  const kept = newestIndexes(dates, limit);
  const body = kept.map((index) => text.slice(itemStarts[index], ends[index])).join('');
  const tail = kept.at(-1) === itemStarts.length - 1 ? '' : tailOf(text, itemStarts.at(-1) ?? last);
  return text.slice(0, itemStarts[0]) + body + tail;
};

/** Returns the text after the last item. */
const tailOf = (text: string, lastStart: number): string => {
  const end = /<\/(?:[\w.-]{1,40}:)?(?:item|entry)\s*>/gi;
  end.lastIndex = lastStart;
  const found = end.exec(text);
  return found === null ? '' : text.slice(found.index + found[0].length);
};

/** The most bytes of a mail. */
export const MAIL_BYTES = 5_000_000;
/** Says that a mail is refused for its size. */
export const MAIL_TOO_LARGE = `The mail is larger than ${MAIL_BYTES / 1_000_000} MB`;

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
  return enclosures.flatMap(({ type, chapters, ...enclosure }) => {
    length += enclosure.url.length;
    if (length > MAX_ENCLOSURES_LENGTH || isTooLongLink(enclosure.url)) return [];
    const isTooLong = typeof chapters === 'string' && isTooLongLink(chapters);
    return [
      {
        ...enclosure,
        type: type === null || type.length > MAX_TYPE ? null : type,
        ...(chapters === undefined || isTooLong ? {} : { chapters }),
      },
    ];
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
    hub_url: linkOrNull(feed.hub_url),
    self_url: linkOrNull(feed.self_url),
    language: feed.language === null || feed.language.length > MAX_LANGUAGE ? null : feed.language,
    items,
    left_out: [...counts].map(([reason, count]) => ({ reason, count })),
  };
};
