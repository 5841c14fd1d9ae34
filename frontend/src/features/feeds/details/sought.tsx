import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import type { Feed, FeedPast as Past } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { useTexts, useI18n } from '../../../lib/i18n/language.tsx';
import { keys } from '../../../lib/queries/query-keys.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';
import type { KnownFeed } from '../../../components/adding/directory/known-feeds.ts';
import { KnownName } from '../../../components/adding/directory/known-name.tsx';
import { languageOf } from '../../../lib/format.ts';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { reload } from '../mutations.ts';

type SoughtProps = {
  texts: { title: string; look: string; none: string };
  isLooking: boolean;
  onLook: () => void;
  /** The lines of what was found; undefined before anybody looked. */
  found: ReactNode[] | undefined;
};

/** Shows what is looked for once a button is pressed, below a title, in the details of a feed. */
const Sought = ({ texts, isLooking, onLook, found }: SoughtProps) => (
  <Box mt="5" textStyle="sm">
    <Box as="h3" fontWeight="semibold" mb="1.5">
      {texts.title}
    </Box>
    {found === undefined ? (
      <Button size="md" variant="subtle" disabled={isLooking} onClick={onLook}>
        {texts.look}
      </Button>
    ) : found.length === 0 ? (
      <Box as="output" display="block" color="fg.muted">
        {texts.none}
      </Box>
    ) : (
      <Box as="ul" listStyleType="none">
        {found}
      </Box>
    )}
  </Box>
);

type Way = Past['ways'][number];

/** Shows how long a way to older articles takes, with the button that begins it. */
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
