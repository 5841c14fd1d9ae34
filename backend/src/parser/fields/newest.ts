import { parseDate } from './dates.ts';

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
