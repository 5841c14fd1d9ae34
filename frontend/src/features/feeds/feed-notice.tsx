import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useResumeFeed, useUpdateFeed } from './mutations.ts';
import { troubleOf } from './trouble.ts';

/** Explains above a feed's articles why no new ones come, with a button to resume or retry. */
export const FeedNotice = ({ feed }: { feed: Feed }) => {
  const { t } = useI18n();
  const resume = useResumeFeed();
  const update = useUpdateFeed();
  const trouble = troubleOf(t, feed);
  if (trouble === null) return null;
  const paused = trouble.kind === 'paused';
  return (
    <Flex
      role="note"
      alignItems={{ base: 'start', sm: 'center' }}
      direction={{ base: 'column', sm: 'row' }}
      gap="3"
      borderRadius="xl"
      bg={paused ? 'bg.subtle' : 'bg.error'}
      px="5"
      py="3.5"
      my="3"
      textStyle="sm"
    >
      <Box flex="1">
        <Box as="span" fontWeight="semibold" color={paused ? 'fg' : 'fg.error'}>
          {trouble.label}.{' '}
        </Box>
        {trouble.why}
      </Box>
      <Button
        size="md"
        variant="subtle"
        disabled={resume.isPending || update.isPending}
        onClick={() => (paused ? update.mutate({ feed, changes: { is_active: true } }) : resume.mutate(feed))}
      >
        {paused ? t.feed.unpause : t.feed.retry}
      </Button>
    </Flex>
  );
};
