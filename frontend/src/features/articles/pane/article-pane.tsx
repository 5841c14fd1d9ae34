import { type PointerEvent, type ReactNode, type RefObject, useRef, useEffect, useState } from 'react';
import type { ArticleRow } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { createPortal } from 'react-dom';
import { useQuery } from '@tanstack/react-query';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { ChevronIcon, CloseIcon } from '../../../components/icons.tsx';
import { BackIcon } from '../../../components/later-icons.tsx';
import { barHeight } from '../../../lib/screen.ts';
import { ErrorBoundary } from '../../../components/page/error-boundary.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { usePreferences } from '../../../lib/preferences/preferences.tsx';
import { readingWidth } from '../../../lib/preferences/reading-type.ts';
import { OpenArticle } from '../article/open-article.tsx';
import { type RowActions, RowFacts, RowMarks, rowButtonId } from '../list/row-parts.tsx';
import { BACK_FROM_PX, isBack, stepBy } from './swipe.ts';
import { type OpenMode, moveArticle, coveredId, paneId, useArticleSlot } from './open-mode.ts';
import { articleQuery } from '../queries.ts';

type Start = { id: number; x: number; y: number; isEdge: boolean };

/** Checks whether a touch belongs to something else than the text: a box that scrolls sideways, a player, a selection. */
const isTaken = (target: EventTarget, pane: Element): boolean => {
  if (window.getSelection()?.isCollapsed === false) return true;
  for (let at = target instanceof Element ? target : null; at !== null && at !== pane; at = at.parentElement)
    if (at.matches('audio, video, input, iframe') || at.scrollWidth > at.clientWidth + 1) return true;
  return false;
};

type Swipes = { onBack: () => void; onStep: (by: 1 | -1) => void };

/**
 * Returns handlers for a finger on the element: from the left edge to the right it leads back, elsewhere to the left to the next
 * article and to the right to the one before. The element needs
 * `touchAction`, so that the browser leaves the swipe to these. Where the browser scrolls or goes back itself all the same,
 * it cancels the pointer, and these do nothing: both would lead back two pages.
 */
const useSwipes = ({ onBack, onStep }: Swipes) => {
  const start = useRef<Start | null>(null);
  const giveUp = (): void => {
    start.current = null;
  };
  return {
    touchAction: 'pan-y pinch-zoom',
    onPointerDown: (event: PointerEvent): void => {
      const { pointerType, isPrimary, pointerId, clientX, clientY, target, currentTarget } = event;
      const isEdge = clientX < BACK_FROM_PX;
      // A second finger means something else, such as a zoom.
      const isSwipe = pointerType === 'touch' && isPrimary && (isEdge || !isTaken(target, currentTarget));
      start.current = isSwipe ? { id: pointerId, x: clientX, y: clientY, isEdge } : null;
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent): void => {
      const from = start.current;
      giveUp();
      if (from?.id !== pointerId) return;
      const way = { dx: clientX - from.x, dy: clientY - from.y };
      const by = stepBy(way);
      if (from.isEdge && isBack(way)) onBack();
      else if (!from.isEdge && by !== null) onStep(by);
    },
    onPointerCancel: giveUp,
  } as const;
};

type Props = {
  row: ArticleRow;
  /** The rows before and after it; undefined at the ends of the list. */
  before: ArticleRow | undefined;
  after: ArticleRow | undefined;
  mode: Exclude<OpenMode, 'in_place'>;
  now: Date;
  actions: RowActions;
  /** Shown after the text. */
  afterText: ReactNode;
};

type ToolProps = Omit<Props, 'now' | 'afterText'>;

const Steps = ({ before, after, actions }: Pick<Props, 'before' | 'after' | 'actions'>) => {
  const texts = useTexts('reading');
  const step = (to: ArticleRow | undefined) => () => (to === undefined ? undefined : actions.toggleOpen(to));
  return (
    <>
      <IconButton
        label={texts.previous}
        icon={<ChevronIcon />}
        className="is-up"
        disabled={before === undefined}
        onClick={step(before)}
      />
      <IconButton
        label={texts.next}
        icon={<ChevronIcon />}
        className="is-down"
        disabled={after === undefined}
        onClick={step(after)}
      />
    </>
  );
};

const Tools = ({ row, before, after, mode, actions }: ToolProps) => {
  const texts = useTexts('reading');
  const isOver = mode === 'over';
  const leave = (
    <IconButton
      label={isOver ? texts.backToList : texts.closePane}
      icon={isOver ? <BackIcon /> : <CloseIcon />}
      onClick={() => moveArticle(actions, true, () => actions.toggleOpen(row))}
    />
  );
  return (
    <Flex
      data-screen-only=""
      position="sticky"
      top="0"
      zIndex="1"
      bg="bg"
      wrap="wrap"
      alignItems="center"
      justifyContent="end"
      gap="1"
      px={{ base: '2', md: '3' }}
      // As high as the head of the list: their lower edges are one line.
      pb="1.5"
      pt="max(0.375rem, env(safe-area-inset-top))"
      borderBottomWidth="1px"
      borderColor="border"
    >
      {isOver ? leave : null}
      <Box flex="1" />
      <Steps before={before} after={after} actions={actions} />
      <Box css={{ '& > div': { margin: 0 } }}>
        <RowMarks row={row} actions={actions} />
      </Box>
      {isOver ? null : leave}
    </Flex>
  );
};

/** While an article lies over the list, the list can have no focus; it gets it back at the row of that article. */
const useCover = (isOver: boolean, articleId: string, heading: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    if (isOver) heading.current?.focus({ preventScroll: true });
  }, [isOver, articleId, heading]);
  const latest = useRef(articleId);
  useEffect(() => {
    latest.current = articleId;
  });
  useEffect(() => {
    const list = isOver ? document.getElementById(coveredId) : null;
    if (list === null) return undefined;
    list.inert = true;
    return () => {
      list.inert = false;
      document.getElementById(rowButtonId(latest.current))?.focus({ preventScroll: true });
    };
  }, [isOver]);
};

/** The number of characters above which a title is smaller, and cut after six lines until it is pressed. */
const longTitle = 160;

type HeadingProps = { title: string; ref: RefObject<HTMLHeadingElement | null> };

const Heading = ({ title, ref }: HeadingProps) => {
  const [isWhole, setWhole] = useState(false);
  const isLong = title.length > longTitle;
  return (
    <Box
      as="h2"
      ref={ref}
      tabIndex={-1}
      textStyle={isLong ? 'md' : { base: 'lg', md: 'page' }}
      fontWeight="semibold"
      outline="none"
      lang={languageOf(title)}
      mb="1.5"
      lineClamp={isLong && !isWhole ? '6' : undefined}
      title={isLong ? title : undefined}
      onClick={() => setWhole(true)}
    >
      {title}
    </Box>
  );
};

/** Shows who wrote the article, once it is loaded, after its other facts. */
const Author = ({ articleId }: { articleId: string }) => {
  const texts = useTexts('reading');
  const { data } = useQuery({ ...articleQuery(articleId), enabled: false });
  return data?.author ? (
    <Box color="fg.subtle" fontSize="0.75rem" flex="1 1 5rem" minW="5rem" truncate title={data.author}>
      · <span lang={languageOf(data.author)}>{texts.by(data.author)}</span>
    </Box>
  ) : null;
};

const places = {
  beside: { h: 'full' },
  over: {
    position: 'fixed',
    top: '0',
    insetEnd: '0',
    insetStart: { base: '0', md: 'var(--feeds-width)' },
    bottom: { base: `calc(${barHeight} + env(safe-area-inset-bottom))`, md: '0' },
    zIndex: '11',
  },
} as const;

/** Shows an article beside the list or over it, with its own scrolling. */
export const ArticlePane = (props: Props) => {
  const { row, before, after, mode, now, actions, afterText } = props;
  const slot = useArticleSlot();
  const width = readingWidth(usePreferences());
  const heading = useRef<HTMLHeadingElement>(null);
  useCover(mode === 'over' && slot !== null, row.article_id, heading);
  const swipe = useSwipes({
    onBack: () => actions.toggleOpen(row),
    onStep: (by) => {
      const to = by === 1 ? after : before;
      if (to !== undefined) actions.toggleOpen(to);
    },
  });
  if (slot === null) return null;
  return createPortal(
    <Box
      key={row.article_id}
      id={paneId}
      data-testid="article-pane"
      data-mode={mode}
      data-kept-scroll={`article-${row.article_id}`}
      overflowY="auto"
      bg="bg"
      css={{ overscrollBehavior: 'contain', scrollbarWidth: 'thin' }}
      {...places[mode]}
      {...(mode === 'over' ? swipe : {})}
    >
      {/* A little higher than the pane, so that it always scrolls and never the list below it. */}
      <Box minH="calc(100% + 1px)">
        <Tools {...props} />
        <Box maxW={`calc(${width} + 6rem)`} mx="auto" pt={{ base: '3', md: '6' }} pb="16">
          <Box px={{ base: '4', md: '8' }} pb="3">
            <Heading title={row.title} ref={heading} />
            <Flex alignItems="baseline" columnGap="1.5">
              <RowFacts row={row} now={now} />
              <Author articleId={row.article_id} />
            </Flex>
          </Box>
          <Box css={{ '& > section': { paddingInline: { base: '4', md: '8' } } }}>
            <ErrorBoundary pane="article" onBack={() => actions.toggleOpen(row)}>
              <OpenArticle row={row} actions={actions} after={afterText} />
            </ErrorBoundary>
          </Box>
        </Box>
      </Box>
    </Box>,
    slot,
  );
};
