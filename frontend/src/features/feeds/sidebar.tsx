import type { Feed } from '@omomi/backend/contract';
import { Box, Flex } from '@chakra-ui/react';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { BookmarkIcon, ChevronIcon, InboxIcon, PlusIcon } from '../../components/icons.tsx';
import { ErrorBoundary } from '../../components/page/error-boundary.tsx';
import { ErrorState } from '../../components/page/states.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { useClosedFolders } from './collapsed.ts';
import { FeedItem } from './feed-item.tsx';
import type { FeedQuestion } from './feed-menu.tsx';
import { type Folder, treeOf } from './folders.ts';
import { NavItem } from '../../components/nav-item.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';

const FeedMenu = loadPart(async () => (await import('./feed-menu.tsx')).FeedMenu);
const FeedDialog = loadPart(async () => (await import('./feed-dialogs.tsx')).FeedDialog);

/** What the sidebar points at: one list of articles. */
export type Place =
  | { kind: 'all' }
  | { kind: 'saved' }
  | { kind: 'feed'; feedId: string }
  | { kind: 'folder'; name: string };

type Props = {
  /** Null where the page shows no articles. */
  place: Place | null;
  onGo: (place: Place) => void;
  onAddFeed: () => void;
  header: ReactNode;
  footer: ReactNode;
};

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

export const Sidebar = ({ place, onGo, onAddFeed, header, footer }: Props) => {
  const { t, language } = useI18n();
  const { data, error, refetch } = useQuery(feedsQuery);
  const tree = useMemo(() => treeOf(data?.items ?? [], language), [data, language]);
  const { closed, toggle } = useClosedFolders();
  const [menu, setMenu] = useState<{ feed: Feed; button: HTMLElement } | null>(null);
  const [asked, setAsked] = useState<{ feed: Feed; question: FeedQuestion } | null>(null);

  const latestOnGo = useRef(onGo);
  useEffect(() => {
    latestOnGo.current = onGo;
  });
  const selectFeed = useCallback(
    (feed: Feed) => latestOnGo.current({ kind: 'feed', feedId: feed.feed_id }),
    [],
  );
  const openMenu = useCallback((feed: Feed, button: HTMLElement) => setMenu({ feed, button }), []);

  const feedList = (feeds: Feed[], label: string) => (
    <Box as="ul" aria-label={label} listStyleType="none">
      {feeds.map((feed) => (
        <FeedItem
          key={feed.feed_id}
          feed={feed}
          isCurrent={place?.kind === 'feed' && place.feedId === feed.feed_id}
          isMenuOpen={menu?.feed.feed_id === feed.feed_id}
          onSelect={selectFeed}
          onMenu={openMenu}
        />
      ))}
    </Box>
  );

  return (
    <Flex as="nav" aria-label={t.nav.label} direction="column" h="full" minH="0">
      {header}
      <Box px="3" pb="2">
        <NavItem
          icon={<InboxIcon />}
          label={t.nav.all}
          unread={data === undefined ? null : tree.unread}
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
      <Flex alignItems="center" justifyContent="space-between" ps="1.375rem" pe="3" mt="2">
        <Box as="h2" textStyle="xs" fontWeight="semibold" color="fg.subtle" letterSpacing="0.04em">
          {t.nav.label}
        </Box>
        <IconButton label={t.nav.addFeed} icon={<PlusIcon />} onClick={onAddFeed} />
      </Flex>
      <Box flex="1" overflowY="auto" minH="0" px="3" pb="4" css={{ scrollbarWidth: 'thin' }}>
        {data === undefined && error === null
          ? [70, 55, 80, 62].map((width) => <Skeleton key={width} h="4" w={`${width}%`} my="3" ms="2.5" />)
          : null}
        {data === undefined && error !== null ? (
          <ErrorState title={t.nav.label} error={error} onRetry={() => void refetch()} />
        ) : null}
        {tree.folders.map((folder) => {
          const isOpen = !closed.has(folder.name);
          return (
            <Box key={folder.name} mb="1">
              <NavItem
                before={<FolderToggle folder={folder} isOpen={isOpen} onToggle={() => toggle(folder.name)} />}
                icon={null}
                label={folder.name}
                unread={folder.unread}
                isCurrent={place?.kind === 'folder' && place.name === folder.name}
                onSelect={() => onGo({ kind: 'folder', name: folder.name })}
                strong
              />
              {isOpen ? <Box ps="4">{feedList(folder.feeds, t.nav.folder(folder.name))}</Box> : null}
            </Box>
          );
        })}
        {feedList(tree.loose, t.feed.noFolder)}
      </Box>
      {footer}
      {menu === null ? null : (
        <ErrorBoundary pane="window" onBack={() => setMenu(null)}>
          <Suspense>
            <FeedMenu
              target={menu}
              onClose={() => setMenu(null)}
              onAsk={(feed, question) => setAsked({ feed, question })}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      {asked === null ? null : (
        <ErrorBoundary pane="window" onBack={() => setAsked(null)}>
          <Suspense>
            <FeedDialog
              question={asked.question}
              feed={data?.items.find(({ feed_id }) => feed_id === asked.feed.feed_id) ?? asked.feed}
              folders={tree.folders.map((folder) => folder.name)}
              onClose={() => setAsked(null)}
              onGone={() => onGo({ kind: 'all' })}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </Flex>
  );
};
