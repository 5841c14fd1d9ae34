import type { Feed, FeedFigures } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkTo } from '../../../components/inner-link.tsx';
import { Loaded, Section } from '../../../components/page/section.tsx';
import { EmptyState } from '../../../components/page/states.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { keywordsQuery } from '../../../lib/queries/common.ts';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { useUnsubscribe } from '../unsubscribe.ts';
import { FeedLink } from '../table/feed-parts.tsx';
import { figuresQuery } from '../table/figures.ts';
import { type Opened, daysOf, hoursOf, leastOpened } from './month.ts';
import { NamedBars, PartBar, UprightBars } from './pictures.tsx';

/** The feeds and keywords that are shown at first. */
const [FEW_FEEDS, FEW_NAMED] = [10, 8];

const nothingToDo = (): void => undefined;

type LinkOf = (feedId: string) => LinkTo;

const Line = ({ feed, came, read, linkOf }: Opened & { linkOf: LinkOf }) => {
  const { t } = useI18n();
  const texts = useTexts('yourReading');
  const dialogs = useTexts('feedDialogs');
  const { mutate: leave, isPending } = useUnsubscribe(nothingToDo);
  return (
    <Flex
      as="li"
      data-testid="opened-feed"
      alignItems="center"
      columnGap="4"
      wrap={{ base: 'wrap', md: 'nowrap' }}
      py="1"
      borderTopWidth="1px"
      borderColor="border"
    >
      <Flex flex={{ base: '1 1 100%', md: '1 1 0' }} minW="0">
        <FeedLink feed={feed} to={linkOf(feed.feed_id)} tabIndex={0} />
      </Flex>
      <Box flex={{ base: '1 1 4rem', md: '0 0 8rem' }} minW="0">
        <PartBar part={read} whole={came} />
      </Box>
      <Box minW="5rem" color="fg.muted" textStyle="sm" css={{ fontVariantNumeric: 'tabular-nums' }}>
        {texts.readOf(t.numbers.whole(read), t.numbers.whole(came))}
      </Box>
      <Button
        size="sm"
        minH="10"
        variant="ghost"
        aria-label={`${dialogs.unsubscribeConfirm}: ${feed.title}`}
        disabled={isPending}
        onClick={() => leave(feed)}
      >
        {dialogs.unsubscribeConfirm}
      </Button>
    </Flex>
  );
};

/** Lists the feeds by the part of their articles that was opened, each with a button that leaves it at once and an undo. */
const LeastOpened = ({ opened, linkOf }: { opened: Opened[]; linkOf: LinkOf }) => {
  const texts = useTexts('yourReading');
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? opened : opened.slice(0, FEW_FEEDS);
  return (
    <Section title={texts.least} text={texts.leastText}>
      <Box as="ul" aria-label={texts.least} listStyleType="none" borderBottomWidth="1px" borderColor="border">
        {shown.map((each) => (
          <Line key={each.feed.feed_id} {...each} linkOf={linkOf} />
        ))}
      </Box>
      {shown.length === opened.length ? null : (
        <Button size="md" variant="subtle" mt="3" onClick={() => setShowsAll(true)}>
          {texts.all(opened.length)}
        </Button>
      )}
    </Section>
  );
};

const Pictures = ({ figures, opened, now }: { figures: FeedFigures; opened: Opened[]; now: Date }) => {
  const { t, language } = useI18n();
  const texts = useTexts('yourReading');
  const { data: keywords } = useQuery(keywordsQuery);
  const days = daysOf(figures, now);
  const hour = new Intl.DateTimeFormat(language, { hour: 'numeric' });
  const byRead = opened
    .filter(({ read }) => read > 0)
    .toSorted((a, b) => b.read - a.read)
    .map(({ feed, read }) => ({ id: feed.feed_id, name: feed.title, count: read }));
  const byKeyword = figures.keywords.flatMap(({ keyword_id: id, read_count: count }) => {
    const text = keywords?.items.find(({ keyword_id }) => keyword_id === id)?.text;
    return text === undefined ? [] : { id, name: text, count };
  });
  return (
    <Section title={texts.pictures}>
      <UprightBars
        title={texts.byDay}
        counts={days}
        nameOf={t.times.day}
        named={[0, Math.floor(days.length / 2), days.length - 1]}
      />
      <UprightBars
        title={texts.byHour}
        counts={hoursOf(figures, now)}
        nameOf={(at) => hour.format(at)}
        named={[0, 6, 12, 18, 23]}
      />
      <NamedBars title={texts.byFeed} counts={byRead.slice(0, FEW_NAMED)} />
      <NamedBars title={texts.byKeyword} counts={byKeyword.slice(0, FEW_NAMED)} />
    </Section>
  );
};

const Reading = ({
  feeds,
  figures,
  linkOf,
  now,
}: { feeds: readonly Feed[]; figures: FeedFigures } & Props) => {
  const { t } = useI18n();
  const texts = useTexts('yourReading');
  const opened = leastOpened(feeds, figures);
  const came = opened.reduce((sum, each) => sum + each.came, 0);
  if (came === 0) return <EmptyState {...texts.none} />;
  return (
    <>
      <Box color="fg.muted" textStyle="sm" mb="8" maxW="38rem">
        {/* Each on a line of its own: Japanese has no space between sentences. */}
        <Box>{texts.intro(t.times.day(new Date(figures.since)), figures.read_count, came)}</Box>
        {figures.is_complete ? null : <Box>{texts.partial}</Box>}
        <Box>{texts.isPrivate}</Box>
      </Box>
      {opened.length === 0 ? null : <LeastOpened opened={opened} linkOf={linkOf} />}
      {figures.read_count === 0 ? null : <Pictures figures={figures} opened={opened} now={now} />}
    </>
  );
};

type Props = { linkOf: LinkOf; now: Date };

/** Shows what the reader opened of what came in the last month, and lets feeds go that are not read. Nothing of it is stored. */
export const YourReading = (props: Props) => {
  const page = useTexts('feedsPage');
  const texts = useTexts('yourReading');
  const feeds = useQuery(feedsQuery);
  const figures = useQuery(figuresQuery);
  return (
    <Loaded query={feeds} failed={page.loadFailed}>
      {({ items }) => (
        <Loaded query={figures} failed={texts.failed}>
          {(data) => <Reading feeds={items} figures={data} {...props} />}
        </Loaded>
      )}
    </Loaded>
  );
};
