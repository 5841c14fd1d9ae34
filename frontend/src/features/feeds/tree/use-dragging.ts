import { type RefCallback, useEffect, useState } from 'react';
import type { FeedTree } from '../folders.ts';
import type { attachLine, DragEvents, Held } from './drag.ts';
import { type DropEdge, type DropPlan, edgeAt, planDrop } from './drop.ts';
import type { TreeLine } from './lines.ts';

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
