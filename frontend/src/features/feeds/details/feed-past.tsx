import type { Feed, FeedPast as Past } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { Sought } from './sought.tsx';

type Way = Past['ways'][number];

/** What a way to older articles takes, with the button that begins it. */
const WayLine = ({ feed, way }: { feed: Feed; way: Way }) => {
  const texts = useTexts('feedDialogs').details.past;
  const takes = way.way === 'archive' ? texts.takes : texts.takesPages;
  const bring = useDeed({
    mutationFn: () => call('bringFeedPast', { params: { feed_id: feed.feed_id }, body: { way: way.way } }),
    reload: [keys.jobs],
  });
  return (
    <Flex as="li" gap="3" alignItems="center" wrap="wrap" py="1">
      <Box as="output" flex="1 1 12rem">
        {bring.isSuccess ? texts.begun : takes(way.articles, Math.ceil(way.seconds / 60))}
      </Box>
      {bring.isSuccess ? null : (
        <Button size="md" variant="subtle" disabled={bring.isPending} onClick={() => bring.mutate()}>
          {way.is_stopped ? texts.goOn : texts.bring}
        </Button>
      )}
    </Flex>
  );
};

/** Looks for a way to the articles of a feed from before its present document, and brings them. */
export const FeedPast = ({ feed }: { feed: Feed }) => {
  const texts = useTexts('feedDialogs').details.past;
  const look = useDeed({
    mutationFn: () => call('getFeedPast', { params: { feed_id: feed.feed_id } }),
  });
  return (
    <Sought
      texts={texts}
      isLooking={look.isPending}
      onLook={() => look.mutate()}
      found={look.data?.ways.map((way) => (
        <WayLine key={way.way} feed={feed} way={way} />
      ))}
    />
  );
};
