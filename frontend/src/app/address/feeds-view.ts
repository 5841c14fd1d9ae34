import { type FeedsView, type TableSort, columnIds, feedStates } from '../../features/feeds/table/view.ts';

/** Parses an order such as `pace`, or `-pace` for the largest first. */
const sortOf = (word: string | null): TableSort | null => {
  const isDescending = word?.startsWith('-') === true;
  const column = columnIds.find((id) => id === (isDescending ? word.slice(1) : word));
  return column === undefined ? null : { column, is_descending: isDescending };
};

/** The longest text that is searched for. */
const longestFind = 200;

/** Parses the query of the address of the feeds. Unknown values are ignored. Never throws. */
export const parseFeedsView = (search: string): FeedsView => {
  const query = new URLSearchParams(search);
  return {
    find: (query.get('find') ?? '').slice(0, longestFind),
    state: feedStates.find((state) => state === query.get('state')) ?? null,
    // `sort` is that of the articles.
    sort: sortOf(query.get('by')),
  };
};

/** Returns the query of a view, empty for the plain one. `parseFeedsView` turns it back into the same view. */
export const serialiseFeedsView = ({ find, state, sort }: FeedsView): string => {
  const query = new URLSearchParams();
  if (state !== null) query.set('state', state);
  if (find !== '') query.set('find', find);
  if (sort !== null) query.set('by', `${sort.is_descending ? '-' : ''}${sort.column}`);
  return query.size === 0 ? '' : `?${query}`;
};
