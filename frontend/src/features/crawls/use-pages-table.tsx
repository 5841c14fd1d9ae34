import type { CrawlPage, CrawlPageSort } from '@omomi/backend/contract';
import {
  columnVisibilityFeature,
  createColumnHelper,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { PageListQuery } from './queries.ts';
import { type ColumnId, type CrawlView, type TableSort, columnIds } from './view.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { columns as specs, isFigure } from './page-columns.tsx';

/** The orders in which the server lists pages. `isOfCompleted`: pages without an answer are left out. */
const serverSorts: readonly (TableSort & { sort: CrawlPageSort; isOfCompleted: boolean })[] = [
  { column: 'found', is_descending: false, sort: 'oldest', isOfCompleted: false },
  { column: 'found', is_descending: true, sort: 'newest', isOfCompleted: false },
  { column: 'time', is_descending: true, sort: 'slowest', isOfCompleted: true },
  { column: 'status', is_descending: false, sort: 'status', isOfCompleted: true },
  { column: 'hash', is_descending: false, sort: 'content', isOfCompleted: true },
];

/** How a table gets its rows: what it asks the server for, and what it does itself. */
export type Plan = {
  list: PageListQuery;
  /** The order to show in the head of the table; null for the order of the server's list. */
  sort: TableSort | null;
  /** The table sorts the rows itself, because the server does not know this order. */
  sortsItself: boolean;
  /** All pages must be loaded, because the table itself sorts or searches them. */
  needsAll: boolean;
  isOfCompleted: boolean;
};

/** Returns how a table gets the rows of a view. `usual` is the order if the reader has chosen none. */
export const planOf = (view: CrawlView, usual: TableSort | null): Plan => {
  const sort = view.sort ?? usual;
  const isOfCompletedOnly = view.state === null || view.state === 'completed';
  const known = serverSorts.find(
    (each) =>
      each.column === sort?.column &&
      each.is_descending === sort.is_descending &&
      (isOfCompletedOnly || !each.isOfCompleted),
  );
  const sortsItself = sort !== null && known === undefined;
  return {
    list: {
      state: view.state,
      status_code: view.status_code,
      content_hash: view.content_hash,
      sort: known?.sort ?? 'oldest',
    },
    sort,
    sortsItself,
    needsAll: sortsItself || view.find.trim() !== '',
    isOfCompleted: known?.isOfCompleted === true && view.state === null,
  };
};

/** Returns a function that finds a text in the address or title of a page, in any case. An empty text is in all. */
export const finderOf = (text: string): ((page: Pick<CrawlPage, 'url' | 'title'>) => boolean) => {
  const wanted = text.trim().toLocaleLowerCase();
  return ({ url, title }) =>
    wanted === '' || url.toLowerCase().includes(wanted) || (title ?? '').toLocaleLowerCase().includes(wanted);
};

/** Returns the columns with one added or removed, in the order of `all`; the page's own always stays. */
export const toggled = (all: readonly ColumnId[], shown: readonly ColumnId[], id: ColumnId): ColumnId[] => {
  const next = new Set(shown);
  if (!next.delete(id)) next.add(id);
  next.add('page');
  return all.filter((each) => next.has(each));
};

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});
const helper = createColumnHelper<typeof features, CrawlPage>();

const isText = (id: ColumnId): boolean => {
  const { kind } = specs[id];
  return kind === 'page' || kind === 'text' || kind === 'code' || kind === 'error';
};

const useColumns = () => {
  const { columns: names } = useTexts('crawlPages');
  return useMemo(
    () =>
      helper.columns(
        columnIds.map((id) =>
          // Unknown values are undefined, because the table puts only those last in both directions.
          helper.accessor((page) => specs[id].value(page) ?? undefined, {
            id,
            header: names[id],
            sortFn: isText(id) ? 'alphanumeric' : 'basic',
            sortDescFirst: isFigure(specs[id]),
            sortUndefined: 'last',
          }),
        ),
      ),
    [names],
  );
};

type Options = {
  rows: CrawlPage[];
  plan: Plan;
  shown: readonly ColumnId[];
  onSort: (sort: TableSort | null) => void;
};

/** Creates the table of pages. Its order and columns are given; a press on a head asks for another order. */
export const usePagesTable = ({ rows, plan: { sort, sortsItself }, shown, onSort }: Options) => {
  const columns = useColumns();
  const sorting = useMemo(
    () => (sort === null ? [] : [{ id: sort.column, desc: sort.is_descending }]),
    [sort],
  );
  const columnVisibility = useMemo(
    () => Object.fromEntries(columnIds.map((id) => [id, shown.includes(id)])),
    [shown],
  );
  return useTable({
    features,
    columns,
    data: rows,
    getRowId: (page) => page.page_id,
    manualSorting: !sortsItself,
    state: { sorting, columnVisibility },
    onSortingChange: (update) => {
      const [first] = functionalUpdate(update, sorting);
      const column = columnIds.find((id) => id === first?.id);
      onSort(first === undefined || column === undefined ? null : { column, is_descending: first.desc });
    },
  });
};

export type PagesTable = ReturnType<typeof usePagesTable>;
