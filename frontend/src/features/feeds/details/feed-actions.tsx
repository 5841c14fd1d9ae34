import type { Feed } from '@omomi/backend/contract';
import { Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { useFetchFeed, useResumeFeed, useUpdateFeed } from '../mutations.ts';

/** Pauses a feed or goes on with it, and asks for it now. */
export const FeedActions = ({ feed }: { feed: Feed }) => {
  const { t } = useI18n();
  const update = useUpdateFeed();
  const resume = useResumeFeed();
  const fetchFeed = useFetchFeed();
  const isFailing = feed.error_code !== null || feed.fetch_status === 'stopped';
  return (
    <Flex gap="2" wrap="wrap" mt="4">
      <Button
        size="md"
        variant="subtle"
        disabled={update.isPending}
        onClick={() => update.mutate({ feed, changes: { is_active: !feed.is_active } })}
      >
        {feed.is_active ? t.feed.pause : t.feed.unpause}
      </Button>
      <Button
        size="md"
        variant="subtle"
        disabled={!feed.is_active || resume.isPending || fetchFeed.isPending}
        onClick={() => (isFailing ? resume.mutate(feed) : fetchFeed.mutate(feed))}
      >
        {isFailing ? t.feed.retry : t.feed.fetch}
      </Button>
    </Flex>
  );
};
