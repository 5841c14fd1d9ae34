import type { ArticleRow as Row } from '@omomi/backend/contract';
import { Box, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import { type ReactNode, memo } from 'react';
import { IconButton } from '../../components/icon-button.tsx';
import { BookmarkIcon, DotIcon } from '../../components/icons.tsx';
import { fullTime, languageOf, relativeTime } from '../../lib/format.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { ReasonChips } from './reason-chips.tsx';
import { Score } from './score.tsx';

export const rowId = (articleId: string): string => `article-${articleId}`;
export const rowButtonId = (articleId: string): string => `open-${articleId}`;

export type RowActions = {
  /** `top` scrolls the row under the header; else it stays where it is on the screen. */
  toggleOpen: (row: Row, scroll?: 'top') => void;
  setRead: (row: Row, isRead: boolean) => void;
  setSaved: (row: Row, isSaved: boolean) => void;
  warm: (articleId: string) => void;
  select: (articleId: string) => void;
};

type Props = { row: Row; isOpen: boolean; now: Date; actions: RowActions; children?: ReactNode };

const RowFacts = ({ row, now }: { row: Row; now: Date }) => {
  const { t, language } = useI18n();
  return (
    <Flex gap="1.5" textStyle="xs" color="fg.subtle" alignItems="baseline" minW="0">
      <Box truncate lang={languageOf(row.feed_title)}>
        {row.feed_title}
      </Box>
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
    </Flex>
  );
};

const RowTitle = ({ row, isOpen, actions }: Pick<Props, 'row' | 'isOpen' | 'actions'>) => {
  const { t } = useI18n();
  return (
    <Box
      as="h2"
      textStyle="title"
      fontWeight={row.is_read && !isOpen ? '400' : '600'}
      color={row.is_read && !isOpen ? 'fg.muted' : 'fg'}
    >
      <chakra.button
        type="button"
        id={rowButtonId(row.article_id)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${rowId(row.article_id)}-body` : undefined}
        textAlign="start"
        cursor="pointer"
        font="inherit"
        letterSpacing="inherit"
        outline="none"
        // The whole row opens the article, while the control's name stays the title.
        _before={{ content: '""', position: 'absolute', inset: 0, borderRadius: 'xl' }}
        _focusVisible={{
          _before: { outline: '2px solid', outlineColor: 'shu.focusRing', outlineOffset: '-2px' },
        }}
        onClick={() => actions.toggleOpen(row)}
        onFocus={() => actions.select(row.article_id)}
        lang={languageOf(row.title)}
      >
        {row.is_read ? null : <VisuallyHidden>{t.list.newState}: </VisuallyHidden>}
        {row.title}
      </chakra.button>
    </Box>
  );
};

const RowMarks = ({ row, actions }: Pick<Props, 'row' | 'actions'>) => {
  const { t } = useI18n();
  return (
    <Flex
      position="relative"
      zIndex="1"
      direction={{ base: 'column', sm: 'row' }}
      alignSelf="start"
      mt="-1.5"
      me="-2"
    >
      <IconButton
        label={row.is_read ? t.list.markUnread : t.list.markRead}
        icon={<DotIcon filled={!row.is_read} />}
        onClick={() => actions.setRead(row, !row.is_read)}
        color={row.is_read ? 'fg.subtle' : 'shu.solid'}
      />
      <IconButton
        label={row.is_saved ? t.list.unsave : t.list.save}
        icon={<BookmarkIcon filled={row.is_saved} />}
        aria-pressed={row.is_saved}
        onClick={() => actions.setSaved(row, !row.is_saved)}
        color={row.is_saved ? 'shu.solid' : 'fg.subtle'}
      />
    </Flex>
  );
};

/** One article of the list; opened, its text unfolds under it. */
export const ArticleRow = memo(({ row, isOpen, now, actions, children }: Props) => (
  <Box
    as="li"
    id={rowId(row.article_id)}
    data-testid="article-row"
    data-read={row.is_read}
    data-saved={row.is_saved}
    scrollMarginTop={{ base: '5rem', md: '8.5rem' }}
    borderRadius="xl"
    borderBottomWidth="0"
    bg={isOpen ? 'bg.panel' : 'transparent'}
    boxShadow={isOpen ? '0 1px 3px rgba(40, 32, 20, 0.06), 0 0 0 1px var(--chakra-colors-border)' : 'none'}
    my={isOpen ? '2' : '0'}
  >
    <Box
      position="relative"
      display="grid"
      gridTemplateColumns={{ base: '2.75rem 1fr auto', md: '3.25rem 1fr auto' }}
      columnGap={{ base: '3', md: '5' }}
      px={{ base: '3', md: '5' }}
      py="4"
      borderRadius="xl"
      _hover={{ bg: isOpen ? 'transparent' : 'bg.subtle' }}
      transition="background 120ms"
      onPointerDown={() => actions.warm(row.article_id)}
    >
      <Box>
        <Score score={row.importance_score} rank={row.importance_rank} isRead={row.is_read && !isOpen} />
      </Box>
      <Box minW="0">
        <RowTitle row={row} isOpen={isOpen} actions={actions} />
        <Flex wrap="wrap" columnGap="3" rowGap="1" alignItems="center" mt="0.5">
          <RowFacts row={row} now={now} />
          {isOpen ? null : <ReasonChips reasons={row.top_reasons} isRead={row.is_read} />}
        </Flex>
        {isOpen || row.excerpt === '' ? null : (
          <Box
            textStyle="sm"
            color={row.is_read ? 'fg.subtle' : 'fg.muted'}
            mt="1.5"
            lineClamp="2"
            lang={languageOf(row.excerpt)}
          >
            {row.excerpt}
          </Box>
        )}
      </Box>
      <RowMarks row={row} actions={actions} />
    </Box>
    {isOpen ? children : null}
  </Box>
));
ArticleRow.displayName = 'ArticleRow';
