import { CATEGORY, MAX_CATEGORY } from '../fields/item-fields.ts';
import { isItem } from './outline.ts';

/** Longest text of an element in UTF-16 units of the source; far above the limits of the result (limits.ts). */
const MAX_TEXT = 65_536;
/** Limits for the name of a person, because the parser splits it at brackets in quadratic time. */
const MAX_PERSON = 1000;
const MAX_BRACKETS = 20;
/** Length of the longest character reference, which must not be cut in two. */
const MAX_REFERENCE = 12;

/** Elements whose text may be of any length. */
const LONG =
  /^(?:description|summary|content|encoded|subtitle|tagline|abstract|info|body|text|div|html|markdown|transcript)$/;
const PERSON = /^(?:author|contributor|creator|managingeditor|name|publisher|webmaster)$/;

/** Length to which element names are cut; no longer name has a meaning in a feed. */
const MAX_NAME = 100;

const nameAt = (text: string, at: number, limit: number): string => {
  const last = Math.min(limit, at + MAX_NAME);
  let end = at;
  while (end < last) {
    const code = text.charCodeAt(end);
    if (code <= 32 || code === 47) break;
    end += 1;
  }
  return text.slice(at, end);
};

const localName = (raw: string): string => raw.slice(raw.lastIndexOf(':') + 1).toLowerCase();

/**
 * Returns the longest text allowed in an element, regardless of its prefix and case; 0 for an item, which has no text
 * of its own.
 */
const limitOf = (raw: string): number => {
  const name = localName(raw);
  if (LONG.test(name)) return Infinity;
  if (PERSON.test(name)) return MAX_PERSON;
  if (CATEGORY.test(name)) return MAX_CATEGORY;
  return isItem(name) ? 0 : MAX_TEXT;
};

/**
 * The open elements by depth, in lists of numbers instead of objects for speed: every element of every document passes
 * through it.
 */
type Stack = { depth: number; limits: number[]; used: number[]; brackets: number[] };

/** Returns the index at which the text from `from` to `to` must end to stay within the limits of its element. */
const endWithin = (text: string, from: number, to: number, stack: Stack): number => {
  const at = stack.depth - 1;
  const limit = stack.limits[at] ?? Infinity;
  const used = stack.used[at] ?? 0;
  let end = Math.min(to, from + Math.max(0, limit - used));
  if (limit === MAX_PERSON) {
    let brackets = stack.brackets[at] ?? 0;
    for (let index = from; index < end; index += 1) {
      const code = text.charCodeAt(index);
      // Count < ( [ and &, because & may begin a reference to one of the others.
      if (code === 60 || code === 40 || code === 91 || code === 38) brackets += 1;
      if (brackets > MAX_BRACKETS) end = index;
    }
    stack.brackets[at] = brackets;
  }
  stack.used[at] = used + end - from;
  if (end === to) return to;
  const reference = text.slice(Math.max(from, end - MAX_REFERENCE), end).lastIndexOf('&');
  return reference === -1 ? end : Math.max(from, end - MAX_REFERENCE) + reference;
};

const push = (stack: Stack, limit: number): void => {
  stack.limits[stack.depth] = limit;
  stack.used[stack.depth] = 0;
  stack.brackets[stack.depth] = 0;
  stack.depth += 1;
};

/**
 * Returns a well-formed document in which the text of an element is cut if it is longer than any title, address, name,
 * category or date. Descriptions and contents stay whole. It makes one pass; a document within the limits is
 * returned unchanged.
 */
export const boundLeaves = (text: string): string => {
  const stack: Stack = { depth: 0, limits: [], used: [], brackets: [] };
  const limits = new Map<string, number>();
  const pieces: string[] = [];
  let copied = 0;
  /** Depth of the outermost open long element; everything inside belongs to its text. -1 if there is none. */
  let longAt = -1;
  const bound = (from: number, to: number): void => {
    if (longAt !== -1 || stack.depth === 0 || from >= to) return;
    const end = endWithin(text, from, to, stack);
    if (end === to) return;
    pieces.push(text.slice(copied, end));
    copied = to;
  };
  /** Drops the attributes of a category, whose start tag ends at `to`, if they are longer than its text may be. */
  const boundAttributes = (at: number, to: number): void => {
    if (longAt !== -1 || to - at <= MAX_CATEGORY) return;
    const name = nameAt(text, at, to);
    const end = at + name.length;
    if (to - end <= MAX_CATEGORY || !CATEGORY.test(localName(name))) return;
    pieces.push(text.slice(copied, end));
    copied = to;
  };
  let from = 0;
  let open = text.indexOf('<');
  while (open !== -1) {
    bound(from, open);
    const code = text.charCodeAt(open + 1);
    if (code === 33 || code === 63) {
      const isCdata = text.startsWith('<![CDATA[', open);
      const closer = isCdata ? ']]>' : text.startsWith('<!--', open) ? '-->' : '>';
      const end = text.indexOf(closer, open + 2);
      if (end === -1) break;
      if (isCdata) bound(open + 9, end);
      from = end + closer.length;
    } else {
      const close = text.indexOf('>', open);
      if (close === -1) break;
      const isEmpty = text.charCodeAt(close - 1) === 47;
      boundAttributes(open + 1, isEmpty ? close - 1 : close);
      if (code === 47) {
        stack.depth = Math.max(0, stack.depth - 1);
        if (stack.depth <= longAt) longAt = -1;
      } else if (!isEmpty) {
        const name = nameAt(text, open + 1, close);
        const limit = limits.get(name) ?? limitOf(name);
        limits.set(name, limit);
        if (limit === 0) longAt = -1;
        if (longAt === -1 && limit === Infinity) longAt = stack.depth;
        push(stack, limit);
      }
      from = close + 1;
    }
    open = text.indexOf('<', from);
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied);
};
