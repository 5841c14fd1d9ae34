import { type ReactNode, type RefObject, useState, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Feed } from '@omomi/backend/contract';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useOpenFolders } from '../../../lib/open-folders.ts';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { densePointer, lineHeights, useMedia } from '../../../lib/screen.ts';
import { type FeedTree as Tree, type Place, useFileFeed, useMoveFolder } from '../folders.ts';
import { type TreeLine as Line, keyOf, linesOf, placeOfLine } from './lines.ts';
import { type LineActions, TreeLine } from './tree-line.tsx';
import { type DropPlan, useDragging } from './use-dragging.ts';
import { useTreeFocus } from './use-tree-focus.ts';

/** Lines that are rendered above and below the visible ones. */
const OVERSCAN = 8;

type Props = {
  tree: Tree;
  place: Place | null;
  isUnreadOnly: boolean;
  /** True if the tree has what the reader looks for by name: all of that is shown. */
  isFound: boolean;
  /** The box that scrolls the tree together with what is around it; null if the tree scrolls by itself. */
  scroller: RefObject<HTMLElement | null> | null;
  /** The key of the line whose menu is open. */
  menuKey: string | null;
  addressOf: (place: Place) => string;
  onGo: (place: Place) => void;
  onMenu: (feed: Feed, button: HTMLElement) => void;
  onFolderMenu: (name: string, button: HTMLElement) => void;
  /** Shown above the lines. */
  children: ReactNode;
};

/** Returns functions for all lines, which stay the same, so that a line is rendered again only when it changes. */
const useLineActions = (props: Props, toggle: (name: string) => void, onChosen: () => void): LineActions => {
  const latest = useRef({ ...props, toggle, onChosen });
  useEffect(() => {
    latest.current = { ...props, toggle, onChosen };
  });
  return useMemo(
    () => ({
      go: (line) => {
        latest.current.onChosen();
        latest.current.onGo(placeOfLine(line));
      },
      toggle: (name) => latest.current.toggle(name),
      openMenu: (line, button) =>
        line.kind === 'folder'
          ? latest.current.onFolderMenu(line.folder.name, button)
          : latest.current.onMenu(line.feed, button),
    }),
    [],
  );
};

const useCarryOut = (tree: Tree) => {
  const { mutate: moveFolder } = useMoveFolder();
  const { mutate: fileFeed } = useFileFeed();
  return (plan: DropPlan): void => {
    if (plan.kind === 'folder') moveFolder({ items: tree.folders, from: plan.from, to: plan.to });
    else fileFeed(plan);
  };
};

type NearOf = {
  /** The box of the tree. */
  root: RefObject<HTMLElement | null>;
  /** The scrolled box: that of the tree, or one around it. */
  ref: RefObject<HTMLElement | null>;
  lines: readonly Line[];
  lineHeight: number;
  /** The line that the Tab key reaches. */
  activeKey: string | null;
  /** The line of the list that is shown. */
  currentKey: string | null;
};

/** Scrolls the tree to the line of the list that is shown, if it is out of view when that list is first shown. */
const useCurrentInView = ({ root, ref, lines, lineHeight, currentKey }: Omit<NearOf, 'activeKey'>): void => {
  const at = lines.findIndex(({ key }) => key === currentKey);
  const isThere = at !== -1;
  const latest = useRef(at);
  useLayoutEffect(() => {
    latest.current = at;
  });
  useLayoutEffect(() => {
    const box = ref.current;
    const list = root.current?.querySelector('ul');
    if (!isThere || !box || !list) return;
    const top = list.offsetTop - box.offsetTop + latest.current * lineHeight;
    const isInView = top >= box.scrollTop && top + lineHeight <= box.scrollTop + box.clientHeight;
    if (!isInView) box.scrollTop = top - box.clientHeight / 2;
  }, [root, ref, isThere, lineHeight, currentKey]);
};

/** Returns the lines near the visible ones, and the one that the Tab key reaches. */
const useNearLines = (of: NearOf) => {
  const { root, ref, lines, lineHeight, activeKey } = of;
  useCurrentInView(of);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const list = root.current?.querySelector('ul');
    if (ref.current && list) setScrollMargin(list.offsetTop - ref.current.offsetTop);
    // Parts above the lines may grow later, such as the saved searches, but by less than the lines that are rendered out of sight.
    // A read mark changes the lines and not their number: asking for places then would have the browser lay out the page twice.
  }, [root, ref, lines.length]);
  const activeAt = lines.findIndex(({ key }) => key === activeKey);
  // Its answers change without a rendering of this hook's own, so nothing here memoises them.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => ref.current,
    estimateSize: () => lineHeight,
    getItemKey: (at) => lines[at]?.key ?? at,
    overscan: OVERSCAN,
    scrollMargin,
    initialRect: { width: 280, height: 600 },
    rangeExtractor: (range) => {
      const near = new Set(defaultRangeExtractor(range));
      if (activeAt !== -1) near.add(activeAt);
      return [...near].toSorted((a, b) => a - b);
    },
  });
  const near = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const line = lines[index];
    return line === undefined ? [] : [{ line, top: start - scrollMargin }];
  });
  return { near, height: virtualizer.getTotalSize() };
};

/**
 * Shows the folders with their feeds, then the feeds without a folder. Only the lines near the visible ones are in the
 * document. The whole tree is one Tab stop.
 */
const Lines = (props: Props & { lineHeight: number }) => {
  const { tree, place, isUnreadOnly, isFound, scroller, menuKey, addressOf, lineHeight, children } = props;
  const { t } = useI18n();
  const root = useRef<HTMLDivElement>(null);
  const ref = scroller ?? root;
  const { isOpen, toggle } = useOpenFolders(scroller !== null);
  const lines = useMemo(
    () =>
      linesOf(tree, {
        isOpen: isFound ? () => true : isOpen,
        isUnreadOnly: isUnreadOnly && !isFound,
        current: place,
      }),
    [tree, isOpen, isUnreadOnly, isFound, place],
  );
  const currentKey = keyOf(place);
  const { activeKey, stopBrowsing, handlers } = useTreeFocus({ ref: root, lines, currentKey, toggle });
  const actions = useLineActions(props, toggle, stopBrowsing);
  const { load, dragOf, over } = useDragging({ tree, lines, onDrop: useCarryOut(tree) });
  const { near, height } = useNearLines({ root, ref, lines, lineHeight, activeKey, currentKey });
  return (
    <div ref={root} className={`feed-tree${scroller === null ? ' is-scrolled' : ''}`} onPointerEnter={load}>
      {children}
      <ul aria-label={t.nav.label} style={{ height }} {...handlers}>
        {near.map(({ line, top }) => (
          <TreeLine
            key={line.key}
            line={line}
            href={addressOf(placeOfLine(line))}
            isCurrent={line.key === currentKey}
            isMenuOpen={line.key === menuKey}
            isActive={line.key === activeKey}
            top={top}
            edge={over?.key === line.key ? over.edge : null}
            actions={actions}
            drag={dragOf(line.key)}
          />
        ))}
      </ul>
    </div>
  );
};

export const FeedTree = (props: Props) => {
  const isDense = useMedia(densePointer);
  const lineHeight = isDense ? lineHeights.dense : lineHeights.touch;
  return <Lines key={lineHeight} {...props} lineHeight={lineHeight} />;
};
