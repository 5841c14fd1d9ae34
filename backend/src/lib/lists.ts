/** Splits a list into pieces of at most `size`, in order. */
export const inBatches = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** Checks whether two lists have the same texts in the same order. */
export const haveSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);

/**
 * Returns a negative number, 0 or a positive number as `a` is before, equal to or after `b` in the order of their UTF-8 bytes. That is
 * the order of the table's keys; that of JavaScript differs where a text has characters beyond U+FFFF.
 */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
