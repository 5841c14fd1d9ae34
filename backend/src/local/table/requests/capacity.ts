import { itemSize } from '../../../storage/table/items.ts';
import { indexes, primaryKey, projectedAttributes } from '../../../storage/table/keys.ts';
import { pick } from '../expressions/expressions.ts';
import { areEqual, type Attributes, TableNotFoundError } from '../items/values.ts';
import type { Rows } from '../rows/rows.ts';

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

/** The only table that the engine has. */
export type OnlyTable = { rows: Rows; name: string };

/** @throws TableNotFoundError if a request names another table. */
export const checkTable = (table: OnlyTable, name: string | undefined): void => {
  if (name !== table.name) throw new TableNotFoundError(`There is no table ${name}, only ${table.name}`);
};

/** Returns true if a request asks for the capacity units that it consumed. */
export const isMeasured = ({
  ReturnConsumedCapacity,
}: {
  ReturnConsumedCapacity?: string | undefined;
}): boolean => ReturnConsumedCapacity === 'TOTAL';

/** Returns the part of an answer that tells the consumed capacity units: nothing unless the request asks for it. */
export const consumed = (
  table: OnlyTable,
  input: Parameters<typeof isMeasured>[0],
  units: () => number,
): { ConsumedCapacity?: { TableName: string; CapacityUnits: number } } =>
  isMeasured(input) ? { ConsumedCapacity: { TableName: table.name, CapacityUnits: units() } } : {};
