import type { ArticleRow } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { BookmarkIcon, DotIcon } from '../../../components/icons.tsx';
import { useI18n } from '../../../lib/i18n/language.tsx';
import type { Swiped } from './follow-fingers.ts';

/** Says under a row that is being swiped what letting go does. It changes its colour where that begins. */
export const SwipeHint = ({ swiped: { act, isFar, box }, row }: { swiped: Swiped; row: ArticleRow }) => {
  const { t } = useI18n();
  const isRead = act === 'read';
  const label = isRead
    ? row.is_read
      ? t.list.markUnread
      : t.list.markRead
    : row.is_saved
      ? t.list.unsave
      : t.list.save;
  return (
    <Flex
      aria-hidden="true"
      data-testid="swipe-hint"
      data-far={isFar}
      position="fixed"
      zIndex="1"
      direction={isRead ? 'row' : 'row-reverse'}
      alignItems="center"
      gap="2"
      px="5"
      borderRadius="lg"
      textStyle="sm"
      fontWeight="600"
      bg={isFar ? 'shu.solid' : 'bg.emphasized'}
      color={isFar ? 'shu.contrast' : 'fg.muted'}
      style={{ top: box.top, left: box.left, width: box.width, height: box.height }}
    >
      {isRead ? <DotIcon filled={row.is_read} /> : <BookmarkIcon filled={!row.is_saved} />}
      <Box>{label}</Box>
    </Flex>
  );
};
