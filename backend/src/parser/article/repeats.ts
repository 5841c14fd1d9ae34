/** Share of a summary's words from which it says nothing that the text does not say too. */
const REPEATED = 0.76;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];

/**
 * Returns those of the summaries of whose words most stand in a text too. Words are runs of four letters or more, so
 * that nothing counts as repeated in languages that are written without spaces.
 */
export const repeatedIn = (
  lines: readonly { text: string }[],
  summaries: readonly string[],
): ReadonlySet<string> => {
  if (summaries.length === 0) return new Set();
  const known = new Set(wordsOf(lines.map(({ text }) => text).join('\n')));
  return new Set(
    summaries.filter((summary) => {
      const own = wordsOf(summary);
      return own.length > 0 && own.filter((word) => known.has(word)).length >= own.length * REPEATED;
    }),
  );
};
