import { isItem, leafOf, type Leaf, type Root } from './feed-elements.ts';

type Element = { name: string; raw: string; leaf: Leaf };

/** A repaired document while it is written. `raw` names are as in the source, `name` is in lower case. */
export type Draft = {
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

export const emptyDraft = (root: Root): Draft => ({
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
export const frameDepth = ({ root, stack }: Draft): number =>
  root !== 'rdf' && stack[1]?.name === 'channel' ? 2 : Math.min(1, stack.length);

const countOpen = ({ openCounts }: Draft, name: string, by: number): void => {
  openCounts.set(name, (openCounts.get(name) ?? 0) + by);
};

/** Notes that the item that is open begins with the next piece. */
export const beginItem = (draft: Draft): void => {
  draft.itemFrom = draft.pieces.length;
  if (draft.firstItem === -1) {
    draft.firstItem = draft.itemFrom;
  }
};

/** Notes that the open item is complete. */
export const completeItem = (draft: Draft): void => {
  draft.items.push([draft.itemFrom, draft.pieces.length]);
  draft.itemFrom = -1;
};

/** Writes a start tag; unless it closes itself, its element is open from then on. */
export const openElement = (draft: Draft, raw: string, attributes: string, isClosed: boolean): void => {
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
export const closeElement = (draft: Draft): void => {
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
export const closeTo = (draft: Draft, depth: number): void => {
  while (draft.stack.length > depth) {
    closeElement(draft);
  }
};
