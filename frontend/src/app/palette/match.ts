/** The names of something to find, in every language, the reader's first. */
export type Named = { names: readonly string[] };

const plain = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/** The worth of a word at a place of a name: at its beginning, at the beginning of a word, or inside one. */
const BEGINS = 100;
const BEGINS_WORD = 60;
const INSIDE = 40;
/** The worth of letters that are there in their order, with others between them. */
const SCATTERED = 10;

const isScattered = (word: string, name: string): boolean => {
  let at = 0;
  for (const letter of word) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
};

const worthOf = (word: string, name: string): number => {
  if (name.startsWith(word)) return BEGINS;
  const at = name.indexOf(word);
  if (at !== -1) return /[\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? INSIDE : BEGINS_WORD;
  // One or two letters are in their order in almost any name.
  return word.length > 2 && isScattered(word, name) ? SCATTERED : 0;
};

/** Returns how well a name has all the words; 0 if it lacks one. A shorter name is the better one of two alike. */
const scoreOf = (words: readonly string[], name: string): number => {
  let sum = 0;
  for (const word of words) {
    const worth = worthOf(word, name);
    if (worth === 0) return 0;
    sum += worth;
  }
  return sum + 1 / (1 + name.length);
};

/** Returns at most `most` of the items that have every word of the query in one of their names, the best first. */
export const matching = <T extends Named>(query: string, items: readonly T[], most: number): T[] => {
  const words = plain(query).split(/\s+/u).filter(Boolean);
  if (words.length === 0) return items.slice(0, most);
  return items
    .map((item) => ({ item, score: Math.max(0, ...item.names.map((name) => scoreOf(words, plain(name)))) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
};
