/*
 * A text whose lines are `word TAB what is known of it`, with an index of its words by their hash. Neither is a Map of strings:
 * that would take several times the memory, and tens of milliseconds to fill whenever a function starts.
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
export const createLineTable = (lines: string, slots: Uint32Array): LineTable => {
  const findSlice: LineTable['findSlice'] = (text, from, to, hash) => {
    const mask = slots.length - 1;
    let at = slotOf(hash, mask);
    for (let slot = slots[at] ?? 0; slot !== 0; slot = slots[at] ?? 0) {
      if (holds(lines, slot - 1, text, from, to)) return slot + to - from;
      at = (at + 1) & mask;
    }
    return -1;
  };
  return {
    findSlice,
    find: (word) => findSlice(word, 0, word.length, hashOf(word)),
    textAt: (at) => lines.slice(at, lines.indexOf('\n', at)),
    numberAt: (at) => wholeNumber(lines, at),
  };
};

const wholeNumber = (text: string, start: number): number => {
  let number = 0;
  let at = start;
  for (let digit = text.charCodeAt(at) - ZERO; digit >= 0 && digit <= 9; digit = text.charCodeAt(at) - ZERO) {
    number = number * 10 + digit;
    at += 1;
  }
  return number;
};

/**
 * Returns the index of such a text, in which a slot holds the start of a line plus one, in UTF-16 units, or 0: an
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
    start += line.length + 1;
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

/** Checks whether a line begins with this slice and a tab. A slice never has one, or a line feed. */
const holds = (lines: string, start: number, text: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (lines.charCodeAt(start + at - from) !== unit || unit === TAB || unit === NEWLINE) return false;
  }
  return lines.charCodeAt(start + to - from) === TAB;
};
