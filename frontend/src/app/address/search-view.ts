import { type SearchOrder, articleId, searchOrder } from '@omomi/backend/contract';

/** The content of the address of a search: the query, the order of what it finds, and the article that is open. */
export type SearchView = { q: string; order: SearchOrder; article_id: string | null };

const usual: SearchOrder = 'relevance';

/** Parses the query of an address into a search. Unknown values are ignored. Never throws. */
export const parseSearch = (search: string): SearchView => {
  const query = new URLSearchParams(search);
  return {
    q: (query.get('q') ?? '').trim(),
    order: searchOrder.safeParse(query.get('order')).data ?? usual,
    article_id: articleId.safeParse(query.get('article')).data ?? null,
  };
};

/** Returns the query of a search’s address. `parseSearch` turns it back into the same search. */
export const serialiseSearch = ({ q, order, article_id }: SearchView): string => {
  const query = new URLSearchParams();
  if (q.trim() !== '') query.set('q', q.trim());
  if (order !== usual) query.set('order', order);
  if (article_id !== null) query.set('article', article_id);
  return query.size === 0 ? '' : `?${query}`;
};
