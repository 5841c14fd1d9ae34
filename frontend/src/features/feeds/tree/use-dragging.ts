import type { Feed } from '@omomi/backend/contract';
import { type RefCallback, useEffect, useState } from 'react';
import { type FeedTree, siblingsOf } from '../folders.ts';
import type { TreeLine } from './lines.ts';
import type { attachLine, DragEvents, Held } from './drag.ts';

/** The part of a line over which something is held: its upper edge, its middle, or its lower edge. */
export type DropEdge = 'before' | 'into' | 'after';

/** The move that a drop makes: of a folder among folders, or of a feed to a place in a folder or outside all of them. */
export type DropPlan =
  | { kind: 'folder'; from: number; to: number }
  | {
      kind: 'feed';
      feed: Feed;
      folder: string | null;
      /** The feeds of the folder, with this one at its present place or at the end. */
      items: Feed[];
      from: number;
      to: number;
    };

/**
 * Returns the part of a line at a height, both in pixels. A feed goes into a folder over the middle half of its line;
 * everything else goes above or below.
 */
export const edgeAt = (y: number, height: number, canTake: boolean): DropEdge => {
  if (canTake && y > height / 4 && y < (3 * height) / 4) return 'into';
  return y < height / 2 ? 'before' : 'after';
};

/** Returns the place of an item that is taken from `from` and put before what is at `target` now. */
const placeBefore = (from: number, target: number): number => (from < target ? target - 1 : target);

const planFolder = ({ folders }: FeedTree, name: string, over: TreeLine, edge: DropEdge): DropPlan | null => {
  // A feed stands for its folder. Folders come before the feeds without one.
  const other = over.kind === 'folder' ? over.folder.name : over.feed.folder;
  const from = folders.findIndex((folder) => folder.name === name);
  const at = other === null ? folders.length - 1 : folders.findIndex((folder) => folder.name === other);
  if (from === -1 || at === -1 || (other !== null && at === from)) return null;
  const isAfter = other === null || over.kind === 'feed' || edge !== 'before';
  const to = placeBefore(from, isAfter ? at + 1 : at);
  return to === from ? null : { kind: 'folder', from, to };
};

const planFeed = (tree: FeedTree, feed: Feed, over: TreeLine, edge: DropEdge): DropPlan | null => {
  const isOnFolder = over.kind === 'folder';
  // Above or below a closed folder there is no place for a feed, so it goes into the folder.
  const folder = isOnFolder ? over.folder.name : over.feed.folder;
  const siblings = siblingsOf(tree, { folder });
  const known = siblings.findIndex(({ feed_id }) => feed_id === feed.feed_id);
  if (isOnFolder && known !== -1) return null;
  const items = known === -1 ? [...siblings, feed] : siblings;
  const from = known === -1 ? siblings.length : known;
  const target = isOnFolder
    ? siblings.length
    : siblings.findIndex(({ feed_id }) => feed_id === over.feed.feed_id) + (edge === 'before' ? 0 : 1);
  const to = placeBefore(from, target);
  return known !== -1 && to === from ? null : { kind: 'feed', feed, folder, items, from, to };
};

/** Returns what dropping a line on a part of another does; null if it changes nothing. */
export const planDrop = (
  tree: FeedTree,
  dragged: TreeLine,
  over: TreeLine,
  edge: DropEdge,
): DropPlan | null => {
  if (dragged.key === over.key) return null;
  return dragged.kind === 'folder'
    ? planFolder(tree, dragged.folder.name, over, edge)
    : planFeed(tree, dragged.feed, over, edge);
};

type Offer = { key: string; edge: DropEdge; plan: DropPlan };

type Wiring = { tree: FeedTree; lines: readonly TreeLine[]; onDrop: (plan: DropPlan) => void };

/** Returns what dropping a held line does; null if it changes nothing. */
const offerFor = ({ tree, lines }: Wiring, held: Held): Offer | null => {
  const dragged = lines.find((line) => line.key === held.dragged);
  const over = lines.find((line) => line.key === held.over);
  if (dragged === undefined || over === undefined) return null;
  const edge = edgeAt(held.y, held.height, dragged.kind === 'feed' && over.kind === 'folder');
  const plan = planDrop(tree, dragged, over, edge);
  if (plan === null) return null;
  // A feed over any part of a folder goes into it.
  return { key: over.key, edge: plan.kind === 'feed' && over.kind === 'folder' ? 'into' : edge, plan };
};

/** Creates what the lines share while one is dragged. `onOffer` gets what a drop would do; null if nothing. */
const createDragging = (onOffer: (offer: Offer | null) => void) => {
  let attach: typeof attachLine | null = null;
  let wiring: Wiring | null = null;
  let shown: Offer | null = null;
  const refs = new Map<string, RefCallback<HTMLElement>>();
  const show = (next: Offer | null): void => {
    if (shown?.key !== next?.key || shown?.edge !== next?.edge) onOffer(next);
    shown = next;
  };
  const events: DragEvents = {
    onOver: (held) => show(wiring === null ? null : offerFor(wiring, held)),
    onDrop: (held) => {
      show(null);
      const plan = wiring === null ? undefined : offerFor(wiring, held)?.plan;
      if (plan !== undefined) wiring?.onDrop(plan);
    },
    onEnd: () => show(null),
  };
  const refOf = (key: string): RefCallback<HTMLElement> => {
    const ref =
      refs.get(key) ?? ((element) => (element === null ? undefined : attach?.(element, key, events)));
    refs.set(key, ref);
    return ref;
  };
  return {
    refOf,
    /** Loads the code. Without it the menus still move and file feeds, so a failure needs no message. */
    load: async (): Promise<boolean> => {
      attach = await import('./drag.ts').then(
        (part) => part.attachLine,
        () => null,
      );
      return attach !== null;
    },
    follow: (next: Wiring): void => {
      wiring = next;
    },
  };
};

const noDrag = (): undefined => undefined;

/**
 * Lets the lines of the sidebar be dragged. The code for that is loaded by `load`, when a pointer comes near. `dragOf` returns
 * the ref of a line, and `over` the line over which something is held, and which part of it.
 */
export const useDragging = (wiring: Wiring) => {
  const [isLoaded, setLoaded] = useState(false);
  const [over, setOver] = useState<Offer | null>(null);
  const [dragging] = useState(() => createDragging(setOver));
  useEffect(() => dragging.follow(wiring));
  const load = (): void => {
    if (!isLoaded) void dragging.load().then(setLoaded);
  };
  return { load, dragOf: isLoaded ? dragging.refOf : noDrag, over };
};
