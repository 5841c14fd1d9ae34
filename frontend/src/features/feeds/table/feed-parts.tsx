import type { Feed } from '@omomi/backend/contract';
import { Box, chakra, Flex } from '@chakra-ui/react';
import { useId } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { type LinkTo, InnerLink } from '../../../components/inner-link.tsx';
import { FeedIcon } from '../../../components/feed-icon.tsx';
import { MoreIcon, PauseIcon, WarningIcon } from '../../../components/icons.tsx';
import { itemMenuId } from '../../../components/menus/item-menu.tsx';
import { languageOf, fullTime, relativeTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { CheckIcon } from '../../../components/later-icons.tsx';
import { troubleOf } from '../feed-notice.tsx';
import type { FeedRow, ColumnId } from './view.ts';
import { paceText, shareText } from './figures.ts';

type CheckProps = {
  label: string;
  isChecked: boolean;
  /** True for a box that stands for several feeds of which only some are selected. */
  isPartly?: boolean;
  tabIndex?: number;
  onToggle: (isRange: boolean) => void;
};

/** A box to select by, with a target of 40 px. */
export const SelectBox = ({ label, isChecked, isPartly = false, tabIndex = 0, onToggle }: CheckProps) => (
  <chakra.label
    display="inline-flex"
    alignItems="center"
    justifyContent="center"
    boxSize="10"
    flexShrink="0"
    cursor="pointer"
    // A range of rows is selected with Shift, which would select their texts too.
    userSelect="none"
  >
    <chakra.input
      ref={(box: HTMLInputElement | null) => {
        if (box !== null) box.indeterminate = isPartly;
      }}
      type="checkbox"
      aria-label={label}
      data-control="select"
      tabIndex={tabIndex}
      checked={isChecked}
      boxSize="1.125rem"
      accentColor="var(--chakra-colors-shu-solid)"
      cursor="pointer"
      // The change event does not tell whether Shift is held.
      onClick={(event) => onToggle(event.shiftKey)}
      onChange={() => undefined}
    />
  </chakra.label>
);

/** The icon and title of a feed, which lead to its articles. */
export const FeedLink = ({ feed, to, tabIndex }: { feed: Feed; to: LinkTo; tabIndex: number }) => (
  <InnerLink
    to={to}
    tabIndex={tabIndex}
    data-control="link"
    title={feed.title}
    display="flex"
    alignItems="center"
    gap="2.5"
    minW="0"
    minH="10"
    flex="1"
  >
    <FeedIcon title={feed.title} iconUrl={feed.icon_url} />
    <Box truncate fontWeight="medium" lang={languageOf(feed.title)}>
      {feed.title}
    </Box>
  </InnerLink>
);

type MenuProps = { feed: Feed; isOpen: boolean; tabIndex: number; onPress: (button: HTMLElement) => void };

/** The button of a feed's menu. */
export const RowMenuButton = ({ feed, isOpen, tabIndex, onPress }: MenuProps) => {
  const { t } = useI18n();
  return (
    <IconButton
      label={t.feed.menu(feed.title)}
      icon={<MoreIcon />}
      id={useId()}
      tabIndex={tabIndex}
      data-control="menu"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-controls={isOpen ? itemMenuId : undefined}
      className="is-inside"
      onClick={(event) => onPress(event.currentTarget)}
    />
  );
};

const small = { '& svg': { width: '1rem', height: '1rem' } } as const;

/** Says whether a feed can be read; if not, why, and what its reader can do. At most `lines` lines are shown. */
export const Health = ({ feed, lines }: { feed: Feed; lines: number }) => {
  const { t } = useI18n();
  const texts = useTexts('feedsPage');
  const remedies = useTexts('remedies');
  const trouble = troubleOf(t, feed);
  if (trouble === null)
    return (
      <Flex alignItems="center" gap="1.5" color="fg.muted" css={small}>
        <CheckIcon />
        {texts.fine}
      </Flex>
    );
  const isPaused = trouble.kind === 'paused';
  const why =
    feed.error_code === null || isPaused
      ? trouble.why
      : `${t.feed.trouble[feed.error_code]} ${remedies[feed.error_code]}`;
  return (
    <Flex gap="1.5" alignItems="start" css={small} title={why}>
      <Box color={isPaused ? 'fg.muted' : 'fg.error'} flexShrink="0" aria-hidden="true">
        {isPaused ? <PauseIcon /> : <WarningIcon />}
      </Box>
      <Box
        minW="0"
        whiteSpace="normal"
        textStyle="xs"
        lineHeight="1rem"
        color={isPaused ? 'fg.muted' : 'fg'}
        lineClamp={lines}
      >
        <Box as="span" fontWeight="semibold" color={isPaused ? 'fg.muted' : 'fg.error'}>
          {trouble.label}
        </Box>
        {isPaused ? null : `: ${why}`}
      </Box>
    </Flex>
  );
};

const Nothing = () => (
  <Box as="span" color="fg.subtle" aria-hidden="true">
    –
  </Box>
);

type ValueProps = { id: Exclude<ColumnId, 'title'>; row: FeedRow; now: Date; healthLines: number };

/** Shows one fact of a feed; a dash where it is unknown. The first column and the menu are not among them. */
export const FeedValue = ({ id, row, now, healthLines }: ValueProps) => {
  const { t, language } = useI18n();
  const { feed, share, importance } = row;
  switch (id) {
    case 'folder':
      return feed.folder === null ? (
        <Nothing />
      ) : (
        <span title={feed.folder} lang={languageOf(feed.folder)}>
          {feed.folder}
        </span>
      );
    case 'health':
      return <Health feed={feed} lines={healthLines} />;
    case 'pace':
      return feed.articles_per_week === null ? <Nothing /> : paceText(feed.articles_per_week, language);
    case 'unread':
      return t.numbers.whole(feed.unread_count);
    case 'success':
      return feed.last_success_at === null ? (
        <Nothing />
      ) : (
        <time dateTime={feed.last_success_at} title={fullTime(feed.last_success_at, language)}>
          {relativeTime(feed.last_success_at, now, language)}
        </time>
      );
    case 'share':
      return share === null ? <Nothing /> : shareText(share, language);
    case 'importance':
      return importance === null ? <Nothing /> : t.numbers.whole(Math.round(importance));
  }
};
