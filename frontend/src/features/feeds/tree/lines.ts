import type { Feed } from '@omomi/backend/contract';
import { haveSameValues } from '../../../lib/same-values.ts';
import type { FeedTree, Folder, Place } from '../folders.ts';

/** Where a line stands among its siblings. */
type Standing = {
  key: string;
  /** 1 for a folder and a feed without one, 2 for a feed in a folder. */
  level: 1 | 2;
  /** Its place among its siblings, from 1, and their number. */
  place: number;
  of: number;
};

type FolderLine = Standing & { kind: 'folder'; folder: Folder; isOpen: boolean };
type FeedLine = Standing & { kind: 'feed'; feed: Feed };
/** A line of the sidebar: a folder, or a feed. */
export type TreeLine = FolderLine | FeedLine;

type Choice = {
  isOpen: (folder: string) => boolean;
  /** True if only what has unread articles is shown, and where the reader is. */
  isUnreadOnly: boolean;
  /** The list that the page shows. */
  current: Place | null;
};

export const folderKey = (name: string): string => `folder:${name}`;
export const feedKey = (feedId: string): string => `feed:${feedId}`;

/** Returns the key of the line of a place; null if it has none. */
export const keyOf = (place: Place | null): string | null => {
  if (place?.kind === 'folder') return folderKey(place.name);
  return place?.kind === 'feed' ? feedKey(place.feedId) : null;
};

export const nameOf = (line: TreeLine): string =>
  line.kind === 'folder' ? line.folder.name : line.feed.title;

export const placeOfLine = (line: TreeLine): Place =>
  line.kind === 'folder'
    ? { kind: 'folder', name: line.folder.name }
    : { kind: 'feed', feedId: line.feed.feed_id };

/** True if two lines show the same. Folders are made anew with every change of the feeds. */
export const isSameLine = (a: TreeLine, b: TreeLine): boolean =>
  a.kind === 'folder' && b.kind === 'folder'
    ? a.folder.unread === b.folder.unread && haveSameValues({ ...a, folder: null }, { ...b, folder: null })
    : haveSameValues(a, b);

/** Returns the lines that the sidebar shows of the tree, from top to bottom. */
export const linesOf = (
  { folders, loose }: FeedTree,
  { isOpen, isUnreadOnly, current }: Choice,
): TreeLine[] => {
  const currentKey = keyOf(current);
  const isShown = (feed: Feed): boolean =>
    !isUnreadOnly || feed.has_unread || feed.unread_count > 0 || feedKey(feed.feed_id) === currentKey;
  const shown = folders
    .map((folder) => ({ folder, feeds: folder.feeds.filter(isShown) }))
    .filter(({ folder, feeds }) => feeds.length > 0 || folderKey(folder.name) === currentKey);
  const alone = loose.filter(isShown);
  const of = shown.length + alone.length;
  const feedLine = (feed: Feed, level: 1 | 2, place: number, siblings: number): FeedLine => ({
    kind: 'feed',
    key: feedKey(feed.feed_id),
    feed,
    level,
    place,
    of: siblings,
  });
  return [
    ...shown.flatMap(({ folder, feeds }, at): TreeLine[] => {
      const isFolderOpen = isOpen(folder.name);
      const head: FolderLine = {
        kind: 'folder',
        key: folderKey(folder.name),
        folder,
        isOpen: isFolderOpen,
        level: 1,
        place: at + 1,
        of,
      };
      return [head, ...(isFolderOpen ? feeds.map((feed, n) => feedLine(feed, 2, n + 1, feeds.length)) : [])];
    }),
    ...alone.map((feed, n) => feedLine(feed, 1, shown.length + n + 1, of)),
  ];
};
