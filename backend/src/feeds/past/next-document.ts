import type { FeedRelations } from '../../parser/feed-relations.ts';

/**
 * Returns the address of the document with the items before those of this one; null if there is none. An archive
 * (RFC 5005, 4) comes before the next page (RFC 5005, 3), and a feed of WordPress has pages that it does not name. `url`
 * is the address that was requested.
 */
export const nextDocument = (
  { prev_archive, next, is_wordpress }: FeedRelations,
  url: string,
): string | null => {
  const named = prev_archive ?? next;
  if (named !== null || !is_wordpress) return named;
  const page = new URL(url);
  const number = Number(page.searchParams.get('paged') ?? '1');
  page.searchParams.set('paged', String(Number.isSafeInteger(number) && number > 0 ? number + 1 : 2));
  return page.href;
};
