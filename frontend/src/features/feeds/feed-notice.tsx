import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Dictionary } from '../../lib/i18n/en/start.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useResumeFeed, useUpdateFeed } from './mutations.ts';

type Trouble = { kind: 'paused' | 'stopped' | 'failing'; label: string; why: string };

/** Returns why a feed brings no articles, in the reader's language; null for a healthy feed. */
export const troubleOf = (t: Dictionary, feed: Feed): Trouble | null => {
  if (!feed.is_active) return { kind: 'paused', label: t.feed.paused, why: t.feed.pausedNote };
  const cause = feed.error_code === null ? t.feed.unknownTrouble : t.feed.trouble[feed.error_code];
  if (feed.fetch_status === 'stopped') {
    return { kind: 'stopped', label: t.feed.stopped, why: `${cause} ${t.feed.stoppedNote}` };
  }
  if (feed.error_code === null) return null;
  return { kind: 'failing', label: t.feed.failing, why: `${cause} ${t.feed.failingNote}` };
};

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
