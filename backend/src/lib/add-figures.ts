/** Returns the sums of two sets of figures, name by name. A figure that `more` lacks stays. */
export const addFigures = <Name extends string>(
  figures: Readonly<Record<Name, number>>,
  more: Readonly<Partial<Record<Name, number>>>,
  names: readonly Name[],
): Record<Name, number> => {
  const sums: Record<Name, number> = { ...figures };
  for (const name of names) sums[name] += more[name] ?? 0;
  return sums;
};
