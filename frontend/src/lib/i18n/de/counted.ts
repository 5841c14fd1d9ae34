import { wholeNumber as grouped } from '../counted.ts';

/** Writes a whole number with a point before every three digits. */
export const wholeNumber = (n: number): string => grouped(n, '.');

/** Formats a count with the noun that fits it. */
export const counted = (n: number, one: string, many: string): string =>
  `${wholeNumber(n)} ${n === 1 ? one : many}`;

/** Writes a decimal number, or those of a text, with a comma. */
export const decimal = (numbers: number | string): string => String(numbers).replaceAll('.', ',');
