import type { Feed } from '@omomi/backend/contract';
import { WideSelect } from '../../../components/controls/inputs.tsx';
import { Flex, Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { ReactNode } from 'react';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { Modal } from '../../../components/overlays/modal.tsx';
import { fullTime } from '../../../lib/format.ts';
import { isNewsletter, useFeedChoice, useFetchFeed, useResumeFeed, useUpdateFeed } from '../mutations.ts';
import { troubleOf } from '../feed-notice.tsx';
import { type Fact, FactList, NewsletterFacts } from './facts.tsx';
import { FeedAddress } from './change-address.tsx';
import { FeedPast, FeedsLike } from './sought.tsx';
import { FetchDays, automaticText, nextFetchWhy } from './fetch-days.tsx';
import { SiteSignIn } from './site-sign-in.tsx';
import { KeepChoice, TextModeChoice, VolumeChoice } from './feed-choice.tsx';
import type { LaterTexts } from '../../../lib/i18n/en/later.ts';

/** Pauses a feed or goes on with it, and asks for it now. */
const FeedActions = ({ feed }: { feed: Feed }) => {
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

const reasons = ['over_limit', 'too_large', 'unreadable'] as const;

/** Returns a sentence for each reason for which items of the last new document brought no article. */
export const leftOutTexts = (
  { leftOutWhy }: LaterTexts['feedDialogs']['details'],
  { left_out }: Pick<Feed, 'left_out'>,
): string[] =>
  reasons.flatMap((reason) => (left_out[reason] === 0 ? [] : [leftOutWhy[reason](left_out[reason])]));

type Props = {
  feed: Feed;
  /** Called with the id of the feed at the new address, which takes the place of this one. */
  onMoved: (feedId: string) => void;
};

/** The fetch intervals on offer, in minutes, within the range that the contract allows. */
const INTERVALS = [15, 60, 360, 1440];

/** The value of the option for an automatic interval. */
const AUTOMATIC = 'automatic';

const Facts = ({ feed, onMoved }: Props) => {
  const { t, language } = useI18n();
  const texts = useTexts('feedDialogs').details;
  const time = (at: string | null): string => (at === null ? texts.never : fullTime(at, language));
  const trouble = troubleOf(t, feed);
  const leftOut = leftOutTexts(texts, feed);
  const facts: Fact[] = [
    ...(feed.description === null ? [] : [[texts.about, feed.description] satisfies [string, ReactNode]]),
    [texts.address, <FeedAddress key="address" feed={feed} onMoved={onMoved} />],
    [texts.status, trouble === null ? texts.well : `${trouble.label}. ${trouble.why}`],
    [texts.lastSuccess, time(feed.last_success_at)],
    // The last attempt is told apart from the last success only where it failed.
    ...(feed.last_fetched_at === feed.last_success_at
      ? []
      : [[texts.lastAttempt, time(feed.last_fetched_at)] satisfies [string, ReactNode]]),
    [
      texts.nextAttempt,
      feed.next_fetch_at === null ? texts.notPlanned : time(feed.next_fetch_at),
      nextFetchWhy(texts, feed),
    ],
    [texts.newest, time(feed.feed_last_updated)],
    [
      texts.pace,
      feed.articles_per_week === null
        ? texts.unknown
        : texts.perWeek(feed.articles_per_week.toLocaleString(language)),
    ],
    ...(leftOut.length === 0 ? [] : [[texts.leftOut, leftOut.join(' ')] satisfies [string, string]]),
  ];
  return <FactList facts={facts} />;
};

const Interval = ({ feed }: { feed: Feed }) => {
  const texts = useTexts('feedDialogs').details;
  const [interval, choose] = useFeedChoice(feed, 'fetch_interval_minutes');
  const offered = [...new Set([...INTERVALS, ...(interval === null ? [] : [interval])])];
  return (
    <Box mt="5">
      <WideSelect
        label={texts.interval}
        value={interval ?? AUTOMATIC}
        options={[
          { value: AUTOMATIC, label: automaticText(texts, feed) },
          ...offered
            .toSorted((a, b) => a - b)
            .map((minutes) => ({ value: minutes, label: texts.every(minutes) })),
        ]}
        onChange={(minutes) => choose(minutes === AUTOMATIC ? null : minutes)}
      />
    </Box>
  );
};

/** Shows the address and the state of a feed that is fetched, its fetches, and what its reader chose for them. */
const Fetched = ({ feed, onMoved }: Props) => (
  <>
    <Facts feed={feed} onMoved={onMoved} />
    <FeedActions feed={feed} />
    <FetchDays feedId={feed.feed_id} />
    <FeedPast feed={feed} />
    <Interval feed={feed} />
    <TextModeChoice feed={feed} />
    <SiteSignIn feed={feed} onMoved={onMoved} />
  </>
);

/**
 * Shows the details of a feed: its address and state, its last and next fetch, the last 30 days, its fetch interval, and
 * where its texts are from. Of a newsletter, its address and the last sender.
 */
export const FeedDetails = ({ feed, onMoved, onClose }: Props & { onClose: () => void }) => {
  const leave = (feedId: string): void => {
    onClose();
    onMoved(feedId);
  };
  return (
    <Modal title={feed.title} open onClose={onClose}>
      {isNewsletter(feed) ? <NewsletterFacts feed={feed} /> : <Fetched feed={feed} onMoved={leave} />}
      <VolumeChoice feed={feed} />
      <KeepChoice feed={feed} />
      <FeedsLike feed={feed} />
    </Modal>
  );
};
