import type { Feed } from '@omomi/backend/contract';
import { ItemWindows, useItemMenu } from '../../components/menus/item-menu.tsx';
import { loadPart } from '../../lib/load-part.tsx';
import { siblingsOf, type FeedTree as Tree } from './folders.ts';

const FeedMenu = loadPart(async () => (await import('./feed-menu.tsx')).FeedMenu);
const FeedDialog = loadPart(async () => (await import('./feed-dialogs.tsx')).FeedDialog);

const questions = ['rename', 'move', 'details', 'unsubscribe'] as const;
export type FeedQuestion = (typeof questions)[number];

/** Holds which menu and which window of the feeds is open. `kind` names the list whose feeds they are, for the address. */
export const useFeedWindows = (kind: 'feed' | 'row' | 'source', feeds: readonly Feed[]) =>
  useItemMenu<Feed, FeedQuestion>({ kind, items: feeds, idOf: ({ feed_id }) => feed_id, questions });

type Props = {
  state: ReturnType<typeof useFeedWindows>;
  feeds: readonly Feed[];
  tree: Tree;
  /** Called when a feed is left, with the one that takes its place, if any. */
  onGone: (feed: Feed, replacement: string | null) => void;
};

/** Shows the menu of a feed and the dialog of its items. */
export const FeedWindows = ({ state, feeds, tree, onGone }: Props) => (
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
