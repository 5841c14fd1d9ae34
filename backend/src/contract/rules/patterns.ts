/** One part of a pattern: a word, perhaps with `*` and `?`, or a phrase, in which they stand for themselves. */
export type PatternTerm = { kind: 'word' | 'phrase'; text: string };

const opening = '"“”„＂';

/** Returns the parts of a pattern as they were typed; null if a quotation is not closed. */
const readTerms = (pattern: string): PatternTerm[] | null => {
  const terms: PatternTerm[] = [];
  let word = '';
  const endWord = () => {
    if (word !== '') terms.push({ kind: 'word', text: word });
    word = '';
  };
  let quoted: string | null = null;
  for (const character of pattern) {
    if (opening.includes(character)) {
      if (quoted === null) endWord();
      else if (quoted.trim() !== '') terms.push({ kind: 'phrase', text: quoted });
      quoted = quoted === null ? '' : null;
    } else if (quoted !== null) quoted += character;
    else if (/\s/u.test(character)) endWord();
    else word += character;
  }
  endWord();
  return quoted === null ? terms : null;
};

/** Returns the parts of a pattern, all of which must occur. */
export const patternTerms = (pattern: string): PatternTerm[] => readTerms(pattern) ?? [];

/** Returns what is wrong with a pattern, as a sentence that names it; null if nothing is. */
export const patternProblem = (pattern: string): string | null => {
  const terms = readTerms(pattern);
  const shown = JSON.stringify(pattern);
  if (terms === null) return `${shown} has a quotation mark without its partner`;
  if (terms.length === 0) return `${shown} has nothing to look for`;
  const bare = terms.find(({ kind, text }) => kind === 'word' && /^[*?＊？]+$/u.test(text));
  return bare === undefined ? null : `${shown} needs a letter or digit beside * and ?`;
};
