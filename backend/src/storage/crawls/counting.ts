import type { Expression } from '../table/expressions.ts';

/** Returns the update that adds to numbers of an item; its text is empty if nothing changes. */
export const adding = (changes: Record<string, number>): Expression => {
  const entries = Object.entries(changes).filter(([, change]) => change !== 0);
  return {
    text: entries.length === 0 ? '' : `ADD ${entries.map((_, at) => `#a${at} :a${at}`).join(', ')}`,
    names: Object.fromEntries(entries.map(([name], at) => [`#a${at}`, name])),
    values: Object.fromEntries(entries.map(([, change], at) => [`:a${at}`, change])),
  };
};

/** Returns the condition that a number is absent or at most `most`. */
export const isAtMost = (attribute: string, most: number): Expression => ({
  text: 'attribute_not_exists(#most) OR #most <= :most',
  names: { '#most': attribute },
  values: { ':most': most },
});
