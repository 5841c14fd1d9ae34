import type { FeedCandidate } from '../contract/index.ts';
import type { ParsedItem } from '../parser/fields/parsed-feed.ts';

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
