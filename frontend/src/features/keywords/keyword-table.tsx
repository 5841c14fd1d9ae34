import type { Keyword } from '@omomi/backend/contract';
import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Fragment, useMemo, useState } from 'react';
import { languageOf } from '../../lib/format.ts';
import { densePointer } from '../../lib/screen.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { KeywordActions } from './keyword-actions.tsx';
import { KeywordPreview } from './keyword-preview.tsx';
import { useDeleteKeyword, useUpdateKeyword } from './queries.ts';
import { WeightInput } from './weight-input.tsx';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});
const helper = createColumnHelper<typeof features, Keyword>();

/** The keyword whose slider was moved last, and where to. */
type Moving = { keywordId: string; weight: number };

const KeywordText = ({ keyword }: { keyword: Keyword }) => {
  const texts = useTexts('keywords');
  const signs = [...(keyword.is_active ? [] : [texts.off]), ...(keyword.is_excluding ? [texts.less] : [])];
  return (
    <Box lineHeight="1.25rem">
      <Box
        as="span"
        fontWeight="medium"
        color={keyword.is_active ? 'fg' : 'fg.muted'}
        lang={languageOf(keyword.text)}
      >
        {keyword.text}
      </Box>
      {signs.map((sign) => (
        <Box key={sign} as="span" ms="2" textStyle="xs" color="fg.muted" whiteSpace="nowrap">
          {sign}
        </Box>
      ))}
      {keyword.is_pending ? (
        <Box textStyle="xs" color="fg.muted" title={texts.pendingHint}>
          {texts.pending}
        </Box>
      ) : null}
    </Box>
  );
};

const useColumns = (onChanged: () => void, onMove: (moving: Moving) => void) => {
  const texts = useTexts('keywords');
  const { mutate: update } = useUpdateKeyword(onChanged);
  const { mutate: remove } = useDeleteKeyword(onChanged);
  return useMemo(
    () =>
      helper.columns([
        helper.accessor('text', {
          header: texts.text,
          sortFn: 'alphanumeric',
          cell: ({ row: { original } }) => <KeywordText keyword={original} />,
        }),
        helper.accessor('weight', {
          header: texts.weight,
          sortFn: 'basic',
          sortDescFirst: true,
          cell: ({ row: { original } }) => (
            <WeightInput
              name={original.text}
              weight={original.weight}
              disabled={!original.is_active}
              onCommit={(weight) => update({ keyword: original, changes: { weight } })}
              onMove={(weight) => onMove({ keywordId: original.keyword_id, weight })}
            />
          ),
        }),
        helper.display({
          id: 'menu',
          header: () => <VisuallyHidden>{texts.menuColumn}</VisuallyHidden>,
          cell: ({ row: { original } }) => (
            <KeywordActions keyword={original} update={update} remove={remove} />
          ),
        }),
      ]),
    [texts, update, remove, onMove],
  );
};

/** Shows below a keyword what another weight would move. */
const MovedRow = ({ keyword, weight }: { keyword: Keyword; weight: number }) => (
  <tr data-moved="">
    <td colSpan={3}>
      <KeywordPreview text={keyword.text} weight={weight} isExcluding={keyword.is_excluding} />
    </td>
  </tr>
);

const arrows = { asc: ' ↑', desc: ' ↓', none: ' ↕' } as const;
const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** Shows the keywords, sortable by text or weight; at first in the order in which they were added. */
export const KeywordTable = ({ keywords, onChanged }: { keywords: Keyword[]; onChanged: () => void }) => {
  const texts = useTexts('keywords');
  const [moving, setMoving] = useState<Moving | null>(null);
  const columns = useColumns(onChanged, setMoving);
  const table = useTable({ features, columns, data: keywords, getRowId: (keyword) => keyword.keyword_id });
  return (
    <chakra.table aria-label={texts.tableLabel} w="full" css={tableStyle}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => {
              const sorted = header.column.getIsSorted();
              return (
                <th
                  key={header.id}
                  scope="col"
                  data-column={header.column.id}
                  aria-sort={sorted === false ? undefined : ariaSort[sorted]}
                >
                  {header.column.getCanSort() ? (
                    <button type="button" onClick={header.column.getToggleSortingHandler()}>
                      <table.FlexRender header={header} />
                      <span aria-hidden="true">{arrows[sorted === false ? 'none' : sorted]}</span>
                    </button>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <Fragment key={row.id}>
            <tr
              data-testid="keyword-row"
              onBlur={({ currentTarget, relatedTarget }) => {
                if (!currentTarget.contains(relatedTarget)) setMoving(null);
              }}
            >
              {row.getAllCells().map((cell) => (
                <chakra.td key={cell.id} data-column={cell.column.id}>
                  <table.FlexRender cell={cell} />
                </chakra.td>
              ))}
            </tr>
            {moving?.keywordId === row.id ? <MovedRow keyword={row.original} weight={moving.weight} /> : null}
          </Fragment>
        ))}
      </tbody>
    </chakra.table>
  );
};

const tableStyle = {
  borderCollapse: 'collapse',
  '& th': { textAlign: 'start', fontSize: '0.75rem', fontWeight: 500, color: 'fg.subtle', padding: 0 },
  '& th button': { minHeight: '40px', cursor: 'pointer', font: 'inherit' },
  '& th button:hover': { color: 'fg' },
  '& td': { borderTop: '1px solid', borderColor: 'border', verticalAlign: 'middle', paddingBlock: '6px' },
  // The preview of a long title does not widen the table.
  tableLayout: 'fixed',
  '& [data-moved] td': { borderTop: 0, paddingTop: 0, paddingBottom: '10px' },
  '& [data-column=text]': { paddingInlineEnd: '12px' },
  '& [data-column=weight]': { width: '50%', paddingInlineEnd: '12px' },
  '& [data-column=menu]': { width: '3rem', textAlign: 'center' },
  // A pointer hits rows of 36 px.
  [`@media ${densePointer}`]: {
    '& th button': { minHeight: '28px' },
    '& tbody td': { paddingBlock: 0 },
    '& tbody td :is(input, button)': { height: '34px', minHeight: '34px' },
    '& tbody td input[inputmode]': { height: '28px', minHeight: '28px' },
  },
  // A phone has no room for the text beside the slider, so the slider is below it.
  smDown: {
    '& thead tr': { display: 'flex', gap: '6' },
    '& thead [data-column=menu]': { display: 'none' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) 3rem',
      alignItems: 'center',
      borderTop: '1px solid',
      borderColor: 'border',
      paddingBlock: '6px',
    },
    '& th': { width: 'auto !important' },
    '& td': { borderTop: 0, paddingBlock: 0, overflowWrap: 'anywhere' },
    '& [data-moved]': { display: 'block', borderTop: 0 },
    '& [data-moved] td': { display: 'block' },
    '& td[data-column=weight]': { paddingInlineEnd: 0, gridColumn: '1 / -1', gridRow: 2, width: 'auto' },
  },
} as const;
