/** Returns the name of the window that asks something about an item, which is its address behind that of the page. */
export const windowName = (kind: string, question: string, id: string): string =>
  `${kind}-${question}-${encodeURIComponent(id)}`;

/**
 * Returns what the window of an address asks, and the id of its item; null if the address has no window of this kind. `hash`
 * begins with `#`, or is empty.
 */
export const parseWindowName = <Question extends string>(
  hash: string,
  kind: string,
  questions: readonly Question[],
): { question: Question; id: string } | null => {
  const question = questions.find((each) => hash.startsWith(`#${kind}-${each}-`));
  if (question === undefined) return null;
  try {
    return { question, id: decodeURIComponent(hash.slice(`#${kind}-${question}-`.length)) };
  } catch {
    return null;
  }
};
