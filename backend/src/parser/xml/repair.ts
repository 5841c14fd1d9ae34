import { endsLeaf, isItem, isVoid, leafOf } from './feed-elements.ts';
import type { Leaf, Root } from './feed-elements.ts';
import { MAX_DEPTH, MAX_ELEMENTS } from './outline.ts';
import { escapeStrayAmpersands, repairAttributes, startTagEnd } from './repair-tag.ts';

/** A document after it was made well-formed. */
export type Repaired = {
  root: Root;
  text: string;
  /** Number of complete items. */
  items: number;
  /** Returns the feed without items, each complete item, and a function that makes a document from some of them. */
  split: () => { head: string; items: string[]; around: (items: string) => string };
};

type Element = { name: string; raw: string; leaf: Leaf };

const NAME = /[A-Za-z_\u00c0-\uffff][\w.:\u00b7-\uffff-]*/y;
/** Names that parsers refuse, because every JavaScript object has these keys. */
const RESERVED = /^(?:__proto__|prototype|constructor)$/;

/** Limit on the elements of one item; beyond it, the text is kept without its tags. */
const MAX_ELEMENTS_OF_ITEM = 20_000;

const nameAt = (text: string, at: number): string | null => {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? null;
};

/**
 * Creates a writer of the repaired document. It keeps a stack of open elements, closes unclosed ones and drops end tags
 * that close nothing. Every element is pushed and popped at most once, so the time is linear.
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
  /** Returns the depth of the stack around an item: the root and, in RSS, the channel. */
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
      // Dropped elements do not count, so they take nothing from later items.
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
      // Root and channel stay open until the document ends, because an end tag that comes too early would cut off the
      // rest.
      if (stack[0]?.name === name || (name === 'channel' && frame() === 2)) {
        popTo(frame());
        return;
      }
      while (stack.at(-1)?.name !== name) {
        pop();
      }
      pop();
    },
    /** Ends the document. An item that is still open is removed, because it is incomplete. */
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

/**
 * Positions of closing sequences: the last of each kind, and the next end of a CDATA section. They prevent repeated
 * searches to the end of the document.
 */
type Limits = { comment: number; cdata: number; bracket: number; nextCdataEnd: number };

const ATOM_ROOT = ' xmlns="http://www.w3.org/2005/Atom"';

/** Removes a default namespace from `<rss>`, because it would move every element of the feed into that namespace. */
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
  // The end of the section is missing, so the section ends with the element that contains it.
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

/** Reads the markup at `open`, which is the index of a `<`, and returns the index at which to continue. */
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
 * Makes any document well-formed, in linear time. Comments, processing instructions, document types and stray end tags
 * are dropped; elements are closed; attributes are quoted; stray ampersands and brackets are escaped; elements deeper
 * than MAX_DEPTH are unwrapped; an item that the end of the document cuts off is left out. The text must begin at the
 * root; `root` is the kind of root, which is added if it is missing.
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
