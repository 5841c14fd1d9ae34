import { type ReactNode, useMemo, useState, useRef } from 'react';
import type { Feed } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { readStored, writeStored } from '../../lib/storage.ts';
import '../../components/bones.css';
import { useRoving } from '../../components/use-roving.ts';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { BookmarkIcon, DotIcon, InboxIcon, PlusIcon } from '../../components/icons.tsx';
import { ErrorState } from '../../components/page/states.tsx';
import { useI18n } from '../../lib/i18n/language.tsx';
import { NavItem } from '../../components/nav-items.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { FeedWindows, useFeedWindows, FolderWindows, useFolderWindows } from './windows.tsx';
import { FeedTree } from './tree/feed-tree.tsx';
import { feedKey, folderKey } from './tree/lines.ts';
import { type Place, type FeedTree as Tree, useTree } from './folders.ts';

const storageKey = 'omomi.unread-only';

/** Returns whether the sidebar shows only feeds with unread articles, which this browser remembers. */
const useUnreadOnly = () => {
  const [isUnreadOnly, setState] = useState(() => readStored(storageKey) === 'true');
  const setUnreadOnly = (isOn: boolean): void => {
    writeStored(storageKey, String(isOn));
    setState(isOn);
  };
  return { isUnreadOnly, setUnreadOnly };
};

/** Returns what the reader looks for by name of a tree; `none` says that there is nothing. Null shows all. */
export type Find = { in: (tree: Tree) => Tree; none: ReactNode };

type Props = {
  /** The list that is shown; null if the page shows no articles. */
  place: Place | null;
  addressOf: (place: Place) => string;
  onGo: (place: Place) => void;
  onAddFeed: () => void;
  /** The name of the page, and on a phone a box that filters; both stay while the rest scrolls. */
  top: ReactNode;
  header: ReactNode;
  /** Lists of the reader's own, above the feeds. */
  searches: ReactNode;
  footer: ReactNode;
  /** In a drawer all of it is one scroll. Elsewhere the feeds scroll between the places and the other pages. */
  isDrawer: boolean;
  find: Find | null;
};

type ListsProps = Pick<Props, 'place' | 'addressOf' | 'onGo'> & { unread: number | null };

const Lists = ({ place, unread, addressOf, onGo }: ListsProps) => {
  const { t } = useI18n();
  return (
    <div className="nav-group">
      <NavItem
        icon={<InboxIcon />}
        label={t.nav.all}
        unread={unread}
        isCurrent={place?.kind === 'all'}
        href={addressOf({ kind: 'all' })}
        onSelect={() => onGo({ kind: 'all' })}
      />
      <NavItem
        icon={<BookmarkIcon />}
        label={t.nav.saved}
        unread={null}
        isCurrent={place?.kind === 'saved'}
        href={addressOf({ kind: 'saved' })}
        onSelect={() => onGo({ kind: 'saved' })}
      />
    </div>
  );
};

type HeadingProps = { isUnreadOnly: boolean; onUnreadOnly: (isOn: boolean) => void; onAddFeed: () => void };

const FeedsHeading = ({ isUnreadOnly, onUnreadOnly, onAddFeed }: HeadingProps) => {
  const { t } = useI18n();
  const tools = useRef<HTMLDivElement>(null);
  useRoving(tools, 'horizontal');
  return (
    <div className="feeds-head">
      <h2>{t.nav.label}</h2>
      <div ref={tools} role="toolbar" aria-label={t.nav.tools}>
        <IconButton
          label={t.nav.unreadOnly}
          icon={<DotIcon filled={isUnreadOnly} />}
          aria-pressed={isUnreadOnly}
          data-stop=""
          onClick={() => onUnreadOnly(!isUnreadOnly)}
        />
        <IconButton label={t.nav.addFeed} icon={<PlusIcon />} data-stop="" onClick={onAddFeed} />
      </div>
    </div>
  );
};

const Waiting = ({ isPending }: { isPending: boolean }) =>
  isPending
    ? [70, 55, 80, 62].map((width) => (
        <div
          key={width}
          className="bone"
          style={{
            width: `${width}%`,
            height: '1rem',
            marginBlock: '0.75rem',
            marginInlineStart: '0.625rem',
          }}
        />
      ))
    : null;

/** Returns the key of the line whose menu is open. */
const menuKeyOf = (feed: Feed | undefined, folder: string | undefined): string | null => {
  if (feed !== undefined) return feedKey(feed.feed_id);
  return folder === undefined ? null : folderKey(folder);
};

type WindowsProps = Pick<Props, 'place' | 'onGo'> & {
  feeds: Feed[];
  tree: Tree;
  ofFeed: ReturnType<typeof useFeedWindows>;
  ofFolder: ReturnType<typeof useFolderWindows>;
};

/** The menus and windows of feeds and folders. The reader stays with a feed or folder that gets another address or name. */
const Windows = ({ place, onGo, feeds, tree, ofFeed, ofFolder }: WindowsProps) => (
  <>
    <FeedWindows
      state={ofFeed}
      feeds={feeds}
      tree={tree}
      onGone={(feed, replacement) => {
        if (replacement === null) onGo({ kind: 'all' });
        else if (place?.kind === 'feed' && place.feedId === feed.feed_id)
          onGo({ kind: 'feed', feedId: replacement });
      }}
    />
    <FolderWindows
      state={ofFolder}
      folders={tree.folders}
      onRenamed={(from, to) => {
        if (place?.kind !== 'folder' || place.name !== from) return;
        onGo(to === null ? { kind: 'all' } : { kind: 'folder', name: to });
      }}
    />
  </>
);

/** The places above the feeds, with one Tab stop for all of them. */
const Places = ({ children }: { children: ReactNode }) => {
  const places = useRef<HTMLDivElement>(null);
  useRoving(places);
  return (
    <div ref={places} className="places">
      {children}
    </div>
  );
};

export const Sidebar = (props: Props) => {
  const { place, addressOf, onGo, onAddFeed, top, header, searches, footer, isDrawer, find } = props;
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(feedsQuery);
  const tree = useTree(data?.items);
  const feeds = data?.items ?? [];
  const windows = useFeedWindows('feed', feeds);
  const folderWindows = useFolderWindows(tree.folders);
  const { isUnreadOnly, setUnreadOnly } = useUnreadOnly();
  const box = useRef<HTMLDivElement>(null);
  const found = useMemo(() => find?.in(tree) ?? tree, [find, tree]);
  const isNoneFound = find !== null && found.folders.length + found.loose.length === 0;
  return (
    <nav ref={box} className="sidebar" aria-label={t.nav.label}>
      {top}
      {find === null ? (
        <>
          <Places>
            {header}
            <Lists {...props} unread={data === undefined ? null : tree.unread} />
            {searches}
          </Places>
          {isDrawer ? footer : null}
          <FeedsHeading isUnreadOnly={isUnreadOnly} onUnreadOnly={setUnreadOnly} onAddFeed={onAddFeed} />
        </>
      ) : null}
      <FeedTree
        tree={found}
        isFound={find !== null}
        scroller={isDrawer ? box : null}
        place={place}
        isUnreadOnly={isUnreadOnly}
        menuKey={menuKeyOf(windows.menu?.item, folderWindows.menu?.item)}
        addressOf={addressOf}
        onGo={onGo}
        onMenu={windows.toggleMenu}
        onFolderMenu={folderWindows.toggleMenu}
      >
        {isNoneFound ? find.none : null}
        <Waiting isPending={data === undefined && error === null} />
        {data === undefined && error !== null ? (
          <ErrorState title={t.nav.loadFailed} error={error} onRetry={() => void refetch()} />
        ) : null}
      </FeedTree>
      {isDrawer ? null : footer}
      <Windows {...props} feeds={feeds} tree={tree} ofFeed={windows} ofFolder={folderWindows} />
    </nav>
  );
};
