import type { ArticleRow } from '@omomi/backend/contract';
import { type ReactNode, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { useWantedArticle } from '../../../lib/address/positions.ts';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { loadPart } from '../../../lib/load-part.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { narrowScreen, useMedia } from '../../../lib/screen.ts';
import { Item } from './article-item.tsx';
import { loadPane, loadTasks, useArticleAhead } from '../pane/load-article.ts';
import { linesOf } from '../rows/lines.ts';
import { type Section, SectionHead } from '../rows/sections.tsx';
import { useGrid, useRowStops } from '../rows/use-grid.ts';
import { useLines } from '../rows/use-lines.ts';
import { useRowSwipe } from '../rows/use-row-swipe.ts';
import { storySizeOf, storySpans } from './article-story.tsx';
import { useOpenMode } from '../pane/open-mode.ts';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import type { RowActions, RowMatch } from './row-parts.tsx';

// Loaded when a finger first swipes a row.
const SwipeHint = loadPart(async () => (await import('../rows/swipe-hint.tsx')).SwipeHint);
const ListTasks = loadPart(async () => (await loadTasks()).ListTasks);
const ArticlePane = loadPart(async () => (await loadPane()).ArticlePane);

/** The height of a line that was not rendered yet, in pixels. */
const heights = { compact: 28, list: 76, cards: 340, magazine: 240 } as const satisfies Record<
  ListLook,
  number
>;

const spanOf = {
  compact: () => 1,
  list: () => 1,
  cards: () => 1,
  magazine: (index: number) => storySpans[storySizeOf(index)],
} as const satisfies Record<ListLook, (index: number) => number>;

type Props = {
  rows: ArticleRow[];
  /** The open article if it has no row. */
  alone: ArticleRow | undefined;
  /** False if the list ends with these rows. */
  hasMore: boolean;
  /** Loads the next rows. Rejects if they could not be loaded. */
  onMore: () => Promise<unknown>;
  /** The places that a search matched, by article. */
  matches?: ReadonlyMap<string, RowMatch>;
  openId: string | null;
  look: ListLook;
  /** The sections of the rows, in their order; none if the list has no heads. */
  sections?: readonly Section[];
  /** True while another list is loading. The rows are then those of the former one, and nothing acts on them. */
  isStale: boolean;
  now: Date;
  actions: RowActions;
  /** Shown after the text of the open article. */
  afterText: (articleId: string) => ReactNode;
};

const none: readonly ArticleRow[] = [];
const unsectioned: readonly Section[] = [];

/** Returns the article of the row that an element is in; null if it is in none. */
const articleAt = (element: Element): string | null =>
  element.closest('[data-testid=article-row]')?.getAttribute('data-article') ?? null;

type RowsProps = Omit<Props, 'openId' | 'alone'> & {
  /** The article that is open in its place. */
  inPlaceId: string | null;
  /** The article that is shown beside or over the list. */
  shownId: string | null;
};

/** Returns what the list renders of its rows. */
const usePieces = (
  { rows, look, sections = unsectioned, inPlaceId, shownId }: RowsProps,
  focusedId: string | null,
) => {
  const ref = useRef<HTMLOListElement>(null);
  const grid = useGrid(ref, look);
  useRowStops(ref, focusedId ?? inPlaceId ?? shownId);
  const isNarrowScreen = useMedia(narrowScreen);
  const isNarrowMagazine = look === 'magazine' && isNarrowScreen;
  const lines = useMemo(
    () =>
      linesOf(
        rows,
        inPlaceId,
        { columns: isNarrowMagazine ? 1 : grid.columns, spanOf: spanOf[look] },
        sections,
      ),
    [rows, inPlaceId, isNarrowMagazine, grid.columns, look, sections],
  );
  const kept = [inPlaceId, shownId, focusedId, useWantedArticle()];
  return { ref, ...useLines({ lines, kept, grid, estimate: heights[look] }) };
};

/** Lets a finger mark and save rows. Returns what to show while it does. */
const useSwipes = (ref: RefObject<HTMLElement | null>, { rows, actions }: RowsProps): ReactNode => {
  const find = (id: string): ArticleRow | undefined => rows.find(({ article_id }) => article_id === id);
  const swiped = useRowSwipe(ref, (articleId, act) => {
    const row = find(articleId);
    if (row === undefined) return;
    if (act === 'read') actions.setRead(row, !row.is_read);
    else actions.setSaved(row, !row.is_saved);
  });
  const row = swiped === null ? undefined : find(swiped.articleId);
  return swiped === null || row === undefined ? null : (
    <Suspense>
      <SwipeHint swiped={swiped} row={row} />
    </Suspense>
  );
};

/** Stands for rows that are not rendered. */
const Room = ({ height }: { height: number }) => (
  <li className="room" aria-hidden="true" style={{ height }} data-testid="room" />
);

const Rows = (props: RowsProps) => {
  const { rows, sections = unsectioned, hasMore, inPlaceId, shownId, look, isStale } = props;
  const { t } = useI18n();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const { ref, pieces, measure } = usePieces(props, focusedId);
  const hint = useSwipes(ref, props);
  return (
    <>
      {hint}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- It only listens to which row has the focus. */}
      <ol
        ref={ref}
        aria-label={t.list.label}
        aria-busy={isStale}
        // A row of the former list would open under the heading of the new one.
        inert={isStale}
        data-look={look}
        data-sections={sections.length > 0 ? '' : undefined}
        onFocus={({ target }) => setFocusedId(articleAt(target))}
      >
        {/* One flat list, so that a row keeps its element when others come before it. */}
        {pieces.flatMap((piece) =>
          piece.kind === 'room' ? (
            <Room key={piece.key} height={piece.height} />
          ) : piece.line.section === null ? (
            piece.line.placed.map((placed, column) => (
              <Item
                key={placed.row.article_id}
                {...props}
                row={placed.row}
                index={placed.index}
                openId={inPlaceId}
                isShown={placed.row.article_id === shownId}
                setSize={hasMore ? -1 : rows.length}
                line={piece.at}
                measure={column === 0 ? measure : undefined}
              />
            ))
          ) : (
            <SectionHead
              key={`section ${piece.line.section.key}`}
              section={piece.line.section}
              isWhole={!hasMore || piece.line.section !== sections.at(-1)}
              line={piece.at}
              measure={measure}
            />
          ),
        )}
      </ol>
    </>
  );
};

/**
 * Shows the articles in the chosen view, and the open one in its place, beside them or over them. In its place it always
 * has the full width. Of a long list only the rows near the screen are rendered.
 */
export const ArticleItems = ({ openId, alone, ...props }: Props) => {
  const { rows, isStale, look, now, actions, afterText } = props;
  const mode = useOpenMode(look);
  const isArticleThere = useArticleAhead();
  const isInPlace = mode === 'in_place';
  const at = isInPlace || openId === null ? -1 : rows.findIndex(({ article_id }) => article_id === openId);
  const shown = rows[at] ?? alone;
  return (
    <>
      <Rows {...props} inPlaceId={isInPlace ? openId : null} shownId={isInPlace ? null : openId} />
      {isArticleThere ? (
        <Suspense>
          <ListTasks
            rows={isStale ? none : rows}
            hasMore={props.hasMore && !isStale}
            onMore={props.onMore}
            openId={openId}
            alone={alone}
            actions={actions}
          />
        </Suspense>
      ) : null}
      {shown === undefined || isInPlace ? null : (
        <ErrorBoundary pane="article" resetKey={shown.article_id} onBack={() => actions.toggleOpen(shown)}>
          <Suspense>
            <ArticlePane
              row={shown}
              before={rows[at - 1]}
              after={rows[at + 1]}
              mode={mode}
              now={now}
              actions={actions}
              afterText={afterText(shown.article_id)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
};
