import { readFileSync } from 'node:fs';

/** Words of these ranks are grammar and stay, so that a copy is still in its language. */
const GRAMMAR = 200;

const table = new URL('../src/scoring/words/tables/english.txt', import.meta.url);
const words = readFileSync(table, 'latin1')
  .split('\n')
  .map((line) => line.slice(0, line.indexOf('\t')));
const ranks = new Map(words.map((word, rank) => [word, rank]));

const swapped = (word: string, copy: number): string => {
  const rank = ranks.get(word.toLowerCase());
  const other = rank === undefined || rank < GRAMMAR ? undefined : words[rank ^ copy];
  if (other === undefined) return word;
  return /^[A-Z]/.test(word) ? `${other.charAt(0).toUpperCase()}${other.slice(1)}` : other;
};

/** Matches what is no text: the bounds of CDATA, tags, also escaped ones, entities and addresses; and words. */
const PART =
  /<!\[CDATA\[|\]\]>|<[^>]*>|&lt;(?:(?!&gt;)[^<])*&gt;|&#?\w+;|https?:\/\/[^\s<"'&]+|(?<word>[A-Za-z]{3,})/g;

/**
 * Returns a feed's document about other things: each English word that is no grammar is another one, which is about as frequent,
 * and all links lead to another host. The length, the tags and the dates are the same. `copy` is 1 or more; each has other words.
 */
export const copiedDocument = (document: Uint8Array, copy: number): Buffer =>
  Buffer.from(
    Buffer.from(document)
      .toString('latin1')
      .replaceAll(PART, (part: string, word: string | undefined) => {
        if (word !== undefined) return swapped(word, copy);
        return part.includes('xmlns')
          ? part
          : part.replaceAll(/https?:\/\//g, (start) => `${start}c${copy}.`);
      }),
    'latin1',
  );
