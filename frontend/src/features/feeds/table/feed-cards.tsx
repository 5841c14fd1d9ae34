import { Box, Flex, VisuallyHidden, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useRows } from '../../../components/use-rows.ts';
import { relativeTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { troubleOf } from '../feed-notice.tsx';
import type { FeedRow } from './view.ts';
import { FeedLink, RowMenuButton, SelectBox, Health } from './feed-parts.tsx';
import type { ListProps } from './feeds-table.tsx';
import { paceText, shareText } from './figures.ts';

/** The height of a card in pixels, where letters have their usual size of 16 pixels. */
const cardHeight = 84;

/** Returns the height of a card, in pixels, with letters of the size that the reader has chosen in the browser. */
const heightOfCards = (): number =>
  Math.round((cardHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16);

/** The second line of a card: the trouble of a feed, or its figures. */
const Facts = ({ row: { feed, share, importance }, now }: { row: FeedRow; now: Date }) => {
  const { t, language } = useI18n();
  const texts = useTexts('feedsPage');
  if (troubleOf(t, feed) !== null) return <Health feed={feed} lines={2} />;
  const facts = [
    ...(feed.folder === null ? [] : [feed.folder]),
    ...(feed.articles_per_week === null ? [] : [texts.pace(paceText(feed.articles_per_week, language))]),
    ...(share === null ? [] : [`${texts.columns.share} ${shareText(share, language)}`]),
    ...(importance === null ? [] : [`${texts.columns.importance} ${Math.round(importance)}`]),
    ...(feed.last_success_at === null ? [] : [texts.read(relativeTime(feed.last_success_at, now, language))]),
  ];
  return (
    <Box textStyle="xs" color="fg.muted" maxH="2lh" overflow="hidden">
      {/* A line ends between two facts, never within one. The dot before the first of a line is cut off. */}
      <Flex wrap="wrap" ms="-3">
        {facts.map((fact) => (
          <Box
            as="span"
            key={fact}
            maxW="full"
            ps="3"
            truncate
            position="relative"
            _before={{ content: '"·"', position: 'absolute', insetInlineStart: '1', color: 'fg.subtle' }}
            data-fact=""
          >
            {fact}
          </Box>
        ))}
      </Flex>
    </Box>
  );
};

type CardProps = Pick<ListProps, 'onSelect' | 'linkTo' | 'onMenu' | 'now'> & {
  row: FeedRow;
  index: number;
  count: number;
  isSelected: boolean;
  isMenuOpen: boolean;
  isTabbable: boolean;
  height: number;
  onFocus: (index: number) => void;
};

const Unread = ({ count }: { count: number }) => {
  const { t } = useI18n();
  return count === 0 ? null : (
    <Box textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
      <span aria-hidden="true">{t.numbers.whole(count)}</span>
      <VisuallyHidden>{t.nav.unread(count)}</VisuallyHidden>
    </Box>
  );
};

const Card = ({
  row,
  index,
  count,
  isSelected,
  isMenuOpen,
  isTabbable,
  height,
  onFocus,
  ...list
}: CardProps) => {
  const texts = useTexts('feedsPage');
  const { feed } = row;
  const { feed_id: id } = feed;
  const tabIndex = isTabbable ? 0 : -1;
  return (
    <Flex
      as="li"
      data-index={index}
      data-testid="feed-row"
      aria-posinset={index + 1}
      aria-setsize={count}
      alignItems="start"
      h={`${height}px`}
      pt="1.5"
      px="1"
      borderBottomWidth="1px"
      borderColor="border.subtle"
      bg={isSelected ? 'shu.subtle' : undefined}
      onFocus={() => onFocus(index)}
    >
      <SelectBox
        label={texts.select(feed.title)}
        isChecked={isSelected}
        tabIndex={tabIndex}
        onToggle={(isRange) => list.onSelect(id, isRange)}
      />
      <Box flex="1" minW="0">
        <Flex alignItems="center" gap="2">
          <FeedLink feed={feed} to={list.linkTo(id)} tabIndex={tabIndex} />
          <Unread count={feed.unread_count} />
        </Flex>
        <Facts row={row} now={list.now} />
      </Box>
      <RowMenuButton
        feed={feed}
        isOpen={isMenuOpen}
        tabIndex={tabIndex}
        onPress={(button) => list.onMenu(feed, button)}
      />
    </Flex>
  );
};

/** Shows the feeds as cards of two lines, for a narrow screen. Only those in view are rendered. */
export const FeedCards = ({ table, selected, menuId, ...list }: ListProps) => {
  const texts = useTexts('feedsPage');
  const { rows } = table.getRowModel();
  const [height] = useState(heightOfCards);
  const { scroller, items, before, after, tabbable, onKeyDown, onFocus } = useRows({
    count: rows.length,
    height,
    covered: 0,
  });
  return (
    <Box
      ref={scroller}
      data-kept-scroll="feeds"
      // Holds the hidden texts of its rows, which would else make the page itself higher.
      position="relative"
      overflowY="auto"
      // Down to the bar: the toolbar above it takes 14.75rem.
      maxH="max(20rem, calc(100dvh - 14.75rem - var(--bar-height) - env(safe-area-inset-bottom)))"
      mx="-4"
      borderYWidth="1px"
      borderColor="border"
      bg="bg.panel"
      overscrollBehavior="contain"
    >
      <chakra.ul aria-label={texts.tableLabel} listStyleType="none" onKeyDown={onKeyDown}>
        <li aria-hidden="true" style={{ height: before }} />
        {items.map(({ index }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <Card
              key={row.id}
              {...list}
              row={row.original}
              index={index}
              count={rows.length}
              isSelected={selected.has(row.id)}
              isMenuOpen={row.id === menuId}
              isTabbable={index === tabbable}
              height={height}
              onFocus={onFocus}
            />
          );
        })}
        <li aria-hidden="true" style={{ height: after }} />
      </chakra.ul>
    </Box>
  );
};
