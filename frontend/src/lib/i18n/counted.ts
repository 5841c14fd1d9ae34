/** Formats a number of things in English, with its noun. */
export const counted = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** Formats a number in Japanese. */
export const numberInJapanese = (n: number): string => n.toLocaleString('ja');
