import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { translateError } from '../table/errors.ts';
import { primaryKey, type Key } from '../table/keys.ts';
import { and, itemExists, itemIsNew, placeholders, type Expression } from '../table/queries.ts';
import type { Item } from '../table/table.ts';
import type { ItemMigration, MoveMigration } from './format.ts';

/** The number of segments in which a table is read. Upgrades that are under way remember their places by it. */
export const SEGMENTS = 4;

type Moving = Pick<MoveMigration, 'mayGet'>;

/** The outcome of a move; `changed`: the item is no longer as it was read; `taken`: there is an item at the new key. */
type Moved = { state: 'moved' | 'changed' | 'taken'; write_units: number };

/** The calls by which an upgrade changes a table of DynamoDB, while stores use it too. */
export type MovableTable = {
  /** Reads a page of a segment, strongly consistent: 1 MB, of which it returns the items that may change. At the end `last` is missing. */
  scanPage: (
    segment: number,
    migration: Pick<ItemMigration, 'from'>,
    after: Item | undefined,
  ) => Promise<{ items: Item[]; last: Item | undefined; read_units: number }>;
  /** Moves an item in one transaction, so that it is at one of the two keys at any moment. */
  move: (item: Item & Key, to: Key, migration: Moving) => Promise<Moved>;
};

/** Returns the filter of the items that may change. */
const filterOf = ({ from: { partitions, items } }: Pick<ItemMigration, 'from'>): Expression => ({
  text: `begins_with(#pk, :pk) AND (${items.map((_, n) => `begins_with(#sk, :sk${n})`).join(' OR ')})`,
  names: { '#pk': primaryKey.partition, '#sk': primaryKey.sort },
  values: { ':pk': partitions, ...Object.fromEntries(items.map((prefix, n) => [`:sk${n}`, prefix])) },
});

/** Returns the condition that an item is as it was read. */
const isAsRead = ({ PK: _pk, SK: _sk, ...attributes }: Item, { mayGet }: Moving): Expression => {
  const kept = Object.entries(attributes).map(([name, value], n): Expression => ({
    text: `#a${n} = :a${n}`,
    names: { [`#a${n}`]: name },
    values: { [`:a${n}`]: value },
  }));
  const missing = mayGet
    .filter((name) => !Object.hasOwn(attributes, name))
    .map((name, n): Expression => ({ text: `attribute_not_exists(#m${n})`, names: { [`#m${n}`]: name } }));
  return and(itemExists, ...kept, ...missing);
};

/** Returns the codes of DynamoDB for each write of a transaction that was cancelled; null for another error. */
const reasonsOf = (error: unknown): string[] | null => {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return null;
  const reasons: unknown = 'CancellationReasons' in error ? error.CancellationReasons : [];
  return Array.isArray(reasons) ? reasons.map((reason) => String(reason?.Code ?? '')) : [];
};

/** Returns the request that moves an item if it is as it was read and the new key is free. */
const moveInput = (TableName: string, item: Item & Key, to: Key, migration: Moving) => {
  const { PK, SK } = item;
  const asRead = isAsRead(item, migration);
  const isFree = { ConditionExpression: itemIsNew.text, ...placeholders(itemIsNew) };
  const isUnchanged = { ConditionExpression: asRead.text, ...placeholders(asRead) };
  return {
    TransactItems: [
      { Put: { TableName, Item: { ...item, ...to }, ...isFree } },
      { Delete: { TableName, Key: { PK, SK }, ...isUnchanged } },
    ],
    ReturnConsumedCapacity: 'TOTAL' as const,
  };
};

/** Creates it for a table of DynamoDB. Its calls throw StorageThrottledError, StorageUnavailableError. */
export const createMovableTable = (dynamo: DynamoDBClient, tableName: string): MovableTable => {
  const client = DynamoDBDocumentClient.from(dynamo);
  return {
    scanPage: async (segment, migration, after) => {
      const filter = filterOf(migration);
      const input = {
        TableName: tableName,
        Segment: segment,
        TotalSegments: SEGMENTS,
        ConsistentRead: true,
        FilterExpression: filter.text,
        ...placeholders(filter),
        ExclusiveStartKey: after,
        ReturnConsumedCapacity: 'TOTAL' as const,
      };
      try {
        const { Items, LastEvaluatedKey, ConsumedCapacity } = await client.send(new ScanCommand(input));
        const read_units = ConsumedCapacity?.CapacityUnits ?? 0;
        return { items: Items ?? [], last: LastEvaluatedKey, read_units };
      } catch (error) {
        throw translateError(error);
      }
    },
    move: async (item, to, migration) => {
      try {
        const { ConsumedCapacity = [] } = await client.send(
          new TransactWriteCommand(moveInput(tableName, item, to, migration)),
        );
        const write_units = ConsumedCapacity.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
        return { state: 'moved', write_units };
      } catch (error) {
        const reasons = reasonsOf(error);
        if (reasons === null) throw translateError(error);
        const [ofPut, ofDelete] = reasons;
        const isTaken = ofPut === 'ConditionalCheckFailed' && ofDelete !== 'ConditionalCheckFailed';
        return { state: isTaken ? 'taken' : 'changed', write_units: 0 };
      }
    },
  };
};
