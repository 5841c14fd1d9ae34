/** The least letters by which feeds are looked for; a Japanese word may have two. */
const FEWEST = 2;

/** Returns the words that were typed in place of an address; null if it is one or may become one, or several lines. */
export const typedWords = (text: string): string | null => {
  const words = text.trim();
  return words.length >= FEWEST && /^[^\n.:/<]+$/u.test(words) ? words : null;
};
