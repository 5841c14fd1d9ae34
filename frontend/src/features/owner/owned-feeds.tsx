import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { OwnedFeed } from '@omomi/backend/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Loaded, Section } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { More } from '../../components/list-line.tsx';
import { ownedFeedsQuery } from './queries.ts';

type Props = {
  title: ReactNode;
  /** Facts about it, which are shown in one line. */
  facts: readonly string[];
  /** What is wrong with it. */
  trouble?: string | null;
  action?: ReactNode;
  children?: ReactNode;
};

/** Shows a line of one of the owner's lists. */
export const OwnedLine = ({ title, facts, trouble = null, action, children }: Props) => (
  <Box as="li" py="2.5" borderTopWidth="1px" borderColor="border" _last={{ borderBottomWidth: '1px' }}>
    <Flex gap="4" alignItems="center" justifyContent="space-between">
      <Box minW="0" overflowWrap="anywhere">
        <Box fontWeight="medium">{title}</Box>
        <Box color="fg.muted" textStyle="xs">
          {facts.join(' · ')}
        </Box>
        {trouble === null ? null : (
          <Box color="fg.error" textStyle="xs">
            {trouble}
          </Box>
        )}
      </Box>
      {action}
    </Flex>
    {children}
  </Box>
);

const FeedLine = ({ feed, now }: { feed: OwnedFeed; now: Date }) => {
  const { t, language } = useI18n();
  const texts = useTexts('owner');
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
  const texts = useTexts('owner');
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
              <More query={list} label={texts.more} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
};
