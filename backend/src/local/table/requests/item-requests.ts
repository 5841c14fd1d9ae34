import type {
  DeleteCommandInput,
  GetCommandInput,
  PutCommandInput,
  UpdateCommandInput,
  BatchGetCommandInput,
  BatchWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../../storage/table/keys.ts';
import { conditionOf, createScope, projectionOf, updateOf } from '../expressions/expressions.ts';
import {
  ConditionFailedError,
  checkedSize,
  cleanItem,
  type Attributes,
  ValidationError,
} from '../items/values.ts';
import { checkIndexKeys, itemKey, keyAttributes, requestKey } from '../items/item-keys.ts';
import { readUnits, writeCost, checkTable, consumed, type OnlyTable, isMeasured } from './capacity.ts';

export const getItem = (table: OnlyTable, input: GetCommandInput) => {
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

export const putItem = (table: OnlyTable, input: PutCommandInput) => {
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

export const updateItem = (table: OnlyTable, input: UpdateCommandInput) => {
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

export const deleteItem = (table: OnlyTable, input: DeleteCommandInput) => {
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

export const getBatch = (table: OnlyTable, input: BatchGetCommandInput) => {
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

export const writeBatch = (table: OnlyTable, input: BatchWriteCommandInput) => {
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
