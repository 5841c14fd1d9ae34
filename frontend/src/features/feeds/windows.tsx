import type { Feed } from '@omomi/backend/contract';
import { ItemWindows, useItemMenu } from '../../components/menus/item-menu.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { type FeedTree as Tree, type Folder, siblingsOf } from './folders.ts';

const FeedMenu = loadPart(async () => (await import('./feed-menu.tsx')).FeedMenu);
const FeedDialog = loadPart(async () => (await import('./feed-dialogs.tsx')).FeedDialog);

const feedQuestions = ['rename', 'move', 'details', 'unsubscribe'] as const;
export type FeedQuestion = (typeof feedQuestions)[number];

/** Holds which menu and which window of the feeds is open. `kind` names the list whose feeds they are, for the address. */
export const useFeedWindows = (kind: 'feed' | 'row' | 'source', feeds: readonly Feed[]) =>
  useItemMenu<Feed, FeedQuestion>({
    kind,
    items: feeds,
    idOf: ({ feed_id }) => feed_id,
    questions: feedQuestions,
  });

type FeedWindowsProps = {
  state: ReturnType<typeof useFeedWindows>;
  feeds: readonly Feed[];
  tree: Tree;
  /** Called when a feed is left, with the one that takes its place, if any. */
  onGone: (feed: Feed, replacement: string | null) => void;
};

/** Shows the menu of a feed and the dialog of its items. */
export const FeedWindows = ({ state, feeds, tree, onGone }: FeedWindowsProps) => (
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
        onGone={(replacement) => onGone(feed, replacement)}
      />
    )}
  />
);

const FolderMenu = loadPart(async () => (await import('./folder-menu.tsx')).FolderMenu);
const FolderDialog = loadPart(async () => (await import('./folder-dialogs.tsx')).FolderDialog);

const folderQuestions = ['rename', 'delete'] as const;
export type FolderQuestion = (typeof folderQuestions)[number];

/** Holds which menu and which window of the folders is open. The items are their names. */
export const useFolderWindows = (folders: readonly Folder[]) =>
  useItemMenu<string, FolderQuestion>({
    kind: 'folder',
    items: folders.map(({ name }) => name),
    idOf: (name) => name,
    questions: folderQuestions,
  });

type FolderWindowsProps = {
  state: ReturnType<typeof useFolderWindows>;
  folders: readonly Folder[];
  /** A folder has another name; null if it is gone. */
  onRenamed: (from: string, to: string | null) => void;
};

/** Shows the menu of a folder and the dialog of its items. */
export const FolderWindows = ({ state, folders, onRenamed }: FolderWindowsProps) => (
  <ItemWindows
    state={state}
    menu={({ item: name, button }) => (
      <FolderMenu
        key={name}
        name={name}
        button={button}
        folders={folders}
        onClose={state.closeMenu}
        onAsk={state.ask}
      />
    )}
    dialog={({ item: name, question }) => (
      <FolderDialog
        name={name}
        question={question}
        onClose={state.closeDialog}
        onRenamed={(to) => onRenamed(name, to)}
      />
    )}
  />
);
