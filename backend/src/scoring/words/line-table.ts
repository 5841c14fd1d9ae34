/*
 * A text whose lines are `word TAB what is known of it`, with an index of its words by their hash. The text stays the UTF-8 bytes of
 * its file, because a string of the Japanese one would take 1.4 times the memory, and twice that while it is decoded. A Map of strings
 * would take several times the memory, and tens of milliseconds to fill whenever a function starts.
 */

const TAB = 9;
const NEWLINE = 10;
const ZERO = 48;

export type LineTable = {
  /** Returns where that begins which is known of `text.slice(from, to)`, whose hash is given; -1 if the table lacks it. */
  findSlice: (text: string, from: number, to: number, hash: number) => number;
  /** Returns where that begins which is known of a word; -1 if the table lacks it. */
  find: (word: string) => number;
  /** Returns what is known, from where it begins to the end of its line. */
  textAt: (at: number) => string;
  /** Returns the whole number that begins there. */
  numberAt: (at: number) => number;
};

/** The hash of the empty text, with which `hashStep` begins: FNV-1a of 32 bits over UTF-16 units. */
export const HASH_START = 0x811c9dc5;

/** Returns the hash of a text with one more UTF-16 unit. */
export const hashStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** Creates the table of such a text with the index that `indexLines` made for it. */
export const createLineTable = (lines: Buffer, slots: Uint32Array): LineTable => {
  const findSlice: LineTable['findSlice'] = (text, from, to, hash) => {
    const mask = slots.length - 1;
    let at = slotOf(hash, mask);
    for (let slot = slots[at] ?? 0; slot !== 0; slot = slots[at] ?? 0) {
      const end = endOf(lines, slot - 1, text, from, to);
      if (end >= 0) return end + 1;
      at = (at + 1) & mask;
    }
    return -1;
  };
  return {
    findSlice,
    find: (word) => findSlice(word, 0, word.length, hashOf(word)),
    textAt: (at) => lines.toString('utf8', at, lines.indexOf(NEWLINE, at)),
    numberAt: (at) => wholeNumber(lines, at),
  };
};

const wholeNumber = (lines: Buffer, start: number): number => {
  let number = 0;
  let at = start;
  for (let digit = digitAt(lines, at); digit >= 0 && digit <= 9; digit = digitAt(lines, at)) {
    number = number * 10 + digit;
    at += 1;
  }
  return number;
};

const digitAt = (lines: Buffer, at: number): number => (lines[at] ?? NEWLINE) - ZERO;

/**
 * Returns the index of such a text, in which a slot holds the start of a line plus one, in bytes of UTF-8, or 0: an
 * open hash table with a power of two of slots, at most three quarters of them in use.
 */
export const indexLines = (lines: string): Uint32Array => {
  const words = lines.split('\n').slice(0, -1);
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2((words.length * 4) / 3 + 2)));
  const mask = slots.length - 1;
  let start = 0;
  for (const line of words) {
    let at = slotOf(hashOf(line.slice(0, line.indexOf('\t'))), mask);
    while (slots[at] !== 0) at = (at + 1) & mask;
    slots[at] = start + 1;
    start += Buffer.byteLength(line) + 1;
  }
  return slots;
};

/** Mixes the high bits into the low ones, which alone choose the slot. */
const slotOf = (hash: number, mask: number): number => (hash ^ (hash >>> 15)) & mask;

const hashOf = (word: string): number => {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at += 1) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
};

/** Returns the byte of the tab behind this slice if a line begins with both; -1 otherwise. A slice never has a tab, or a line feed. */
const endOf = (lines: Buffer, start: number, text: string, from: number, to: number): number => {
  let byte = start;
  for (let at = from; at < to; at += 1) {
    const point = text.codePointAt(at) ?? 0;
    if (point === TAB || point === NEWLINE) return -1;
    if (point > LAST_OF_ONE_UNIT) at += 1;
    byte = endOfCharacter(lines, byte, point);
    if (byte < 0 || at >= to) return -1;
  }
  return lines[byte] === TAB ? byte : -1;
};

const LAST_OF_ONE_UNIT = 0xffff;

/** Returns the place behind a character in UTF-8 if it stands at a place; -1 otherwise. */
const endOfCharacter = (lines: Buffer, start: number, point: number): number => {
  if (point < 0x80) return lines[start] === point ? start + 1 : -1;
  const [more, mark] = point < 0x800 ? [1, 0xc0] : point <= LAST_OF_ONE_UNIT ? [2, 0xe0] : [3, 0xf0];
  if (lines[start] !== (mark | (point >> (6 * more)))) return -1;
  for (let at = 1; at <= more; at += 1)
    if (lines[start + at] !== (0x80 | ((point >> (6 * (more - at))) & 0x3f))) return -1;
  return start + more + 1;
};
