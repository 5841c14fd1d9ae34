// A spreadsheet takes a cell that begins with one of these for a formula, and pages are written by anybody.
const formula = /^[=+\-@\t\r]/;

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns a line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;
