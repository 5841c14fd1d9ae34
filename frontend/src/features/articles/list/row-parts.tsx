import type { ArticleRow as Row } from '@omomi/backend/contract';
import { Box, type BoxProps, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import { BookmarkCount } from './bookmark-count.tsx';
import { TierMark } from './score.tsx';
import { MarkedText } from '../../../components/marked-text.tsx';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { BookmarkIcon, DotIcon } from '../../../components/icons.tsx';
import { fullTime, languageOf, relativeTime, timeLeft } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import type { OpenMode } from '../pane/open-mode.ts';

// The parts that rows, cards and stories share.

export const rowId = (articleId: string): string => `article-${articleId}`;
/** Where a row stands in its list, and in the grid of which only a part is rendered. */
export type RowPlace = {
  /** Its place in the list, from 0. */
  index: number;
  /** The number of rows of the list; -1 if it is not known. */
  setSize: number;
  /** True if its article is shown beside or over the list. */
  isShown: boolean;
  /** The number of its line. */
  line: number;
  /** Takes the height of the line from its first row. */
  measure: ((element: Element | null) => void) | undefined;
};

/** The look of the row whose article is shown beside or over the list. */
const shownStyle = {
  bg: 'bg.muted',
  boxShadow: 'inset 3px 0 0 var(--chakra-colors-shu-solid)',
  css: { '@media (forced-colors: active)': { outline: '2px solid Highlight' } },
} as const;

/** Returns the attributes of an article's element, the same in each view. */
export const rowFrame = (
  { article_id, is_read, is_saved }: Row,
  { index, setSize, isShown, line, measure }: RowPlace,
) =>
  ({
    as: 'li',
    id: rowId(article_id),
    ref: measure,
    'data-index': line,
    'data-article': article_id,
    'aria-posinset': index + 1,
    'aria-setsize': setSize,
    'aria-current': isShown ? 'true' : undefined,
    ...(isShown ? shownStyle : {}),
    'data-testid': 'article-row',
    'data-read': is_read,
    'data-saved': is_saved,
    scrollMarginTop: { base: '5rem', md: '8.5rem' },
  }) as const;

export const rowButtonId = (articleId: string): string => `open-${articleId}`;

/** The style of a row in a list that is narrow on a wide screen, such as one with an article beside it. */
export const inNarrowList = <T extends object>(style: T) =>
  ({ '@media (min-width: 48rem)': { '[data-narrow] &': style } }) as const;

export type RowActions = {
  /** Where articles open. */
  mode: OpenMode;
  /** Opens a row at a press. One that is shown in its own pane stays open, one in its place closes. */
  press: (row: Row) => void;
  /** Opens or closes a row. `top` scrolls it to the header. Otherwise it keeps its position on the screen. */
  toggleOpen: (row: Row, scroll?: 'top') => void;
  setRead: (row: Row, isRead: boolean) => void;
  setSaved: (row: Row, isSaved: boolean) => void;
  /** Opens the article at its source in another tab, in the background where the browser allows it. */
  visit: (link: string) => void;
  warm: (articleId: string) => void;
  /** Returns the address of the article in its list. */
  addressOf: (articleId: string) => string;
  select: (articleId: string) => void;
};

/** The labels that the reader's rules gave the article. */
const Tags = ({ tags }: Pick<Row, 'tags'>) =>
  tags?.map((tag) => (
    <Box
      key={tag}
      flexShrink="0"
      px="1.5"
      borderRadius="sm"
      bg="bg.muted"
      color="fg.muted"
      lang={languageOf(tag)}
      data-testid="tag"
    >
      {tag}
    </Box>
  ));

export const RowFacts = ({ row, now }: { row: Row; now: Date }) => {
  const { t, language } = useI18n();
  const left = timeLeft(row.expires_at, now, language);
  return (
    <Flex wrap="wrap" columnGap="1.5" textStyle="xs" color="fg.subtle" alignItems="baseline" minW="0">
      {/* The feed gives way on a narrow screen; what comes after goes to the next line. */}
      <Flex gap="1.5" alignItems="baseline" minW="0" maxW="full">
        <TierMark row={row} />
        <Box truncate lang={languageOf(row.feed_title)}>
          {row.feed_title}
        </Box>
        {row.is_former_feed ? (
          <Box
            title={t.list.formerHint}
            flexShrink="0"
            px="1.5"
            borderRadius="sm"
            bg="bg.muted"
            color="fg.muted"
          >
            {t.list.former}
          </Box>
        ) : null}
        <Box aria-hidden="true">·</Box>
        <Box flexShrink="0">
          <time
            dateTime={row.published_at}
            title={row.is_date_estimated ? t.list.estimated : fullTime(row.published_at, language)}
          >
            {row.is_date_estimated ? '~' : ''}
            {relativeTime(row.published_at, now, language)}
          </time>
        </Box>
        {row.reading_minutes === null ? null : (
          <>
            <Box aria-hidden="true">·</Box>
            <Box flexShrink="0">{t.list.minutes(row.reading_minutes)}</Box>
          </>
        )}
      </Flex>
      <Tags tags={row.tags} />
      {left === null ? null : (
        <>
          <Box aria-hidden="true">·</Box>
          <Box flexShrink="0" title={t.list.goesHint} data-testid="goes">
            {t.list.goes(left)}
          </Box>
        </>
      )}
      <BookmarkCount count={row.bookmark_count} />
    </Flex>
  );
};

/** The places of a row that a search looked for, with the part of the text that has most of them. */
export type RowMatch = Record<
  'title' | 'text',
  { text: string; ranges: readonly (readonly [start: number, end: number])[] }
>;

type TitleProps = Pick<BoxProps, 'textStyle' | 'fontFamily'> & {
  row: Row;
  match?: RowMatch | undefined;
  isOpen: boolean;
  actions: RowActions;
  /** True for a title that stays on one line. */
  isLine?: boolean;
};

/** A title on one line, which ends in an ellipsis; on a narrow screen on two. */
const lineTitle = {
  heading: { minW: '0', flexShrink: '1', overflow: 'hidden', maxH: { base: '2.75rem', md: 'none' } },
  link: {
    display: { base: 'inline-block', md: 'block' },
    minH: '6',
    maxW: 'full',
    lineHeight: { base: '1.25rem', md: '1.5rem' },
    whiteSpace: { base: 'normal', md: 'nowrap' },
    overflow: { base: 'visible', md: 'hidden' },
    textOverflow: 'ellipsis',
  },
} as const;

export const RowTitle = ({
  row,
  match,
  isOpen,
  actions,
  textStyle = 'title',
  fontFamily,
  isLine = false,
}: TitleProps) => {
  const { t } = useI18n();
  return (
    <Box
      as="h2"
      textStyle={textStyle}
      {...(fontFamily === undefined ? {} : { fontFamily })}
      fontWeight={row.is_read && !isOpen ? '400' : '600'}
      color={row.is_read && !isOpen ? 'fg.muted' : 'fg'}
      {...(isLine ? lineTitle.heading : {})}
    >
      <chakra.a
        href={actions.addressOf(row.article_id)}
        id={rowButtonId(row.article_id)}
        aria-expanded={actions.mode === 'in_place' ? isOpen : undefined}
        aria-controls={isOpen ? `${rowId(row.article_id)}-body` : undefined}
        {...(isLine ? lineTitle.link : {})}
        outline="none"
        // The whole row is clickable, although the link's accessible name is only the title.
        _before={{ content: '""', position: 'absolute', inset: 0, borderRadius: 'xl' }}
        _focusVisible={{
          _before: { outline: '2px solid', outlineColor: 'shu.focusRing', outlineOffset: '-2px' },
        }}
        onClick={(event) => {
          // With a modifier key, the browser opens the article's address in another tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          actions.press(row);
        }}
        onFocus={() => actions.select(row.article_id)}
        lang={languageOf(row.title)}
      >
        {row.is_read ? null : <VisuallyHidden>{t.list.newState}: </VisuallyHidden>}
        {match === undefined ? row.title : <MarkedText {...match.title} />}
      </chakra.a>
    </Box>
  );
};

type MarksProps = {
  row: Row;
  actions: RowActions;
  direction?: 'row';
  /** True for buttons that are no higher than a line, where a mouse points. */
  isLine?: boolean;
};

/** Shows the buttons for read and saved. Unless `direction` is given, they form a column on a narrow screen. */
export const RowMarks = ({ row, actions, direction, isLine = false }: MarksProps) => {
  const { t } = useI18n();
  const size = isLine ? ({ size: { base: 'md', md: '2xs' } } as const) : {};
  return (
    <Flex
      position="relative"
      zIndex="1"
      direction={direction ?? { base: 'column', sm: 'row' }}
      {...(isLine
        ? {}
        : { alignSelf: 'start', mt: '-1.5', css: inNarrowList({ flexDirection: direction ?? 'column' }) })}
      me="-2"
    >
      <IconButton
        label={row.is_read ? t.list.markUnread : t.list.markRead}
        icon={<DotIcon filled={!row.is_read} />}
        {...size}
        onClick={() => actions.setRead(row, !row.is_read)}
        color={row.is_read ? 'fg.subtle' : 'shu.solid'}
      />
      <IconButton
        label={row.is_saved ? t.list.unsave : t.list.save}
        icon={<BookmarkIcon filled={row.is_saved} />}
        {...size}
        aria-pressed={row.is_saved}
        onClick={() => actions.setSaved(row, !row.is_saved)}
        color={row.is_saved ? 'shu.solid' : 'fg.subtle'}
      />
    </Flex>
  );
};
