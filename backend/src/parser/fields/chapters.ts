import type { Chapter, Enclosure } from '../../contract/index.ts';
import { webLink } from './item-fields.ts';
import { cutText } from './limits.ts';
import { titleText } from './text.ts';

/** Chapters of one recording; further ones are left out. */
export const MAX_CHAPTERS = 300;
/** Longest title of a chapter, in UTF-16 units; a longer one is cut like that of an article. */
export const MAX_CHAPTER_TITLE = 200;
/** The last second at which a chapter may begin: no recording takes ten days. */
const LAST_START = 864_000;
/** Times are kept to a tenth of a second. */
const PARTS_OF_SECOND = 10;

/**
 * Returns chapters in the order of their starts, which are seconds. Left out are those without a title, those that begin nowhere in a
 * recording, further ones that begin at the same time, and those after the first 300.
 */
export const inOrder = (chapters: readonly { start: number; title: string }[]): Chapter[] => {
  const found = new Map<number, Chapter>();
  for (const { start, title } of chapters.slice(0, 2 * MAX_CHAPTERS)) {
    const text = cutText(titleText(title.slice(0, 4 * MAX_CHAPTER_TITLE)), MAX_CHAPTER_TITLE);
    const at = Math.round(start * PARTS_OF_SECOND) / PARTS_OF_SECOND;
    if (text !== '' && at >= 0 && at <= LAST_START && !found.has(at))
      found.set(at, { start: at, title: text });
  }
  return [...found.values()].toSorted((a, b) => a.start - b.start).slice(0, MAX_CHAPTERS);
};

/**
 * Returns the seconds of a time such as `1:02:03.5`, `02:03` or `123` (Normal Play Time of RFC 2326, 3.6, as Podlove Simple Chapters
 * write it); NaN for any other text.
 */
export const secondsOf = (time: string): number => {
  const parts = /^\s*(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,7}(?:\.\d{0,9})?)\s*$/.exec(time);
  if (parts === null) return Number.NaN;
  const [, hours = '0', minutes = '0', seconds] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};

/** The fields of a parsed item that name its chapters. The parser's items of RSS and of Atom have both. */
type Stated = {
  psc?: { chapters?: { start?: string | undefined; title?: string | undefined }[] | undefined } | undefined;
  podcast?: { chapters?: { url?: string | undefined } | undefined } | undefined;
};

/** Returns the chapters of an item, which Podlove's extension has in the feed, or the address of Podcasting 2.0's document. */
const statedChapters = ({ psc, podcast }: Stated, base: string | null): Enclosure['chapters'] | null => {
  const listed = inOrder(
    (psc?.chapters ?? []).map(({ start = '', title = '' }) => ({ start: secondsOf(start), title })),
  );
  return listed.length > 0 ? listed : webLink(podcast?.chapters?.url, base);
};

/** Returns the enclosures of an item with its chapters at the first recording among them. */
export const withChapters = (enclosures: Enclosure[], stated: Stated, base: string | null): Enclosure[] => {
  const chapters = statedChapters(stated, base) ?? undefined;
  if (chapters === undefined) return enclosures;
  const recording = enclosures.findIndex(({ type }) => /^(?:audio|video)\//i.test(type ?? ''));
  return enclosures.map((each, at) => (at === Math.max(0, recording) ? { ...each, chapters } : each));
};
