import type { CrawlPage } from '@omomi/backend/contract';
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
import { useTexts } from '../../../lib/i18n/language.tsx';
import { type ColumnId, type TableSort, columnIds } from '../view.ts';
import { columns as specs, isFigure } from './columns.ts';
import type { Plan } from './plan.ts';

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
