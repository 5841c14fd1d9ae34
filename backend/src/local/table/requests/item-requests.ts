import type {
  DeleteCommandInput,
  GetCommandInput,
  PutCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../../storage/table/keys.ts';
import { conditionOf, createScope, projectionOf, updateOf } from '../expressions/expressions.ts';
import { ConditionFailedError } from '../items/errors.ts';
import { checkIndexKeys, itemKey, keyAttributes, requestKey } from '../items/item-keys.ts';
import { checkedSize, cleanItem, type Attributes } from '../items/values.ts';
import { readUnits, writeCost } from './capacity.ts';
import { checkTable, consumed, type OnlyTable } from './only-table.ts';

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
