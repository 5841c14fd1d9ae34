import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQueryClient } from '@tanstack/react-query';
import type { KnownFeed } from '../../../components/adding/directory/known-feeds.ts';
import { KnownName } from '../../../components/adding/directory/known-name.tsx';
import { call } from '../../../lib/api/api.ts';
import { languageOf } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { reload } from '../mutations.ts';
import { Sought } from './sought.tsx';

/** Returns an address without what often differs between two of one feed. */
const plain = (url: string): string =>
  (url.split('#', 1)[0] ?? '').replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');

const Line = ({ known }: { known: KnownFeed }) => {
  const texts = useTexts('feedDialogs').details.like;
  const client = useQueryClient();
  const follow = useDeed({
    mutationFn: () => call('addFeed', { body: { url: known.url } }),
    onSuccess: reload(client),
  });
  return (
    <Flex as="li" gap="3" alignItems="center" py="1">
      <KnownName feed={known} />
      {follow.isSuccess ? (
        <Box as="output" color="fg.muted">
          {texts.followed}
        </Box>
      ) : (
        <Button
          size="md"
          variant="subtle"
          aria-label={`${texts.follow}: ${known.title}`}
          disabled={follow.isPending}
          onClick={() => follow.mutate()}
        >
          {texts.follow}
        </Button>
      )}
    </Flex>
  );
};

/** Offers well-known feeds that are like a feed and are not followed yet. */
export const FeedsLike = ({ feed }: { feed: Feed }) => {
  const texts = useTexts('feedDialogs').details.like;
  const { language } = useI18n();
  const client = useQueryClient();
  const look = useDeed({
    mutationFn: async () => {
      const [{ feedsLike, knownFeeds, wordsAbout }, { items }] = await Promise.all([
        import('../../../components/adding/directory/known-feeds.ts'),
        client.ensureQueryData(feedsQuery),
      ]);
      const params = { feed_id: feed.feed_id };
      const { nearness } = await call('compareFeed', { params, body: { texts: knownFeeds.map(wordsAbout) } });
      const spoken = new Set([language, 'en', (feed.language ?? languageOf(feed.title) ?? 'en').slice(0, 2)]);
      const followed = new Set(items.flatMap(({ url, title }) => [plain(url), title]));
      const near = knownFeeds.map(({ url, title }, at) =>
        followed.has(plain(url)) || followed.has(title) ? -1 : (nearness[at] ?? 0),
      );
      return feedsLike(knownFeeds, near, spoken);
    },
  });
  return (
    <Sought
      texts={texts}
      isLooking={look.isPending}
      onLook={() => look.mutate()}
      found={look.data?.map((known) => (
        <Line key={known.url} known={known} />
      ))}
    />
  );
};
