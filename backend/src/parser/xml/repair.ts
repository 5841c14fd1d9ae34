import type { Root } from './outline.ts';
import { repairAttributes, startTagEnd } from './repair-tag.ts';
import { createWriter, type Repaired, type Writer } from './repair-writer.ts';

const NAME = /[A-Za-z_\u00c0-\uffff][\w.:\u00b7-\uffff-]*/y;

const nameAt = (text: string, at: number): string | null => {
  NAME.lastIndex = at;
  return NAME.exec(text)?.[0] ?? null;
};

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
