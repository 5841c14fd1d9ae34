import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { BookmarkIcon, InboxIcon, PlusIcon } from '../../components/icons.tsx';
import { ErrorState } from '../../components/page/states.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import type { FeedQuestion } from './feed-menu.tsx';
import { FeedTree } from './feed-tree.tsx';
import { siblingsOf, treeOf, type FeedTree as Tree } from './folders.ts';
import type { FolderQuestion } from './folders/folder-menu.tsx';
import { FolderWindows } from './folders/folder-windows.tsx';
import { foldersQuery } from './folders/queries.ts';
import { ItemWindows, useItemMenu } from '../../components/menus/item-menu.tsx';
import type { Place } from './place.ts';
import { NavItem } from '../../components/nav-item.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';

const FeedMenu = loadPart(async () => (await import('./feed-menu.tsx')).FeedMenu);
const FeedDialog = loadPart(async () => (await import('./feed-dialogs.tsx')).FeedDialog);

type Props = {
  /** The list that is shown; null if the page shows no articles. */
  place: Place | null;
  onGo: (place: Place) => void;
  onAddFeed: () => void;
  header: ReactNode;
  /** Lists of the reader's own, above the feeds. */
  searches: ReactNode;
  footer: ReactNode;
};

type WindowsProps = {
  state: ReturnType<typeof useItemMenu<Feed, FeedQuestion>>;
  feeds: readonly Feed[];
  tree: Tree;
  onGone: () => void;
};

/** Shows the menu of a feed and the dialog of its items. */
const FeedWindows = ({ state, feeds, tree, onGone }: WindowsProps) => (
  <ItemWindows
    state={state}
    menu={({ item: feed, button }) => (
      <FeedMenu
        key={feed.feed_id}
        feed={feed}
        button={button}
        siblings={siblingsOf(tree, feed)}
        onClose={state.closeMenu}
        onAsk={state.ask}
      />
    )}
    dialog={({ item: feed, question }) => (
      <FeedDialog
        question={question}
        feed={feeds.find(({ feed_id }) => feed_id === feed.feed_id) ?? feed}
        folders={tree.folders.map((folder) => folder.name)}
        onClose={state.closeDialog}
        onGone={onGone}
      />
    )}
  />
);

type ListsProps = { place: Place | null; unread: number | null; onGo: (place: Place) => void };

const Lists = ({ place, unread, onGo }: ListsProps) => {
  const { t } = useI18n();
  return (
    <Box px="3" pb="2">
      <NavItem
        icon={<InboxIcon />}
        label={t.nav.all}
        unread={unread}
        isCurrent={place?.kind === 'all'}
        onSelect={() => onGo({ kind: 'all' })}
      />
      <NavItem
        icon={<BookmarkIcon />}
        label={t.nav.saved}
        unread={null}
        isCurrent={place?.kind === 'saved'}
        onSelect={() => onGo({ kind: 'saved' })}
      />
    </Box>
  );
};

const FeedsHeading = ({ onAddFeed }: { onAddFeed: () => void }) => {
  const { t } = useI18n();
  return (
    <Flex alignItems="center" justifyContent="space-between" ps="1.375rem" pe="3" mt="2">
      <Box as="h2" textStyle="xs" fontWeight="semibold" color="fg.subtle" letterSpacing="0.04em">
        {t.nav.label}
      </Box>
      <IconButton label={t.nav.addFeed} icon={<PlusIcon />} onClick={onAddFeed} />
    </Flex>
  );
};

/** Returns the tree of feeds. It is empty until the order of the folders is known, so that they do not jump. */
const useTree = (feeds: readonly Feed[] | undefined, language: string): Tree => {
  const { data: folders, isPending } = useQuery(foldersQuery);
  return useMemo(() => {
    const positions = new Map(folders?.items.map(({ name, position }) => [name, position]));
    return treeOf(isPending ? [] : (feeds ?? []), language, positions);
  }, [feeds, folders, isPending, language]);
};

export const Sidebar = ({ place, onGo, onAddFeed, header, searches, footer }: Props) => {
  const { t, language } = useI18n();
  const { data, error, refetch } = useQuery(feedsQuery);
  const tree = useTree(data?.items, language);
  const windows = useItemMenu<Feed, FeedQuestion>();
  const folderWindows = useItemMenu<string, FolderQuestion>();
  return (
    <Flex as="nav" aria-label={t.nav.label} direction="column" h="full" minH="0">
      {header}
      <Lists place={place} unread={data === undefined ? null : tree.unread} onGo={onGo} />
      {searches}
      <FeedsHeading onAddFeed={onAddFeed} />
      <Box flex="1" overflowY="auto" minH="0" px="3" pb="4" css={{ scrollbarWidth: 'thin' }}>
        {data === undefined && error === null
          ? [70, 55, 80, 62].map((width) => <Skeleton key={width} h="4" w={`${width}%`} my="3" ms="2.5" />)
          : null}
        {data === undefined && error !== null ? (
          <ErrorState title={t.nav.label} error={error} onRetry={() => void refetch()} />
        ) : null}
        <FeedTree
          tree={tree}
          place={place}
          menuFeedId={windows.menu?.item.feed_id ?? null}
          menuFolder={folderWindows.menu?.item ?? null}
          onGo={onGo}
          onMenu={windows.toggleMenu}
          onFolderMenu={folderWindows.toggleMenu}
        />
      </Box>
      {footer}
      <FeedWindows
        state={windows}
        feeds={data?.items ?? []}
        tree={tree}
        onGone={() => onGo({ kind: 'all' })}
      />
      <FolderWindows
        state={folderWindows}
        folders={tree.folders}
        onRenamed={(from, to) => {
          if (place?.kind !== 'folder' || place.name !== from) return;
          onGo(to === null ? { kind: 'all' } : { kind: 'folder', name: to });
        }}
      />
    </Flex>
  );
};
