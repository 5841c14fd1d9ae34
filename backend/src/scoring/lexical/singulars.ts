/** Returns what a word that ends with s may be the plural of, the likeliest first. */
export const singulars = (word: string): string[] => [
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  word.slice(0, -1),
  ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
];
