/**
 * Returns a negative number, 0 or a positive number as `a` is before, equal to or after `b` in the order of their UTF-8 bytes. That is
 * the order of the table's keys; that of JavaScript differs where a text has characters beyond U+FFFF.
 */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
