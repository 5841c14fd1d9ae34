import type { Condition } from '../query/query.ts';

/** Words and phrases of the texts. What a reader demands otherwise, such as a feed or a state, is never left out. */
const isWord = (condition: Condition): boolean =>
  condition.kind === 'text' && (condition.field === null || condition.field === 'title');

/**
 * Returns weaker conditions for a query whose words no article has all of, the strictest first: all of its words but one, but two,
 * down to half of them. None for a query of fewer than two words side by side.
 */
export const relaxed = (condition: Condition): Condition[] => {
  if (condition.kind !== 'all') return [];
  const words = condition.of.filter(isWord);
  const others = condition.of.filter((part) => !isWord(part));
  const half = Math.ceil(words.length / 2);
  return Array.from({ length: Math.max(0, words.length - half) }, (_, at) => ({
    kind: 'all',
    of: [...others, { kind: 'some', of: words, least: words.length - 1 - at }],
  }));
};
