/** Writes a count. One under a thousand needs no separators, and the browser's formatter takes a phone 50 ms to start. */
const written = (n: number, language: string): string => (n < 1000 ? String(n) : n.toLocaleString(language));

/** Formats a count in English. */
export const numberInEnglish = (n: number): string => written(n, 'en');

/** Formats a count with the noun that fits it, in English. */
export const counted = (n: number, one: string, many: string): string =>
  `${numberInEnglish(n)} ${n === 1 ? one : many}`;

/** Formats a count in Japanese. */
export const numberInJapanese = (n: number): string => written(n, 'ja');
