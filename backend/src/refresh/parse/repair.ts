import { endsLeaf, isItem, isVoid, leafOf } from './feed-elements.ts';
import type { Leaf, Root } from './feed-elements.ts';
import { MAX_DEPTH, MAX_ELEMENTS } from './outline.ts';
import { escapeStrayAmpersands, repairAttributes, startTagEnd } from './repair-tag.ts';

/** A document made well-formed. */
export type Repaired = {
  root: Root;
  text: string;
  /** How many whole items it has. */
  items: number;
  /** The feed without items, each whole item, and what makes a document of some of them. */
  split: () => { head: string; items: string[]; around: (items: string) => string };
};

type Element = { name: string; raw: string; leaf: Leaf };

const NAME = /[A-Za-z_\u00c0-\uffff][\w.:\u00b7-\uffff-]*/y;
/** Names that parsers refuse since they are keys of every JavaScript object. */
const RESERVED = /^(?:__proto__|prototype|constructor)$/;

/** An item with more elements keeps its text without them. */
const MAX_ELEMENTS_OF_ITEM = 20_000;

const nameAt = (text: string, at: number): string | null => {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? null;
};

/**
 * Writes the repaired document: keeps the stack of open elements, closes what was not closed and drops what closes
 * nothing. Every element is pushed and popped at most once, so it is linear.
 */
const createWriter = (root: Root) => {
  const pieces: string[] = [];
  const stack: Element[] = [];
  const openCounts = new Map<string, number>();
  const droppedCounts = new Map<string, number>();
  const items: [from: number, to: number][] = [];
  let firstItem = -1;
  let itemFrom = -1;
  let leafAt = -1;
  let elements = 0;
  let elementsOfItem = 0;

  const count = (name: string, by: number): void => {
    openCounts.set(name, (openCounts.get(name) ?? 0) + by);
  };
  /** How much of the stack an item stands in: the root, and in RSS its channel. */
  const frame = (): number =>
    root !== 'rdf' && stack[1]?.name === 'channel' ? 2 : Math.min(1, stack.length);
  const pop = (): void => {
    const element = stack.pop();
    if (element === undefined) {
      return;
    }
    count(element.name, -1);
    pieces.push(`</${element.raw}>`);
    if (stack.length <= leafAt) {
      leafAt = -1;
    }
    if (itemFrom !== -1 && isItem(element.name) && stack.length === frame()) {
      items.push([itemFrom, pieces.length]);
      itemFrom = -1;
    }
  };
  const popTo = (length: number): void => {
    while (stack.length > length) {
      pop();
    }
  };
  const push = (raw: string, name: string, attributes: string, isClosed: boolean): void => {
    pieces.push(`<${raw}${attributes}${isClosed ? '/>' : '>'}`);
    if (isClosed) {
      return;
    }
    const leaf = leafOf(name);
    if (leaf !== null && leafAt === -1) {
      leafAt = stack.length;
    }
    stack.push({ name, raw, leaf });
    count(name, 1);
  };

  return {
    text: (text: string): void => {
      if (stack.length > 0 && text !== '') {
        pieces.push(escapeStrayAmpersands(text));
      }
    },
    cdata: (content: string): void => {
      if (stack.length > 0) {
        pieces.push(`<![CDATA[${content}]]>`);
      }
    },
    top: (): string | null => stack.at(-1)?.raw ?? null,
    start: (raw: string, attributes: string, isClosed: boolean): void => {
      const name = raw.toLowerCase();
      if (RESERVED.test(name)) {
        return;
      }
      const isNewItem = isItem(name) && stack.length > 0;
      if (isNewItem) {
        popTo(frame());
        itemFrom = pieces.length;
        elementsOfItem = 0;
        firstItem = firstItem === -1 ? itemFrom : firstItem;
      } else if (leafAt !== -1 && endsLeaf(name, stack[leafAt]?.leaf ?? null)) {
        popTo(leafAt);
      }
      const isTooMany = !isNewItem && (elements >= MAX_ELEMENTS || elementsOfItem >= MAX_ELEMENTS_OF_ITEM);
      if (stack.length >= MAX_DEPTH || isTooMany) {
        droppedCounts.set(name, (droppedCounts.get(name) ?? 0) + (isClosed ? 0 : 1));
        return;
      }
      // Those that were dropped cost the items after them nothing.
      elements += 1;
      elementsOfItem += 1;
      push(raw, name, attributes, isClosed || (leafAt !== -1 && isVoid(name)));
      if (isNewItem && isClosed) {
        items.push([itemFrom, pieces.length]);
        itemFrom = -1;
      }
    },
    end: (raw: string): void => {
      const name = raw.toLowerCase();
      const dropped = droppedCounts.get(name) ?? 0;
      if (dropped > 0) {
        droppedCounts.set(name, dropped - 1);
        return;
      }
      if ((openCounts.get(name) ?? 0) === 0) {
        return;
      }
      // Root and channel end with the document: an end tag of theirs too early would cut off what follows.
      if (stack[0]?.name === name || (name === 'channel' && frame() === 2)) {
        popTo(frame());
        return;
      }
      while (stack.at(-1)?.name !== name) {
        pop();
      }
      pop();
    },
    /** Ends the document; an item that is still open is cut off, for it is not whole. */
    finish: (): Repaired => {
      if (itemFrom !== -1) {
        pieces.length = itemFrom;
        stack.length = frame();
      }
      const around = stack.slice(0, frame()).map((element) => element.raw);
      const frameEnd = pieces.length;
      popTo(0);
      const close = around
        .toReversed()
        .map((name) => `</${name}>`)
        .join('');
      const open =
        (pieces[0] ?? '') +
        around
          .slice(1)
          .map((name) => `<${name}>`)
          .join('');
      return {
        root,
        text: pieces.join(''),
        items: items.length,
        split: () => ({
          head: pieces.slice(0, firstItem === -1 ? frameEnd : Math.min(firstItem, frameEnd)).join('') + close,
          items: items.map(([from, to]) => pieces.slice(from, to).join('')),
          around: (some) => open + some + close,
        }),
      };
    },
  };
};

type Writer = ReturnType<typeof createWriter>;

/** Bounds of what is searched for, found once, so that no search runs to the end of the document twice. */
type Limits = { comment: number; cdata: number; bracket: number; nextCdataEnd: number };

const ATOM_ROOT = ' xmlns="http://www.w3.org/2005/Atom"';

/** A default namespace on `<rss>` would move every element of the feed into it. */
const rootAttributes = (root: Root, attributes: string): string =>
  root === 'rss' ? attributes.replace(/ xmlns="[^"]*"/, '') : attributes;

const readCdata = (text: string, open: number, limits: Limits, writer: Writer): number => {
  const from = open + 9;
  if (limits.nextCdataEnd < from && limits.cdata >= from) {
    limits.nextCdataEnd = text.indexOf(']]>', from);
  }
  const end = limits.cdata >= from ? limits.nextCdataEnd : -1;
  const region = end === -1 ? null : text.slice(from, end);
  const nested = region === null ? -1 : region.indexOf('<![CDATA[');
  if (region !== null && nested === -1) {
    writer.cdata(region);
    return end + 3;
  }
  // Its end is missing: it went as far as the element it stands in.
  const closer = `</${writer.top() ?? ''}`;
  const stop = region === null ? text.indexOf(closer, from) : from + region.slice(0, nested).indexOf(closer);
  if (region !== null && stop < from) {
    writer.cdata(region);
    return end + 3;
  }
  if (stop === -1 || writer.top() === null) {
    return text.length;
  }
  writer.cdata(text.slice(from, stop));
  return stop;
};

const skipTo = (text: string, closer: string, from: number, limit: number, otherwise: number): number =>
  limit >= from ? text.indexOf(closer, from) + closer.length : otherwise;

/** Reads the markup at `open`, which is a `<`, and returns where to go on. */
const readMarkup = (
  text: string,
  open: number,
  next: number,
  limits: Limits,
  root: Root,
  writer: Writer,
): number => {
  const code = text.charCodeAt(open + 1);
  if (code === 33 || code === 63) {
    if (text.startsWith('<!--', open)) {
      return skipTo(text, '-->', open + 2, limits.comment, open + 4);
    }
    return text.startsWith('<![CDATA[', open)
      ? readCdata(text, open, limits, writer)
      : skipTo(text, '>', open, limits.bracket, open + 2);
  }
  const isEnd = code === 47;
  const name = nameAt(text, open + (isEnd ? 2 : 1));
  const segment = text.slice(open, next);
  const close = name === null ? -1 : isEnd ? segment.indexOf('>') : startTagEnd(segment);
  if (name === null || (close === -1 && !isEnd)) {
    writer.text('&lt;');
    return open + 1;
  }
  if (isEnd) {
    writer.end(name);
    return close === -1 ? open + 2 + name.length : open + close + 1;
  }
  const inner = segment.slice(1 + name.length, close);
  const isRoot = writer.top() === null;
  const attributes = repairAttributes(inner);
  writer.start(name, isRoot ? rootAttributes(root, attributes) : attributes, inner.trimEnd().endsWith('/'));
  return open + close + 1;
};

/**
 * Makes a document well-formed, whatever it is, in linear time: comments, processing instructions and document types
 * dropped, elements closed, stray end tags dropped, attributes quoted, stray ampersands and brackets escaped, elements
 * deeper than MAX_DEPTH unwrapped, an item that the document breaks off in left out. Call it on text that begins at
 * the root; `root` says which root that is, and where it is missing it is written.
 */
export const repairXml = (text: string, root: Root, hasRoot: boolean): Repaired => {
  const writer = createWriter(root);
  const limits: Limits = {
    comment: text.lastIndexOf('-->'),
    cdata: text.lastIndexOf(']]>'),
    bracket: text.lastIndexOf('>'),
    nextCdataEnd: -1,
  };
  if (root === 'channel' || !hasRoot) {
    const isAtom = root === 'feed';
    writer.start(isAtom ? 'feed' : 'rss', isAtom ? ATOM_ROOT : ' version="2.0"', false);
  }
  if (!hasRoot && root !== 'feed') {
    writer.start('channel', '', false);
  }
  let from = 0;
  let open = text.indexOf('<');
  while (open !== -1) {
    writer.text(text.slice(from, open));
    const next = text.indexOf('<', open + 1);
    from = readMarkup(text, open, next === -1 ? text.length : next, limits, root, writer);
    open = next !== -1 && next >= from ? next : text.indexOf('<', from);
  }
  writer.text(text.slice(from));
  return writer.finish();
};
