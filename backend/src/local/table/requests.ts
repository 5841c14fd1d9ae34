import type { BatchGetCommandInput, BatchWriteCommandInput, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../storage/table/keys.ts';
import type { TableEngine } from '../../storage/table/table-engine.ts';
import { readUnits, writeCost } from './capacity.ts';
import { ConditionFailedError, TableNotFoundError, ValidationError } from './items/errors.ts';
import { conditionOf, createScope, projectionOf, updateOf } from './expressions/expressions.ts';
import { checkIndexKeys, itemKey, keyAttributes, requestKey } from './items/item-keys.ts';
import { runQuery } from './query.ts';
import type { Rows } from './rows.ts';
import { checkedSize, cleanItem, type Attributes } from './items/values.ts';

// DynamoDB's limits for one request.
const MOST_WRITES = 25;
const MOST_READS = 100;
const LARGEST_READ = 16 * 1024 * 1024;

type Measured = { ReturnConsumedCapacity?: string | undefined };

/**
 * Creates DynamoDB's requests on the rows of one table. Each request is atomic: no other request runs between its reads
 * and its writes. Errors have DynamoDB's names, or are StorageFullError, StorageDamagedError or
 * StorageUnavailableError.
 */
export const createRequests = (rows: Rows, tableName: string) => {
  const checkTable = (name: string | undefined): void => {
    if (name !== tableName) throw new TableNotFoundError(`There is no table ${name}, only ${tableName}`);
  };
  const consumed = (input: Measured, units: () => number) =>
    input.ReturnConsumedCapacity === 'TOTAL'
      ? { ConsumedCapacity: { TableName: tableName, CapacityUnits: units() } }
      : {};

  const get = (input: Parameters<TableEngine['get']>[0]) => {
    checkTable(input.TableName);
    const key = requestKey(input.Key);
    const scope = createScope(input);
    const project = projectionOf(input.ProjectionExpression, scope);
    scope.finish();
    const found = rows.get(key);
    return {
      ...(found === null ? {} : { Item: project(found.item) }),
      ...consumed(input, () => readUnits(found?.size ?? 0, input.ConsistentRead ?? false)),
    };
  };

  const put = (input: Parameters<TableEngine['put']>[0]) => {
    checkTable(input.TableName);
    const item = cleanItem(input.Item);
    const key = itemKey(item);
    checkIndexKeys(item);
    const size = checkedSize(item);
    const scope = createScope(input);
    const holds = conditionOf(input.ConditionExpression, scope);
    scope.finish();
    const before = rows.get(key)?.item ?? null;
    if (!holds(before ?? {})) throw new ConditionFailedError();
    rows.put(key, { item, size });
    return consumed(input, () => writeCost(before, item));
  };

  const update = (input: Parameters<TableEngine['update']>[0]) => {
    checkTable(input.TableName);
    const key = requestKey(input.Key);
    const scope = createScope(input);
    const holds = conditionOf(input.ConditionExpression, scope);
    const change = updateOf(input.UpdateExpression, scope, keyAttributes);
    scope.finish();
    const before = rows.get(key)?.item ?? null;
    if (!holds(before ?? {})) throw new ConditionFailedError();
    const after = change(before ?? { ...key });
    checkIndexKeys(after);
    rows.put(key, { item: after, size: checkedSize(after) });
    return {
      ...(input.ReturnValues === 'ALL_NEW' ? { Attributes: after } : {}),
      ...consumed(input, () => writeCost(before, after)),
    };
  };

  const remove = (input: Parameters<TableEngine['delete']>[0]) => {
    checkTable(input.TableName);
    const key = requestKey(input.Key);
    const scope = createScope(input);
    const holds = conditionOf(input.ConditionExpression, scope);
    scope.finish();
    const before = rows.get(key)?.item ?? null;
    if (!holds(before ?? {})) throw new ConditionFailedError();
    rows.remove(key);
    return consumed(input, () => writeCost(before, null));
  };

  const query = (input: QueryCommandInput) => {
    checkTable(input.TableName);
    const { answer, bytes } = runQuery(rows, input);
    return { ...answer, ...consumed(input, () => readUnits(bytes, input.ConsistentRead ?? false)) };
  };

  /** Returns a batch's requests for the only table there is. */
  const only = <T>(items: Record<string, T> | undefined): T => {
    const [[name, requests] = [], ...others] = Object.entries(items ?? {});
    checkTable(name);
    for (const [other] of others) checkTable(other);
    if (requests === undefined) throw new ValidationError('A batch needs requests');
    return requests;
  };

  const checkBatch = (keys: Key[], most: number): void => {
    if (keys.length === 0 || keys.length > most)
      throw new ValidationError(`A batch has 1 to ${most} requests`);
    if (new Set(keys.map(({ PK, SK }) => JSON.stringify([PK, SK]))).size < keys.length)
      throw new ValidationError('Provided list of item keys contains duplicates');
  };

  const batchGet = (input: BatchGetCommandInput) => {
    const { Keys, ConsistentRead = false } = only(input.RequestItems);
    const keys = (Keys ?? []).map(requestKey);
    checkBatch(keys, MOST_READS);
    const found: Attributes[] = [];
    let bytes = 0;
    let units = 0;
    let answered = 0;
    for (const key of keys) {
      const row = rows.get(key);
      if (bytes + (row?.size ?? 0) > LARGEST_READ) break;
      bytes += row?.size ?? 0;
      units += readUnits(row?.size ?? 0, ConsistentRead);
      if (row !== null) found.push(row.item);
      answered += 1;
    }
    const left = keys.slice(answered);
    return {
      Responses: { [tableName]: found },
      UnprocessedKeys: left.length === 0 ? {} : { [tableName]: { Keys: left, ConsistentRead } },
      ...inList(consumed(input, () => units)),
    };
  };

  const batchWrite = (input: BatchWriteCommandInput) => {
    const writes = only(input.RequestItems).map(({ PutRequest, DeleteRequest }) => {
      if (PutRequest === undefined) return { key: requestKey(DeleteRequest?.Key), after: null, size: 0 };
      const after = cleanItem(PutRequest.Item);
      checkIndexKeys(after);
      return { key: itemKey(after), after, size: checkedSize(after) };
    });
    checkBatch(
      writes.map(({ key }) => key),
      MOST_WRITES,
    );
    let units = 0;
    rows.together(() => {
      for (const { key, after, size } of writes) {
        if (input.ReturnConsumedCapacity === 'TOTAL') units += writeCost(rows.get(key)?.item ?? null, after);
        if (after === null) rows.remove(key);
        else rows.put(key, { item: after, size });
      }
    });
    return { UnprocessedItems: {}, ...inList(consumed(input, () => units)) };
  };

  return { get, put, update, delete: remove, query, batchGet, batchWrite };
};

/** Puts the consumed capacity into a list: batches report it with one element for each table. */
const inList = <T>(consumed: { ConsumedCapacity?: T }) =>
  consumed.ConsumedCapacity === undefined ? {} : { ConsumedCapacity: [consumed.ConsumedCapacity] };
