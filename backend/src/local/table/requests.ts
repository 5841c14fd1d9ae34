import type { Rows } from './rows.ts';
import type {
  BatchGetCommandInput,
  BatchWriteCommandInput,
  DeleteCommandInput,
  GetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { indexRow, runQuery } from './query.ts';
import { type Key, indexes } from '../../storage/table/keys.ts';
import { conditionOf, createScope, projectionOf, updateOf } from './expressions.ts';
import {
  type Attributes,
  ConditionFailedError,
  TableNotFoundError,
  ValidationError,
  areEqual,
  checkedSize,
  cleanItem,
  checkIndexKeys,
  itemKey,
  keyAttributes,
  requestKey,
} from './values.ts';
import { itemSize } from '../../storage/table/items.ts';

/*
 * Capacity units as DynamoDB bills them:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */

const WRITE_UNIT = 1024;
const READ_UNIT = 4096;

const writeUnits = (bytes: number) => Math.max(1, Math.ceil(bytes / WRITE_UNIT));

/** Returns the read units for all items, `bytes` in total, that one request read from one table or index. */
const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT)) * (isConsistent ? 1 : 0.5);

const indexAttributes = Object.values(indexes);

const indexUnits = (before: Attributes | null, after: Attributes | null, attribute: string): number => {
  const [old, next] = [before, after].map((item) => (item === null ? null : indexRow(item, attribute)));
  if (old === null || old === undefined) return next ? writeUnits(itemSize(next)) : 0;
  if (next === null || next === undefined) return writeUnits(itemSize(old));
  // A changed key deletes one row and writes another. A changed attribute rewrites the row in place.
  if (old[attribute] !== next[attribute]) return writeUnits(itemSize(old)) + writeUnits(itemSize(next));
  return areEqual(old, next) ? 0 : writeUnits(Math.max(itemSize(old), itemSize(next)));
};

/** Returns the write units for one write to the table and for the changes that it makes in the indexes. */
const writeCost = (before: Attributes | null, after: Attributes | null): number => {
  const bytes = Math.max(before === null ? 0 : itemSize(before), after === null ? 0 : itemSize(after));
  return (
    writeUnits(bytes) +
    indexAttributes.reduce((sum, attribute) => sum + indexUnits(before, after, attribute), 0)
  );
};

/** The only table that the engine has. */
type OnlyTable = { rows: Rows; name: string };

/** @throws TableNotFoundError if a request names another table. */
const checkTable = (table: OnlyTable, name: string | undefined): void => {
  if (name !== table.name) throw new TableNotFoundError(`There is no table ${name}, only ${table.name}`);
};

/** Returns true if a request asks for the capacity units that it consumed. */
const isMeasured = ({ ReturnConsumedCapacity }: { ReturnConsumedCapacity?: string | undefined }): boolean =>
  ReturnConsumedCapacity === 'TOTAL';

/** Returns the part of an answer that tells the consumed capacity units: nothing unless the request asks for it. */
const consumed = (
  table: OnlyTable,
  input: Parameters<typeof isMeasured>[0],
  units: () => number,
): { ConsumedCapacity?: { TableName: string; CapacityUnits: number } } =>
  isMeasured(input) ? { ConsumedCapacity: { TableName: table.name, CapacityUnits: units() } } : {};

const getItem = (table: OnlyTable, input: GetCommandInput) => {
  checkTable(table, input.TableName);
  const key = requestKey(input.Key);
  const scope = createScope(input);
  const project = projectionOf(input.ProjectionExpression, scope);
  scope.finish();
  const found = table.rows.get(key);
  return {
    ...(found === null ? {} : { Item: project(found.item) }),
    ...consumed(table, input, () => readUnits(found?.size ?? 0, input.ConsistentRead ?? false)),
  };
};

/**
 * Returns the item that a write replaces, or null if there is none.
 * @throws ConditionFailedError if the write's condition does not hold for it.
 */
const itemBefore = (table: OnlyTable, key: Key, holds: (item: Attributes) => boolean): Attributes | null => {
  const before = table.rows.get(key)?.item ?? null;
  if (!holds(before ?? {})) throw new ConditionFailedError();
  return before;
};

const putItem = (table: OnlyTable, input: PutCommandInput) => {
  checkTable(table, input.TableName);
  const item = cleanItem(input.Item);
  const key = itemKey(item);
  checkIndexKeys(item);
  const size = checkedSize(item);
  const scope = createScope(input);
  const holds = conditionOf(input.ConditionExpression, scope);
  scope.finish();
  const before = itemBefore(table, key, holds);
  table.rows.put(key, { item, size });
  return consumed(table, input, () => writeCost(before, item));
};

const updateItem = (table: OnlyTable, input: UpdateCommandInput) => {
  checkTable(table, input.TableName);
  const key = requestKey(input.Key);
  const scope = createScope(input);
  const holds = conditionOf(input.ConditionExpression, scope);
  const change = updateOf(input.UpdateExpression, scope, keyAttributes);
  scope.finish();
  const before = itemBefore(table, key, holds);
  const after = change(before ?? { ...key });
  checkIndexKeys(after);
  table.rows.put(key, { item: after, size: checkedSize(after) });
  return {
    ...(input.ReturnValues === 'ALL_NEW' ? { Attributes: after } : {}),
    ...consumed(table, input, () => writeCost(before, after)),
  };
};

const deleteItem = (table: OnlyTable, input: DeleteCommandInput) => {
  checkTable(table, input.TableName);
  const key = requestKey(input.Key);
  const scope = createScope(input);
  const holds = conditionOf(input.ConditionExpression, scope);
  scope.finish();
  const before = itemBefore(table, key, holds);
  table.rows.remove(key);
  return consumed(table, input, () => writeCost(before, null));
};

// DynamoDB's limits for one request.
const MOST_WRITES = 25;
const MOST_READS = 100;
const LARGEST_READ = 16 * 1024 * 1024;

type Write = { key: Key; after: Attributes | null; size: number };

/** Returns a batch's requests for the only table there is. */
const requestsFor = <T>(table: OnlyTable, items: Record<string, T> | undefined): T => {
  const [[name, requests] = [], ...others] = Object.entries(items ?? {});
  checkTable(table, name);
  for (const [other] of others) checkTable(table, other);
  if (requests === undefined) throw new ValidationError('A batch needs requests');
  return requests;
};

const checkBatch = (keys: Key[], most: number): void => {
  if (keys.length === 0 || keys.length > most) throw new ValidationError(`A batch has 1 to ${most} requests`);
  if (new Set(keys.map(({ PK, SK }) => JSON.stringify([PK, SK]))).size < keys.length)
    throw new ValidationError('Provided list of item keys contains duplicates');
};

/** Puts the consumed capacity into a list: batches report it with one element for each table. */
const inList = <T>({ ConsumedCapacity }: { ConsumedCapacity?: T }) =>
  ConsumedCapacity === undefined ? {} : { ConsumedCapacity: [ConsumedCapacity] };

/** Reads items until the next one would make the answer larger than DynamoDB allows. */
const readItems = ({ rows }: OnlyTable, keys: Key[], isConsistent: boolean) => {
  const found: Attributes[] = [];
  let bytes = 0;
  let units = 0;
  let answered = 0;
  for (const key of keys) {
    const row = rows.get(key);
    const size = row?.size ?? 0;
    if (bytes + size > LARGEST_READ) break;
    bytes += size;
    units += readUnits(size, isConsistent);
    if (row !== null) found.push(row.item);
    answered += 1;
  }
  return { found, units, left: keys.slice(answered) };
};

const getBatch = (table: OnlyTable, input: BatchGetCommandInput) => {
  const { Keys, ConsistentRead = false } = requestsFor(table, input.RequestItems);
  const keys = (Keys ?? []).map(requestKey);
  checkBatch(keys, MOST_READS);
  const { found, units, left } = readItems(table, keys, ConsistentRead);
  return {
    Responses: { [table.name]: found },
    UnprocessedKeys: left.length === 0 ? {} : { [table.name]: { Keys: left, ConsistentRead } },
    ...inList(consumed(table, input, () => units)),
  };
};

const writeOf = ({
  PutRequest,
  DeleteRequest,
}: NonNullable<BatchWriteCommandInput['RequestItems']>[string][number]): Write => {
  if (PutRequest === undefined) return { key: requestKey(DeleteRequest?.Key), after: null, size: 0 };
  const after = cleanItem(PutRequest.Item);
  checkIndexKeys(after);
  return { key: itemKey(after), after, size: checkedSize(after) };
};

const writeBatch = (table: OnlyTable, input: BatchWriteCommandInput) => {
  const { rows } = table;
  const writes = requestsFor(table, input.RequestItems).map(writeOf);
  checkBatch(
    writes.map(({ key }) => key),
    MOST_WRITES,
  );
  let units = 0;
  rows.together(() => {
    for (const { key, after, size } of writes) {
      if (isMeasured(input)) units += writeCost(rows.get(key)?.item ?? null, after);
      if (after === null) rows.remove(key);
      else rows.put(key, { item: after, size });
    }
  });
  return { UnprocessedItems: {}, ...inList(consumed(table, input, () => units)) };
};

const query = (table: OnlyTable, input: QueryCommandInput) => {
  checkTable(table, input.TableName);
  const { answer, bytes } = runQuery(table.rows, input);
  return { ...answer, ...consumed(table, input, () => readUnits(bytes(), input.ConsistentRead ?? false)) };
};

/**
 * Creates DynamoDB's requests on the rows of one table. Each request is atomic: no other request runs between its reads
 * and its writes. Errors have DynamoDB's names, or are StorageFullError, StorageDamagedError or
 * StorageUnavailableError.
 */
export const createRequests = (rows: Rows, name: string) => {
  const table = { rows, name };
  return {
    get: (input: GetCommandInput) => getItem(table, input),
    put: (input: PutCommandInput) => putItem(table, input),
    update: (input: UpdateCommandInput) => updateItem(table, input),
    delete: (input: DeleteCommandInput) => deleteItem(table, input),
    query: (input: QueryCommandInput) => query(table, input),
    batchGet: (input: BatchGetCommandInput) => getBatch(table, input),
    batchWrite: (input: BatchWriteCommandInput) => writeBatch(table, input),
  };
};
