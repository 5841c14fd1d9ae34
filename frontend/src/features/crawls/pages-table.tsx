import type { CrawlPage } from '@omomi/backend/contract';
import { Box, VisuallyHidden, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { languageOf } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { type LinkTo, InnerLink } from '../../components/inner-link.tsx';
import { tableStyle, useRows } from '../../components/use-rows.ts';
import type { ColumnId } from './view.ts';
import { shortAddress } from './figures.tsx';
import { columns as specs, isFigure, PageValue } from './page-columns.tsx';
import type { PagesTable as Table } from './use-pages-table.tsx';

type Props = {
  table: Table;
  shown: readonly ColumnId[];
  /** The host whose pages are shown without it. */
  host: string;
  openId: string | null;
  linkTo: (pageId: string) => LinkTo;
  hasMore: boolean;
  onNearEnd: () => void;
  isStale: boolean;
  now: Date;
};

/** Height of a row in pixels, and of the head. */
const rowHeight = 56;
const heights = { height: rowHeight, covered: rowHeight };

const arrows = { asc: ' ↑', desc: ' ↓' } as const;
const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

const alignOf = (id: ColumnId): 'end' | 'start' => (isFigure(specs[id]) ? 'end' : 'start');

/** The least width of the table in rem; a narrow table leaves the page little more than its address. */
const widthOf = (shown: readonly ColumnId[]): number => {
  const ofPage = shown.length > 3 ? specs.page.width : 8;
  return shown.reduce((sum, id) => sum + (id === 'page' ? ofPage : specs[id].width), 0);
};

const Head = ({ table, shown }: Pick<Props, 'table' | 'shown'>) => {
  const { columns: names } = useTexts('crawlPages');
  return (
    <thead>
      <tr aria-rowindex={1}>
        {shown.map((id) => {
          const column = table.getColumn(id);
          const sorted = column?.getIsSorted() ?? false;
          return (
            <th
              key={id}
              scope="col"
              style={{ textAlign: alignOf(id) }}
              aria-sort={sorted === false ? undefined : ariaSort[sorted]}
            >
              <button type="button" onClick={column?.getToggleSortingHandler()}>
                {names[id]}
                <span aria-hidden="true">{sorted === false ? '' : arrows[sorted]}</span>
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
};

const PageName = ({
  page,
  host,
  to,
  isTabbable,
}: {
  page: CrawlPage;
  host: string;
  to: LinkTo;
  isTabbable: boolean;
}) => {
  const address = shortAddress(page.url, host);
  return (
    <InnerLink to={to} className="page-link" tabIndex={isTabbable ? 0 : -1} title={page.url}>
      <Box truncate fontWeight="medium" lang={languageOf(page.title ?? '')}>
        {page.title ?? address}
      </Box>
      {page.title === null ? null : (
        <Box truncate color="fg.muted" textStyle="xs">
          {address}
        </Box>
      )}
    </InnerLink>
  );
};

type RowProps = Pick<Props, 'shown' | 'host' | 'openId' | 'linkTo' | 'now'> & {
  page: CrawlPage;
  index: number;
  isTabbable: boolean;
  onFocus: (index: number) => void;
};

const Row = ({ page, index, isTabbable, onFocus, shown, host, openId, linkTo, now }: RowProps) => (
  <tr
    data-index={index}
    data-testid="crawl-page"
    data-open={page.page_id === openId}
    aria-rowindex={index + 2}
    style={{ height: rowHeight }}
    onFocus={() => onFocus(index)}
  >
    {shown.map((id) => (
      <td key={id} data-column={id} style={{ textAlign: alignOf(id) }}>
        {id === 'page' ? (
          <PageName page={page} host={host} to={linkTo(page.page_id)} isTabbable={isTabbable} />
        ) : (
          <PageValue id={id} page={page} now={now} />
        )}
      </td>
    ))}
  </tr>
);

/** Shows the pages of a crawl, of which only those in view are rendered. Arrow keys go from row to row. */
export const PagesTable = ({ table, hasMore, onNearEnd, isStale, ...ofRow }: Props) => {
  const texts = useTexts('crawlPages');
  const hint = useId();
  const { shown } = ofRow;
  const { rows } = table.getRowModel();
  const { scroller, items, before, after, tabbable, onKeyDown, onFocus } = useRows({
    count: rows.length,
    ...heights,
    onNearEnd,
  });
  return (
    <Box
      ref={scroller}
      overflow="auto"
      maxH={{ base: '75dvh', md: 'max(24rem, calc(100dvh - 12rem))' }}
      borderWidth="1px"
      borderColor="border"
      borderRadius="xl"
      bg="bg.panel"
      opacity={isStale ? 0.5 : 1}
      transition="opacity 150ms"
      css={style}
      {...{ 'data-testid': 'crawl-table', 'data-kept-scroll': 'crawled-pages' }}
    >
      <VisuallyHidden id={hint}>{texts.tableHint}</VisuallyHidden>
      <chakra.table
        aria-label={texts.tableLabel}
        aria-describedby={hint}
        aria-busy={isStale}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        onKeyDown={onKeyDown}
        style={{ minWidth: `${widthOf(shown)}rem` }}
      >
        <colgroup>
          {shown.map((id) => (
            <col key={id} style={id === 'page' ? undefined : { width: `${specs[id].width}rem` }} />
          ))}
        </colgroup>
        <Head table={table} shown={shown} />
        <tbody>
          <tr aria-hidden="true" style={{ height: before }} />
          {rows.slice(items[0]?.index, (items.at(-1)?.index ?? -1) + 1).map((row, place) => {
            const index = place + (items[0]?.index ?? 0);
            return (
              <Row
                key={row.id}
                {...ofRow}
                page={row.original}
                index={index}
                isTabbable={index === tabbable}
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
  '& .page-link': {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    minWidth: 0,
    height: `${rowHeight - 1}px`,
    paddingInline: '12px',
  },
  '& .page-link:focus-visible': { outlineOffset: '-2px' },
} as const;
