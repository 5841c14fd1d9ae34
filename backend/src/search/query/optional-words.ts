import { isFunctionWord, stretchesOf } from '../text/function-words.ts';
import type { Condition, TextCondition } from './query.ts';

/** The most words, phrases and fields of a query. */
export const MOST_TERMS = 32;

/** Checks whether a condition is a word without field or quotes. */
export const isPlainWord = (condition: Condition): condition is TextCondition =>
  condition.kind === 'text' && condition.field === null && condition.term.kind === 'word';

/** Returns the number of words and phrases of a condition. */
export const textsIn = (condition: Condition): number => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.reduce((sum, part) => sum + textsIn(part), 0);
    case 'not':
    case 'maybe':
      return textsIn(condition.of);
    case 'text':
      return 1;
    case 'state':
    case 'date':
    case 'importance':
    case 'like':
      return 0;
  }
};

export const wordOf = (text: string, is_prefix: boolean): TextCondition => ({
  kind: 'text',
  field: null,
  term: { kind: 'word', text, is_prefix },
});

const maybe = (of: TextCondition): Condition => ({ kind: 'maybe', of });

/**
 * Returns the query with its words of grammar optional, if other words stand beside them. Of a Japanese sentence the words between
 * those of grammar are demanded, and the sentence as it is typed is optional. Below OR, a minus and in groups all words are demanded.
 */
export const withOptional = (condition: Condition): Condition => {
  const typed = condition.kind === 'all' ? condition.of : [condition];
  const parts = stretched(typed);
  const isTelling = (part: Condition): boolean =>
    part.kind === 'text' && part.field === null && !(isPlainWord(part) && isFunctionWord(part.term.text));
  if (!parts.some(isTelling)) return condition;
  const of = parts.map((part) => (isPlainWord(part) && !isTelling(part) ? maybe(part) : part));
  return of.every((part, at) => part === typed[at]) ? condition : { kind: 'all', of };
};

/** Returns the conditions with the stretches of Japanese sentences beside these, as far as a query has room for them. */
const stretched = (typed: readonly Condition[]): Condition[] => {
  let room = MOST_TERMS - typed.reduce((sum, part) => sum + textsIn(part), 0);
  return typed.flatMap((part) => {
    const stretches = isPlainWord(part) ? stretchesOf(part.term.text) : null;
    if (!isPlainWord(part) || stretches === null || stretches.length > room) return [part];
    room -= stretches.length;
    const { text, is_prefix } = part.term;
    return [maybe(part), ...stretches.map((stretch) => wordOf(stretch, is_prefix && text.endsWith(stretch)))];
  });
};
