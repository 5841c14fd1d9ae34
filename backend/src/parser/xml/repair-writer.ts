import {
  isItem,
  leafOf,
  type Leaf,
  type Root,
  endsLeaf,
  isVoid,
  MAX_DEPTH,
  MAX_ELEMENTS,
} from './outline.ts';
import { escapeStrayAmpersands } from './repair-tag.ts';

type Element = { name: string; raw: string; leaf: Leaf };

/** A repaired document while it is written. `raw` names are as in the source, `name` is in lower case. */
type Draft = {
  root: Root;
  pieces: string[];
  /** The open elements, the root first. */
  stack: Element[];
  /** Number of open elements by name. */
  openCounts: Map<string, number>;
  /** Depth of the outermost open text element; -1 if none is open. */
  leafAt: number;
  /** The complete items as ranges of pieces. */
  items: [from: number, to: number][];
  /** Index of the first item's first piece; -1 before the first item. */
  firstItem: number;
  /** Index of the open item's first piece; -1 if no item is open. */
  itemFrom: number;
};

const emptyDraft = (root: Root): Draft => ({
  root,
  pieces: [],
  stack: [],
  openCounts: new Map(),
  leafAt: -1,
  items: [],
  firstItem: -1,
  itemFrom: -1,
});

/** Returns the number of open elements around an item: the root and, in RSS, the channel. */
const frameDepth = ({ root, stack }: Draft): number =>
  root !== 'rdf' && stack[1]?.name === 'channel' ? 2 : Math.min(1, stack.length);

const countOpen = ({ openCounts }: Draft, name: string, by: number): void => {
  openCounts.set(name, (openCounts.get(name) ?? 0) + by);
};

/** Notes that the item that is open begins with the next piece. */
const beginItem = (draft: Draft): void => {
  draft.itemFrom = draft.pieces.length;
  if (draft.firstItem === -1) {
    draft.firstItem = draft.itemFrom;
  }
};

/** Notes that the open item is complete. */
const completeItem = (draft: Draft): void => {
  draft.items.push([draft.itemFrom, draft.pieces.length]);
  draft.itemFrom = -1;
};

/** Writes a start tag; unless it closes itself, its element is open from then on. */
const openElement = (draft: Draft, raw: string, attributes: string, isClosed: boolean): void => {
  const { pieces, stack } = draft;
  pieces.push(`<${raw}${attributes}${isClosed ? '/>' : '>'}`);
  if (isClosed) {
    return;
  }
  const name = raw.toLowerCase();
  const leaf = leafOf(name);
  if (leaf !== null && draft.leafAt === -1) {
    draft.leafAt = stack.length;
  }
  stack.push({ name, raw, leaf });
  countOpen(draft, name, 1);
};

/** Writes the end tag of the innermost open element. */
const closeElement = (draft: Draft): void => {
  const { pieces, stack } = draft;
  const element = stack.pop();
  if (element === undefined) {
    return;
  }
  countOpen(draft, element.name, -1);
  pieces.push(`</${element.raw}>`);
  if (stack.length <= draft.leafAt) {
    draft.leafAt = -1;
  }
  if (draft.itemFrom !== -1 && isItem(element.name) && stack.length === frameDepth(draft)) {
    completeItem(draft);
  }
};

/** Closes the innermost elements until `depth` elements are open. */
const closeTo = (draft: Draft, depth: number): void => {
  while (draft.stack.length > depth) {
    closeElement(draft);
  }
};

/** A document after it was made well-formed. */
export type Repaired = {
  root: Root;
  text: string;
  /** Number of complete items. */
  items: number;
  /** Returns the feed without items, each complete item, and a function that makes a document from some of them. */
  split: () => { head: string; items: string[]; around: (items: string) => string };
};

export type Writer = {
  text: (text: string) => void;
  cdata: (content: string) => void;
  /** Returns the name of the innermost open element; null if none is open. */
  top: () => string | null;
  start: (raw: string, attributes: string, isClosed: boolean) => void;
  end: (raw: string) => void;
  /** Ends the document. An item that is still open is removed, because it is incomplete. */
  finish: () => Repaired;
};

/** Names that parsers refuse, because every JavaScript object has these keys. */
const RESERVED = /^(?:__proto__|prototype|constructor)$/;

/** Limit on the elements of one item; beyond it, the text is kept without its tags. */
const MAX_ELEMENTS_OF_ITEM = 20_000;

/** The elements written so far, and those dropped because they exceed a limit. */
type Counts = {
  elements: number;
  elementsOfItem: number;
  /** Number of dropped start tags by name, less the end tags dropped with them. */
  dropped: Map<string, number>;
};

/**
 * Writes a start tag:
 * 1. Close the elements that it shows to be unclosed: an open item before a new one, an open text element before an
 *    element that no text contains.
 * 2. Drop the tag if the document has reached a limit on elements or on their depth.
 * 3. Write the tag.
 */
const startTag = (draft: Draft, counts: Counts, raw: string, attributes: string, isClosed: boolean): void => {
  const { stack } = draft;
  const name = raw.toLowerCase();
  if (RESERVED.test(name)) {
    return;
  }
  const isNewItem = isItem(name) && stack.length > 0;
  if (isNewItem) {
    closeTo(draft, frameDepth(draft));
    beginItem(draft);
    counts.elementsOfItem = 0;
  } else if (draft.leafAt !== -1 && endsLeaf(name, stack[draft.leafAt]?.leaf ?? null)) {
    closeTo(draft, draft.leafAt);
  }

  const isFull = counts.elements >= MAX_ELEMENTS || counts.elementsOfItem >= MAX_ELEMENTS_OF_ITEM;
  if (stack.length >= MAX_DEPTH || (isFull && !isNewItem)) {
    counts.dropped.set(name, (counts.dropped.get(name) ?? 0) + (isClosed ? 0 : 1));
    return;
  }

  // Dropped elements do not count, so they take nothing from later items.
  counts.elements += 1;
  counts.elementsOfItem += 1;
  openElement(draft, raw, attributes, isClosed || (draft.leafAt !== -1 && isVoid(name)));
  if (isNewItem && isClosed) {
    completeItem(draft);
  }
};

/** Closes the innermost element of this name and those within it. Drops an end tag that closes nothing. */
const endTag = (draft: Draft, { dropped }: Counts, raw: string): void => {
  const { stack, openCounts } = draft;
  const name = raw.toLowerCase();
  const droppedStarts = dropped.get(name) ?? 0;
  if (droppedStarts > 0) {
    dropped.set(name, droppedStarts - 1);
    return;
  }
  if ((openCounts.get(name) ?? 0) === 0) {
    return;
  }
  // Root and channel stay open until the document ends, because an end tag that comes too early would cut off the rest.
  if (stack[0]?.name === name || (name === 'channel' && frameDepth(draft) === 2)) {
    closeTo(draft, frameDepth(draft));
    return;
  }
  while (stack.at(-1)?.name !== name) {
    closeElement(draft);
  }
  closeElement(draft);
};

const startTags = (names: readonly string[]): string => names.map((name) => `<${name}>`).join('');
const endTags = (names: readonly string[]): string =>
  names
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');

const finish = (draft: Draft): Repaired => {
  const { root, pieces, stack, items, firstItem } = draft;
  if (draft.itemFrom !== -1) {
    pieces.length = draft.itemFrom;
    stack.length = frameDepth(draft);
  }
  const frame = stack.slice(0, frameDepth(draft)).map(({ raw }) => raw);
  const frameEnd = pieces.length;
  closeTo(draft, 0);

  const open = (pieces[0] ?? '') + startTags(frame.slice(1));
  const close = endTags(frame);
  const headEnd = firstItem === -1 ? frameEnd : Math.min(firstItem, frameEnd);
  return {
    root,
    text: pieces.join(''),
    items: items.length,
    split: () => ({
      head: pieces.slice(0, headEnd).join('') + close,
      items: items.map(([from, to]) => pieces.slice(from, to).join('')),
      around: (some) => open + some + close,
    }),
  };
};

/**
 * Creates a writer of the repaired document. It keeps a stack of open elements, closes unclosed ones and drops end tags
 * that close nothing. Every element is opened and closed at most once, so the time is linear.
 */
export const createWriter = (root: Root): Writer => {
  const draft = emptyDraft(root);
  const { pieces, stack } = draft;
  const counts: Counts = { elements: 0, elementsOfItem: 0, dropped: new Map() };
  return {
    text: (text) => {
      if (stack.length > 0 && text !== '') {
        pieces.push(escapeStrayAmpersands(text));
      }
    },
    cdata: (content) => {
      if (stack.length > 0) {
        pieces.push(`<![CDATA[${content}]]>`);
      }
    },
    top: () => stack.at(-1)?.raw ?? null,
    start: (raw, attributes, isClosed) => startTag(draft, counts, raw, attributes, isClosed),
    end: (raw) => endTag(draft, counts, raw),
    finish: () => finish(draft),
  };
};
