import type { Feed } from '@omomi/backend/contract';
import { Box, Flex, VisuallyHidden } from '@chakra-ui/react';
import { memo } from 'react';
import { FeedIcon } from '../../components/feed-icon.tsx';
import { PauseIcon, WarningIcon } from '../../components/icons.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { NavItem } from '../../components/nav-item.tsx';
import { MenuButton, menuStyle } from '../../components/menus/menu-button.tsx';
import { troubleOf } from './trouble.ts';

const itemStyle = {
  // The browser lays out only visible items, so it must know that each is 40 px high.
  contentVisibility: 'auto',
  containIntrinsicHeight: '2.5rem',
  ...menuStyle,
} as const;

type Props = {
  feed: Feed;
  isCurrent: boolean;
  isMenuOpen: boolean;
  onSelect: (feed: Feed) => void;
  onMenu: (feed: Feed, button: HTMLElement) => void;
};

/** Shows one feed of the sidebar. It is memoised, because there may be a thousand feeds. */
export const FeedItem = memo(({ feed, isCurrent, isMenuOpen, onSelect, onMenu }: Props) => {
  const { t } = useI18n();
  const trouble = troubleOf(t, feed);
  const mark = trouble === null ? null : trouble.kind === 'paused' ? <PauseIcon /> : <WarningIcon />;
  return (
    <Box as="li" css={itemStyle}>
      <NavItem
        icon={<FeedIcon title={feed.title} iconUrl={feed.icon_url} />}
        label={feed.title}
        unread={feed.unread_count}
        isCurrent={isCurrent}
        onSelect={() => onSelect(feed)}
        muted={trouble !== null || !feed.has_unread}
        {...(trouble === null ? {} : { note: trouble.why })}
        after={
          <Flex alignItems="center" className="feed-marks">
            {trouble === null || mark === null ? null : (
              <Flex
                className="feed-mark"
                title={trouble.why}
                color={trouble.kind === 'paused' ? 'fg.subtle' : 'fg.error'}
                ms="1.5"
                css={{ '& svg': { width: '1rem', height: '1rem' } }}
              >
                <VisuallyHidden>{`${trouble.label}: ${trouble.why}`}</VisuallyHidden>
                {mark}
              </Flex>
            )}
            <MenuButton
              label={t.feed.menu(feed.title)}
              isOpen={isMenuOpen}
              onPress={(button) => onMenu(feed, button)}
            />
          </Flex>
        }
      />
    </Box>
  );
});
FeedItem.displayName = 'FeedItem';
