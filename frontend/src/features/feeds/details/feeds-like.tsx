import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQueryClient } from '@tanstack/react-query';
import type { KnownFeed } from '../../../components/adding/directory/known-feeds.ts';
import { call } from '../../../lib/api/api.ts';
import { hostOf, languageOf } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import { reload } from '../mutations.ts';

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
      <Box flex="1" minW="0">
        <Box truncate fontWeight="medium" lang={languageOf(known.title)}>
          {known.title}
        </Box>
        <Box truncate color="fg.muted" textStyle="xs">
          {hostOf(known.url)}
        </Box>
      </Box>
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
    <Box mt="5" textStyle="sm">
      <Box as="h3" fontWeight="semibold" mb="1.5">
        {texts.title}
      </Box>
      {look.data === undefined ? (
        <Button size="md" variant="subtle" disabled={look.isPending} onClick={() => look.mutate()}>
          {texts.look}
        </Button>
      ) : look.data.length === 0 ? (
        <Box as="output" display="block" color="fg.muted">
          {texts.none}
        </Box>
      ) : (
        <Box as="ul" listStyleType="none">
          {look.data.map((known) => (
            <Line key={known.url} known={known} />
          ))}
        </Box>
      )}
    </Box>
  );
};
