import { type CrawlPageState, contentHash, crawlPageId, crawlPageState } from '@omomi/backend/contract';
import { useCallback, useMemo } from 'react';
import {
  type ColumnId,
  type CrawlView,
  type TableSort,
  columnIds,
  plainView,
} from '../../features/crawls/view.ts';
import type { LinkTo } from '../../components/inner-link.tsx';
import { go, useSearch } from '../../lib/address/history.ts';
import { type CrawlSection, pathOf } from '../address/route.ts';

const columnOf = (word: string): ColumnId | null => columnIds.find((id) => id === word) ?? null;

/** Parses an order such as `time`, or `-time` for the largest first. */
const sortOf = (word: string | null): TableSort | null => {
  if (word === null) return null;
  const isDescending = word.startsWith('-');
  const column = columnOf(isDescending ? word.slice(1) : word);
  return column === null ? null : { column, is_descending: isDescending };
};

const columnsOf = (words: string | null): ColumnId[] | null => {
  if (words === null) return null;
  const chosen = new Set(words.split(','));
  return columnIds.filter((id) => chosen.has(id));
};

const statusOf = (word: string | null): number | null =>
  word !== null && /^[1-5]\d\d$/.test(word) ? Number(word) : null;

/** The longest text that is searched for. */
const longestFind = 200;

/** Parses the query of a crawl's address. Unknown values are ignored. Never throws. */
export const parseCrawlView = (search: string): CrawlView => {
  const query = new URLSearchParams(search);
  return {
    state: crawlPageState.safeParse(query.get('state')).data ?? null,
    status_code: statusOf(query.get('status')),
    content_hash: contentHash.safeParse(query.get('hash')).data ?? null,
    find: (query.get('find') ?? '').slice(0, longestFind),
    sort: sortOf(query.get('sort')),
    columns: columnsOf(query.get('columns')),
    page_id: crawlPageId.safeParse(query.get('page')).data ?? null,
  };
};

/** Returns the query of a view, empty for the plain one. `parseCrawlView` turns it back into the same view. */
export const serialiseCrawlView = (view: CrawlView): string => {
  const query = new URLSearchParams();
  if (view.state !== null) query.set('state', view.state);
  if (view.status_code !== null) query.set('status', String(view.status_code));
  if (view.content_hash !== null) query.set('hash', view.content_hash);
  if (view.find !== '') query.set('find', view.find);
  if (view.sort !== null) query.set('sort', `${view.sort.is_descending ? '-' : ''}${view.sort.column}`);
  if (view.columns !== null) query.set('columns', view.columns.join(','));
  if (view.page_id !== null) query.set('page', view.page_id);
  return query.size === 0 ? '' : `?${query}`;
};

/** Parts of the view that a reader changes in small steps, which replace the entry of the browser's history instead of adding one. */
const small: readonly (keyof CrawlView)[] = ['find', 'columns'];

const isSmall = (changes: Partial<CrawlView>): boolean =>
  Object.keys(changes).every((key) => small.some((each) => each === key));

/** Returns what the address says of a crawl's view, and functions that change it. */
export const useCrawlView = (crawlId: string, section: CrawlSection) => {
  const search = useSearch();
  const view = useMemo(() => parseCrawlView(search), [search]);
  const addressOf = useCallback(
    (next: CrawlView, of: CrawlSection = section): string =>
      `${pathOf({ page: 'crawl', crawl_id: crawlId, section: of })}${serialiseCrawlView(next)}`,
    [crawlId, section],
  );
  const changeView = useCallback(
    (changes: Partial<CrawlView>): void =>
      go(
        addressOf({ ...parseCrawlView(window.location.search), ...changes }),
        isSmall(changes) ? 'replace' : 'push',
      ),
    [addressOf],
  );
  const linkTo = useCallback(
    (pageId: string): LinkTo => ({
      href: addressOf({ ...view, page_id: pageId }),
      go: () => changeView({ page_id: pageId }),
    }),
    [addressOf, changeView, view],
  );
  const { columns } = view;
  return {
    view,
    changeView,
    linkTo,
    /** Lists the pages in a state; null for all. */
    showState: (state: CrawlPageState | null): void =>
      go(addressOf({ ...(section === 'pages' ? view : { ...plainView, columns }), state }, 'pages')),
    /** Lists the pages with a text. */
    showHash: (contentHash: string): void =>
      go(addressOf({ ...plainView, columns, content_hash: contentHash }, 'pages')),
  };
};
