import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { useCallback, useEffect, useRef } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { ChevronIcon } from '../../components/icons.tsx';
import { NavItem } from '../../components/nav-item.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { useClosedFolders } from './collapsed.ts';
import { FeedItem } from './feed-item.tsx';
import type { FeedTree as Tree, Folder } from './folders.ts';
import { MenuButton, menuStyle } from '../../components/menus/menu-button.tsx';
import type { Place } from './place.ts';

const FolderToggle = ({
  folder,
  isOpen,
  onToggle,
}: {
  folder: Folder;
  isOpen: boolean;
  onToggle: () => void;
}) => {
  const { t } = useI18n();
  return (
    <IconButton
      label={isOpen ? t.nav.collapse(folder.name) : t.nav.expand(folder.name)}
      icon={<ChevronIcon />}
      aria-expanded={isOpen}
      onClick={onToggle}
      _expanded={{ bg: 'transparent' }}
      css={{
        '& svg': { width: '1rem', height: '1rem', transition: 'transform 140ms' },
        '&[aria-expanded=true] svg': { transform: 'rotate(90deg)' },
      }}
    />
  );
};

type Props = {
  tree: Tree;
  place: Place | null;
  /** The feed whose menu is open. */
  menuFeedId: string | null;
  /** The folder whose menu is open. */
  menuFolder: string | null;
  onGo: (place: Place) => void;
  onMenu: (feed: Feed, button: HTMLElement) => void;
  onFolderMenu: (name: string, button: HTMLElement) => void;
};

/** Shows the folders with their feeds, then the feeds without a folder. */
export const FeedTree = ({ tree, place, menuFeedId, menuFolder, onGo, onMenu, onFolderMenu }: Props) => {
  const { t } = useI18n();
  const { closed, toggle } = useClosedFolders();
  // Keep the same function for every render, so that a feed is rendered again only when it changes.
  const latestOnGo = useRef(onGo);
  useEffect(() => {
    latestOnGo.current = onGo;
  });
  const selectFeed = useCallback(
    (feed: Feed) => latestOnGo.current({ kind: 'feed', feedId: feed.feed_id }),
    [],
  );
  const feedList = (feeds: Feed[], label: string) => (
    <Box as="ul" aria-label={label} listStyleType="none">
      {feeds.map((feed) => (
        <FeedItem
          key={feed.feed_id}
          feed={feed}
          isCurrent={place?.kind === 'feed' && place.feedId === feed.feed_id}
          isMenuOpen={menuFeedId === feed.feed_id}
          onSelect={selectFeed}
          onMenu={onMenu}
        />
      ))}
    </Box>
  );
  return (
    <>
      {tree.folders.map((folder) => {
        const isOpen = !closed.has(folder.name);
        return (
          <Box key={folder.name} mb="1">
            <Box css={menuStyle}>
              <NavItem
                before={<FolderToggle folder={folder} isOpen={isOpen} onToggle={() => toggle(folder.name)} />}
                icon={null}
                label={folder.name}
                unread={folder.unread}
                isCurrent={place?.kind === 'folder' && place.name === folder.name}
                onSelect={() => onGo({ kind: 'folder', name: folder.name })}
                strong
                after={
                  <Flex alignItems="center" className="feed-marks">
                    <MenuButton
                      label={t.feed.folderMenu(folder.name)}
                      isOpen={menuFolder === folder.name}
                      onPress={(button) => onFolderMenu(folder.name, button)}
                    />
                  </Flex>
                }
              />
            </Box>
            {isOpen ? <Box ps="4">{feedList(folder.feeds, t.nav.folder(folder.name))}</Box> : null}
          </Box>
        );
      })}
      {feedList(tree.loose, t.feed.noFolder)}
    </>
  );
};
