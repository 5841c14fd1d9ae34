import type { Feed } from '@omomi/backend/contract';
import { Box, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { LinkTo } from '../../../components/inner-link.tsx';
import { tableStyle, useRows } from '../../../components/use-rows.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { densePointer, useMedia } from '../../../lib/screen.ts';
import { type FeedRow, type ColumnId, columns as specs, columnIds } from './view.ts';
import { FeedLink, RowMenuButton, SelectBox, FeedValue } from './feed-parts.tsx';
import type { FeedsTable as Table } from './use-table.ts';

/** Heights in pixels of a row and of the head, which covers the rows below it. A finger needs the higher ones. */
const heights = {
  dense: { row: 28, head: 32, healthLines: 1 },
  touch: { row: 60, head: 44, healthLines: 3 },
} as const;

export type ListProps = {
  table: Table;
  selected: ReadonlySet<string>;
  onSelect: (feedId: string, isRange: boolean) => void;
  onSelectAll: () => void;
  linkTo: (feedId: string) => LinkTo;
  /** The id of the feed whose menu is open. */
  menuId: string | null;
  onMenu: (feed: Feed, button: HTMLElement) => void;
  now: Date;
};

const arrows = { asc: ' ↑', desc: ' ↓' } as const;
const ariaSort = { asc: 'ascending', desc: 'descending' } as const;
const alignOf = (id: ColumnId): 'end' | 'start' => (specs[id].isFigure ? 'end' : 'start');
const others = columnIds.filter((id) => id !== 'title');
/** Width of the column of the menu, in rem. */
const MENU = 3;
const leastWidth = columnIds.reduce((sum, id) => sum + specs[id].width, MENU);

const SortButton = ({ table, id }: { table: Table; id: ColumnId }) => {
  const texts = useTexts('feedsPage');
  const column = table.getColumn(id);
  const sorted = column?.getIsSorted() ?? false;
  return (
    <button type="button" title={texts.meanings[id]} onClick={column?.getToggleSortingHandler()}>
      {texts.columns[id]}
      <span aria-hidden="true">{sorted === false ? '' : arrows[sorted]}</span>
    </button>
  );
};

const sortOf = (table: Table, id: ColumnId) => {
  const sorted = table.getColumn(id)?.getIsSorted() ?? false;
  return sorted === false ? undefined : ariaSort[sorted];
};

const Head = ({ table, selected, onSelectAll }: Pick<ListProps, 'table' | 'selected' | 'onSelectAll'>) => {
  const texts = useTexts('feedsPage');
  const { rows } = table.getRowModel();
  const count = rows.filter(({ id }) => selected.has(id)).length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" style={{ textAlign: 'start' }} aria-sort={sortOf(table, 'title')}>
          <Flex>
            <SelectBox
              label={texts.selectAll}
              isChecked={count > 0 && count === rows.length}
              isPartly={count > 0 && count < rows.length}
              onToggle={onSelectAll}
            />
            <SortButton table={table} id="title" />
          </Flex>
        </th>
        {others.map((id) => (
          <th key={id} scope="col" style={{ textAlign: alignOf(id) }} aria-sort={sortOf(table, id)}>
            <SortButton table={table} id={id} />
          </th>
        ))}
        <th scope="col">
          <VisuallyHidden>{texts.actions}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
};

type RowProps = Pick<ListProps, 'linkTo' | 'onSelect' | 'onMenu' | 'now'> & {
  row: FeedRow;
  index: number;
  isSelected: boolean;
  isMenuOpen: boolean;
  isTabbable: boolean;
  heights: (typeof heights)[keyof typeof heights];
  onFocus: (index: number) => void;
};

const Row = ({ row, index, isSelected, isMenuOpen, isTabbable, onFocus, ...list }: RowProps) => {
  const texts = useTexts('feedsPage');
  const { feed } = row;
  const tabIndex = isTabbable ? 0 : -1;
  return (
    <tr
      data-index={index}
      data-testid="feed-row"
      data-open={isSelected}
      aria-rowindex={index + 2}
      style={{ height: list.heights.row }}
      onFocus={() => onFocus(index)}
    >
      <td>
        <Flex alignItems="center" pe="3">
          <SelectBox
            label={texts.select(feed.title)}
            isChecked={isSelected}
            tabIndex={tabIndex}
            onToggle={(isRange) => list.onSelect(feed.feed_id, isRange)}
          />
          <FeedLink feed={feed} to={list.linkTo(feed.feed_id)} tabIndex={tabIndex} />
        </Flex>
      </td>
      {others.map((id) => (
        <td key={id} data-column={id} style={{ textAlign: alignOf(id) }}>
          <FeedValue id={id} row={row} now={list.now} healthLines={list.heights.healthLines} />
        </td>
      ))}
      <td data-column="menu">
        <RowMenuButton
          feed={feed}
          isOpen={isMenuOpen}
          tabIndex={tabIndex}
          onPress={(button) => list.onMenu(feed, button)}
        />
      </td>
    </tr>
  );
};

const Widths = () => (
  <colgroup>
    <col />
    {others.map((id) => (
      <col key={id} style={{ width: `${specs[id].width}rem` }} />
    ))}
    <col style={{ width: `${MENU}rem` }} />
  </colgroup>
);

/** Shows the feeds as a table, of which only the rows in view are rendered. Arrow keys go from row to row. */
export const FeedsTable = (list: ListProps) => {
  const { table, selected, onSelectAll, menuId } = list;
  const texts = useTexts('feedsPage');
  const hint = useId();
  const size = heights[useMedia(densePointer) ? 'dense' : 'touch'];
  const { rows } = table.getRowModel();
  const { scroller, items, before, after, tabbable, onKeyDown, onFocus } = useRows({
    count: rows.length,
    height: size.row,
    covered: size.head,
  });
  return (
    <Box
      ref={scroller}
      data-kept-scroll="feeds"
      overflow="auto"
      maxH="max(20rem, calc(100dvh - 8.25rem))"
      borderWidth="1px"
      borderColor="border"
      borderRadius="xl"
      bg="bg.panel"
      css={{ ...style, '--row-height': `${size.row}px`, '--head-height': `${size.head}px` }}
    >
      <VisuallyHidden id={hint}>{texts.tableHint}</VisuallyHidden>
      <chakra.table
        aria-label={texts.tableLabel}
        aria-describedby={hint}
        aria-rowcount={rows.length + 1}
        onKeyDown={onKeyDown}
        style={{ minWidth: `${leastWidth}rem` }}
      >
        <Widths />
        <Head table={table} selected={selected} onSelectAll={onSelectAll} />
        <tbody>
          <tr aria-hidden="true" style={{ height: before }} />
          {items.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <Row
                key={row.id}
                {...list}
                row={row.original}
                index={index}
                isSelected={selected.has(row.id)}
                isMenuOpen={row.id === menuId}
                isTabbable={index === tabbable}
                heights={size}
                onFocus={onFocus}
              />
            );
          })}
          <tr aria-hidden="true" style={{ height: after }} />
        </tbody>
      </chakra.table>
    </Box>
  );
};

const style = {
  ...tableStyle,
  '& th button': { ...tableStyle['& th button'], minHeight: 'var(--head-height)' },
  '& th label': { height: 'var(--head-height)' },
  // No control is higher than its row.
  '& td :is(a, button, label)': { height: 'var(--row-height)', minHeight: '0' },
  '& td[data-column=menu]': { paddingInline: '4px' },
} as const;
