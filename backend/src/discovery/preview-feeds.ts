import type { FeedCandidate } from '../contract/index.ts';
import { titleOfText } from '../model/article/article-text.ts';
import type { ParsedItem } from '../parser/fields/parsed-feed.ts';
import pMap from 'p-map';
import type { FoundFeed, Requests } from './requests.ts';

type Shown = Pick<ParsedItem, 'title' | 'link' | 'published_at'>;

/** Returns the first items of a list as a candidate shows them; those without an address are left out. */
export const listPreview = (items: readonly Shown[], count: number): NonNullable<FeedCandidate['preview']> =>
  items
    .flatMap(({ title, link, published_at }) => (link === null ? [] : [{ title, link, published_at }]))
    .slice(0, count);

/** Returns items by their dates, the newest first; those without one come last, in their order. */
export const newestFirst = <T extends Pick<ParsedItem, 'published_at' | 'updated_at'>>(
  items: readonly T[],
): T[] => {
  const dateOf = ({ published_at, updated_at }: T): string => published_at ?? updated_at ?? '';
  return items.toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)));
};

/** Number of items shown of a feed. */
const SHOWN = 3;
/** Number of feeds of a page that are read for that, in the order of the page. The others are offered by their titles alone. */
const MOST_READ = 6;
const CONCURRENT_READS = 3;

/** Returns an item with a title; posts have none, but a text. */
const titled = (item: ParsedItem): ParsedItem => ({
  ...item,
  title: item.title || titleOfText(item.content),
});

const previewOf = (candidate: FeedCandidate, { parsed }: FoundFeed): FeedCandidate => ({
  ...candidate,
  title: candidate.title ?? parsed.title,
  format: parsed.format,
  preview: listPreview(
    newestFirst(parsed.items)
      .filter(({ link }) => link !== null)
      .slice(0, SHOWN)
      .map(titled),
    SHOWN,
  ),
  item_count: parsed.items.length,
});

/**
 * Adds to the candidates their latest items, so that a reader sees which is which. `found` is one that has been read;
 * others are requested within the time of the search, unless the search has tried them already. Those that cannot be read
 * stay as they are.
 */
export const withPreviews = (
  { guess, tried }: Pick<Requests, 'guess' | 'tried'>,
  candidates: readonly FeedCandidate[],
  found: FoundFeed | null,
): Promise<FeedCandidate[]> => {
  const triedBefore = new Set(tried);
  return pMap(
    candidates,
    async (candidate, place) => {
      if (candidate.preview !== undefined) return candidate;
      if (found !== null && (candidates.length === 1 || candidate.url === found.url))
        return previewOf(candidate, found);
      const isRead = place < MOST_READ && !triedBefore.has(candidate.url);
      const read = isRead ? (await guess(candidate.url)).found : null;
      return read === null ? candidate : previewOf(candidate, read);
    },
    { concurrency: CONCURRENT_READS },
  );
};

/**
 * Returns the candidates that a reader would choose from, in their order: without those that could not be read, and of
 * those whose latest items are the same, as of an RSS and an Atom feed of one blog, only the first.
 */
export const differentFeeds = (candidates: readonly FeedCandidate[]): FeedCandidate[] => {
  const shown = new Set<string>();
  return candidates.filter(({ preview }, place) => {
    if (preview === undefined) return place >= MOST_READ;
    const items = JSON.stringify(preview.map(({ link }) => link));
    if (preview.length > 0 && shown.has(items)) return false;
    shown.add(items);
    return true;
  });
};
