import type { OwnedFeed } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded, Section } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { ownerTexts } from '../../lib/i18n/texts/owner.ts';
import { More, OwnedLine } from './owned-line.tsx';
import { ownedFeedsQuery } from './queries.ts';

const FeedLine = ({ feed, now }: { feed: OwnedFeed; now: Date }) => {
  const { t, language } = useI18n();
  const texts = useTexts(ownerTexts);
  const { fetch_status, consecutive_errors, error_code, last_success_at, fetches_a_day } = feed;
  const isStopped = fetch_status === 'stopped';
  const cause = error_code === null ? t.feed.unknownTrouble : t.feed.trouble[error_code];
  const trouble = isStopped
    ? texts.stopped(cause)
    : consecutive_errors === 0
      ? null
      : texts.failing(consecutive_errors, cause);
  return (
    <OwnedLine
      title={feed.title === '' ? feed.url : feed.title}
      facts={[
        texts.followers(feed.readers),
        isStopped ? texts.noFetches : texts.fetches(Math.round(fetches_a_day * 10) / 10),
        last_success_at === null
          ? texts.neverRead
          : texts.lastRead(relativeTime(last_success_at, now, language)),
        feed.url,
      ]}
      trouble={trouble}
    />
  );
};

/** Lists the feeds of all readers by health, with what each costs in requests. */
export const OwnedFeeds = ({ now }: { now: Date }) => {
  const texts = useTexts(ownerTexts);
  const list = useInfiniteQuery(ownedFeedsQuery);
  return (
    <Section title={texts.feeds} text={texts.feedsText}>
      <Loaded query={list} failed={texts.feedsFailed}>
        {({ pages }) => {
          const feeds = pages.flatMap(({ items }) => items);
          return feeds.length === 0 ? (
            <Box color="fg.muted">{texts.noFeeds}</Box>
          ) : (
            <>
              <Box as="ul" aria-label={texts.feeds} listStyleType="none">
                {feeds.map((feed) => (
                  <FeedLine key={feed.feed_id} feed={feed} now={now} />
                ))}
              </Box>
              <More query={list} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
};
