/** Share of a summary's words from which it says nothing that the text does not say too. */
const REPEATED = 0.76;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/**
 * Returns a function that checks whether most words of a summary stand in a text too. Words are runs of four letters or
 * more, so that nothing counts as repeated in languages that are written without spaces.
 */
export const repeatsOf = (text: string): ((summary: string) => boolean) => {
  const known = new Set(wordsOf(text));
  return (summary) => {
    const own = wordsOf(summary);
    return own.length > 0 && own.filter((word) => known.has(word)).length >= own.length * REPEATED;
  };
};
