import type { EntryRow } from '../../model/article/entry.ts';

/*
 * The price of a page of a list in DynamoDB's read units. One unit reads 4 KB strongly consistent or 8 KB eventually
 * consistent, and looks up two entries.
 */

/** The most read units that a page of 50 rows may cost. A longer page may cost more in proportion. */
const PAGE_UNITS = 12;
const PAGE_ROWS = 50;
/**
 * The most read units that a balanced first page of 50 rows may cost. It is chosen from 200 rows: 10 units for the full rows
 * of the page, 15 for the others, and 2 for stories.
 */
export const BALANCED_PAGE_UNITS = 27;
/** The stories that are new since the last page. */
const STORY_UNITS = 0.5;
const LOOK_UP_UNITS = 0.5;
/** Entries that are looked up for a page: as many as are left to pay for, between these. */
const LOOK_UPS = { least: 3, most: 9 };
const UNIT_BYTES = 4096;
/** The bytes of a row beside its texts: keys, times, score and reasons. */
const FIXED_BYTES = 245;

type SizedRow = Pick<EntryRow, 'title' | 'link' | 'excerpt' | 'extra'>;

/** Returns about as many bytes as the table counts for a row. */
const bytesOf = ({ title, link, excerpt, extra }: SizedRow): number =>
  FIXED_BYTES + Buffer.byteLength([title, link, excerpt, extra.image_url, ...(extra.tags ?? [])].join(''));

const totalOf = (rows: readonly SizedRow[]): number => rows.reduce((sum, row) => sum + bytesOf(row), 0);

/** Returns the units that strongly consistent rows cost, with the row that tells whether there are more. */
const unitsOf = (rows: readonly SizedRow[]): number =>
  rows.length === 0 ? 1 : Math.ceil((totalOf(rows) * (1 + 1 / rows.length)) / UNIT_BYTES);

/** The fewest read units that a folded page spends on stories. */
const FOLDING_UNITS = STORY_UNITS + LOOK_UPS.least * LOOK_UP_UNITS;

/**
 * Returns the units that a page of `limit` rows may spend on further rows after it read these, a whole number; negative if
 * they cost more than a page may. The rows of a list of read and unread articles, which are in two ranges, cost up to
 * five more than is reckoned here.
 */
export const unitsLeft = (
  limit: number,
  fold: boolean,
  rows: readonly SizedRow[],
  pageUnits = PAGE_UNITS,
): number =>
  Math.floor(pageUnits * Math.max(1, limit / PAGE_ROWS) - (fold ? FOLDING_UNITS : 0)) - unitsOf(rows);

/** Returns how many rows of the mean size of these so many units read, strongly consistent. */
export const rowsFor = (units: number, rows: readonly SizedRow[]): number =>
  rows.length === 0 ? 0 : Math.max(0, Math.floor((units * UNIT_BYTES * rows.length) / totalOf(rows)) - 1);

/** Returns how many entries a folded page may look up after it read these rows, the later ones eventually consistent. */
export const lookUpsFor = (
  limit: number,
  strong: readonly SizedRow[],
  eventual: readonly SizedRow[],
): number => {
  const left = unitsLeft(limit, true, strong) - totalOf(eventual) / (2 * UNIT_BYTES);
  const affordable = LOOK_UPS.least + Math.floor(left / LOOK_UP_UNITS);
  return Math.min(LOOK_UPS.most, Math.max(LOOK_UPS.least, affordable));
};
