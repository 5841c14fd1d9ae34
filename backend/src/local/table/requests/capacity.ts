import { itemSize } from '../../../storage/table/items.ts';
import { indexes, primaryKey, projectedAttributes } from '../../../storage/table/keys.ts';
import { pick } from '../expressions/expressions.ts';
import { areEqual, type Attributes } from '../items/values.ts';

/*
 * Capacity units as DynamoDB bills them:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */

const WRITE_UNIT = 1024;
const READ_UNIT = 4096;

const writeUnits = (bytes: number) => Math.max(1, Math.ceil(bytes / WRITE_UNIT));

/** Returns the read units for all items, `bytes` in total, that one request read from one table or index. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT)) * (isConsistent ? 1 : 0.5);

const indexAttributes = Object.values(indexes);

/**
 * Returns the attributes that an index holds of an item: its keys and the projected attributes. Returns null if the
 * item is not in the index.
 */
export const indexRow = (item: Attributes, attribute: string): Attributes | null =>
  Object.hasOwn(item, attribute)
    ? pick(item, [primaryKey.partition, primaryKey.sort, attribute, ...projectedAttributes])
    : null;

const indexUnits = (before: Attributes | null, after: Attributes | null, attribute: string): number => {
  const [old, next] = [before, after].map((item) => (item === null ? null : indexRow(item, attribute)));
  if (old === null || old === undefined) return next ? writeUnits(itemSize(next)) : 0;
  if (next === null || next === undefined) return writeUnits(itemSize(old));
  // A changed key deletes one row and writes another. A changed attribute rewrites the row in place.
  if (old[attribute] !== next[attribute]) return writeUnits(itemSize(old)) + writeUnits(itemSize(next));
  return areEqual(old, next) ? 0 : writeUnits(Math.max(itemSize(old), itemSize(next)));
};

/** Returns the write units for one write to the table and for the changes that it makes in the indexes. */
export const writeCost = (before: Attributes | null, after: Attributes | null): number => {
  const bytes = Math.max(before === null ? 0 : itemSize(before), after === null ? 0 : itemSize(after));
  return (
    writeUnits(bytes) +
    indexAttributes.reduce((sum, attribute) => sum + indexUnits(before, after, attribute), 0)
  );
};
