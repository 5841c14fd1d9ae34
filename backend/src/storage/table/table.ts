import { createBatches } from './batches.ts';
import { isConditionFailed, translateError } from './errors.ts';
import { placeholders, projecting, type Expression } from './expressions.ts';
import { indexes, primaryKey, type IndexName, type ItemRange, type Key } from './keys.ts';
import type { TableEngine } from './table-engine.ts';

/** An item as the table holds it, before a store's schema has read it. */
export type Item = Record<string, unknown>;

type PageQuery = {
  PK: string;
  /** Sort keys that begin so: of the index where one is named, else of the table. */
  prefix: string;
  index?: IndexName;
  filter?: Expression;
  /** Only these attributes are answered with; what is read costs the same. Not for an index: DynamoDB Local bills each item. */
  attributes?: readonly string[];
  /** Items read, before the filter. Without it DynamoDB's 1 MB is the page. */
  limit?: number;
  descending?: boolean;
  /** Starts behind this key, present or not. */
  after?: Item | undefined;
  /** Default true. */
  is_consistent?: boolean;
};

type Page = { items: Item[]; last: Item | undefined };

export type TableClient = {
  /** Strongly consistent. */
  get: (key: Key) => Promise<Item | null>;
  /** False when the condition does not hold. */
  put: (item: Item, condition?: Expression) => Promise<boolean>;
  /** The item as it then stands; null when the condition does not hold. */
  update: (key: Key, update: Expression, condition?: Expression) => Promise<Item | null>;
  /** False when the condition does not hold. */
  delete: (key: Key, condition?: Expression) => Promise<boolean>;
  queryPage: (query: PageQuery) => Promise<Page>;
  queryAll: (range: ItemRange, options?: Pick<PageQuery, 'filter' | 'is_consistent'>) => Promise<Item[]>;
  /** How many items of the range pass the filter. */
  count: (query: PageQuery) => Promise<number>;
  /** Those that exist, in no particular order; strongly consistent. */
  batchGet: (keys: Key[]) => Promise<Item[]>;
  /** In any order; two puts of one key leave the later one. */
  batchPut: (items: (Item & Key)[]) => Promise<void>;
  batchDelete: (keys: Key[]) => Promise<void>;
};

export type TableClientOptions = {
  client: TableEngine;
  tableName: string;
  /** Told the capacity units each request consumed; asked of the engine only when given. */
  onConsumed?: ((operation: string, units: number) => void) | undefined;
  /** Whether the units of a request are wanted now; always, unless it says otherwise. */
  isMeasured?: (() => boolean) | undefined;
  /** Waits between two tries of a batch that was taken in part. */
  pause?: (milliseconds: number) => Promise<void>;
};

type Capacity = { CapacityUnits?: number | undefined };

/** The one way to the table. Errors are the domain's: StorageThrottledError, StorageUnavailableError. */
export const createTableClient = (options: TableClientOptions): TableClient => {
  const { client, tableName, onConsumed } = options;
  const measured = () =>
    onConsumed !== undefined && (options.isMeasured?.() ?? true)
      ? { ReturnConsumedCapacity: 'TOTAL' as const }
      : {};

  const run = async <T extends { ConsumedCapacity?: Capacity | Capacity[] | undefined }>(
    operation: string,
    send: () => Promise<T>,
  ): Promise<T> => {
    try {
      const output = await send();
      if (onConsumed !== undefined && output.ConsumedCapacity !== undefined) {
        const units = [output.ConsumedCapacity].flat().map((capacity) => capacity.CapacityUnits ?? 0);
        onConsumed(
          operation,
          units.reduce((sum, unit) => sum + unit, 0),
        );
      }
      return output;
    } catch (error) {
      throw translateError(error);
    }
  };

  const unlessConditionFails = async <T>(attempt: () => Promise<T>): Promise<T | null> => {
    try {
      return await attempt();
    } catch (error) {
      if (isConditionFailed(error)) return null;
      throw error;
    }
  };

  const queryInput = (query: PageQuery) => {
    const sortKey = query.index === undefined ? primaryKey.sort : indexes[query.index];
    const condition: Expression = {
      text: '#pk = :pk AND begins_with(#sk, :prefix)',
      names: { '#pk': primaryKey.partition, '#sk': sortKey },
      values: { ':pk': query.PK, ':prefix': query.prefix },
    };
    // DynamoDB takes no empty string as a key's value: the whole partition has no sort condition.
    const whole: Expression = {
      text: '#pk = :pk',
      names: { '#pk': primaryKey.partition },
      values: { ':pk': query.PK },
    };
    const chosen = query.prefix === '' ? whole : condition;
    const projection = query.attributes === undefined ? undefined : projecting(query.attributes);
    return {
      TableName: tableName,
      ...(query.index === undefined ? {} : { IndexName: query.index }),
      KeyConditionExpression: chosen.text,
      ...(query.filter === undefined ? {} : { FilterExpression: query.filter.text }),
      ...(projection === undefined ? {} : { ProjectionExpression: projection.text }),
      ...placeholders(chosen, query.filter, projection),
      ...(query.limit === undefined ? {} : { Limit: query.limit }),
      ScanIndexForward: !(query.descending ?? false),
      ...(query.after === undefined ? {} : { ExclusiveStartKey: query.after }),
      ConsistentRead: query.is_consistent ?? true,
      ...measured(),
    };
  };

  const queryPage = async (query: PageQuery): Promise<Page> => {
    const output = await run('Query', () => client.query(queryInput(query)));
    return { items: output.Items ?? [], last: output.LastEvaluatedKey };
  };

  const whenCondition = (condition: Expression | undefined) =>
    condition === undefined ? {} : { ConditionExpression: condition.text };

  return {
    get: async (key) => {
      const output = await run('GetItem', () =>
        client.get({ TableName: tableName, Key: key, ConsistentRead: true, ...measured() }),
      );
      return output.Item ?? null;
    },
    put: async (item, condition) => {
      const input = {
        TableName: tableName,
        Item: item,
        ...whenCondition(condition),
        ...placeholders(condition),
        ...measured(),
      };
      return (await unlessConditionFails(() => run('PutItem', () => client.put(input)))) !== null;
    },
    update: async (key, update, condition) => {
      const input = {
        TableName: tableName,
        Key: key,
        UpdateExpression: update.text,
        ...whenCondition(condition),
        ...placeholders(update, condition),
        ReturnValues: 'ALL_NEW' as const,
        ...measured(),
      };
      const output = await unlessConditionFails(() => run('UpdateItem', () => client.update(input)));
      return output?.Attributes ?? null;
    },
    delete: async (key, condition) => {
      const input = {
        TableName: tableName,
        Key: key,
        ...whenCondition(condition),
        ...placeholders(condition),
        ...measured(),
      };
      return (await unlessConditionFails(() => run('DeleteItem', () => client.delete(input)))) !== null;
    },
    queryPage,
    queryAll: async (range, how = {}) => {
      const items: Item[] = [];
      let after: Item | undefined;
      do {
        const page = await queryPage({ ...range, ...how, after });
        items.push(...page.items);
        after = page.last;
      } while (after !== undefined);
      return items;
    },
    count: async (query) => {
      let total = 0;
      let after = query.after;
      do {
        const input = { ...queryInput({ ...query, after }), Select: 'COUNT' as const };
        const output = await run('Query', () => client.query(input));
        total += output.Count ?? 0;
        after = output.LastEvaluatedKey;
      } while (after !== undefined);
      return total;
    },
    ...createBatches({ client, tableName, run, measured, pause: options.pause }),
  };
};
