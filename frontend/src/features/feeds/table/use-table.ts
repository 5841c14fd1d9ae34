import {
  createColumnHelper,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { type FeedRow, type ColumnId, type TableSort, columns as specs, columnIds } from './view.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});
const helper = createColumnHelper<typeof features, FeedRow>();

const isText = (id: ColumnId): boolean => id === 'title' || id === 'folder';

const useColumns = () => {
  const { language } = useI18n();
  return useMemo(() => {
    const order = new Intl.Collator(language, { numeric: true });
    return helper.columns(
      columnIds.map((id) =>
        // Unknown values are undefined, because the table puts only those last in both directions.
        helper.accessor((row) => specs[id].value(row) ?? undefined, {
          id,
          sortFn: isText(id)
            ? (a, b) => order.compare(String(a.getValue(id)), String(b.getValue(id)))
            : 'basic',
          sortDescFirst: specs[id].isFigure || id === 'health',
          sortUndefined: 'last',
        }),
      ),
    );
  }, [language]);
};

const byTitle: TableSort = { column: 'title', is_descending: false };

type Options = { rows: FeedRow[]; sort: TableSort | null; onSort: (sort: TableSort | null) => void };

/** Creates the table of feeds. Rows that are alike stay in the order in which they come. A press on a head asks for another order. */
export const useFeedsTable = ({ rows, sort, onSort }: Options) => {
  const columns = useColumns();
  const { column, is_descending: desc } = sort ?? byTitle;
  const sorting = useMemo(() => [{ id: column, desc }], [column, desc]);
  return useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ feed }) => feed.feed_id,
    enableMultiSort: false,
    state: { sorting },
    onSortingChange: (update) => {
      const [first] = functionalUpdate(update, sorting);
      const chosen = columnIds.find((id) => id === first?.id);
      onSort(
        first === undefined || chosen === undefined ? null : { column: chosen, is_descending: first.desc },
      );
    },
  });
};

export type FeedsTable = ReturnType<typeof useFeedsTable>;
