import { Box, VisuallyHidden } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { MOST_NEWS } from './look.ts';

type Props = { news: number; isReordered: boolean; onRenew: () => void };

/**
 * Offers to load the list anew if articles have arrived or the order has changed. It lies over the rows, below the header
 * of the page, and takes no room of its own, so that nothing moves when it appears.
 */
export const NewsPill = ({ news, isReordered, onRenew }: Props) => {
  const { t } = useI18n();
  const isMore = news >= MOST_NEWS;
  const told = news > 0 ? t.list.arrived(news, isMore) : isReordered ? t.list.reordered : '';
  return (
    <Box
      position="sticky"
      top={{ base: '4.25rem', md: '8rem' }}
      h="0"
      zIndex="sticky"
      display="flex"
      justifyContent="center"
      alignItems="start"
      overflowAnchor="none"
    >
      <VisuallyHidden as="output" aria-live="polite">
        {told}
      </VisuallyHidden>
      {told === '' ? null : (
        <Button
          size="md"
          colorPalette="shu"
          borderRadius="full"
          boxShadow="md"
          flexShrink="0"
          aria-label={t.list.renew(told)}
          data-testid="news"
          onClick={onRenew}
        >
          {news > 0 ? t.list.news(news, isMore) : t.list.reorderedShort}
        </Button>
      )}
    </Box>
  );
};
