import type { Feed } from '@omomi/backend/contract';
import { Box, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { type LinkTo, InnerLink } from '../../../components/inner-link.tsx';
import { FeedIcon } from '../../../components/feed-icon.tsx';
import { MoreIcon } from '../../../components/icons.tsx';
import { itemMenuId } from '../../../components/menus/item-menu.tsx';
import { languageOf } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';

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
