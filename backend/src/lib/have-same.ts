/** Checks whether two lists have the same texts in the same order. */
export const haveSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);
