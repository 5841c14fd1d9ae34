import type { Rows } from '../rows/rows.ts';
import { TableNotFoundError } from '../items/errors.ts';

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
