import { AsyncLocalStorage } from 'node:async_hooks';
import type { Consumed, Meter } from '../../retention/figures.ts';
import { createBatches, createQueries, placeholders, type Expression } from './queries.ts';
import type { TableEngine } from './table-engine.ts';
import { isConditionFailed, translateError } from './errors.ts';
import type { TellWrites } from './kept.ts';
import type { IndexName, ItemRange, Key } from './keys.ts';

/**
 * Creates a meter of the capacity units that pieces of work consume, even if several run at once. Pass `noted` to the
 * table's client. It ignores requests outside of any measured work.
 */
export const createMeter = (): Meter & {
  noted: NonNullable<TableClientOptions['onConsumed']>;
  isMeasured: () => boolean;
} => {
  const current = new AsyncLocalStorage<Consumed>();
  return {
    isMeasured: () => current.getStore() !== undefined,
    noted: (operation, units) => {
      const consumed = current.getStore();
      if (consumed === undefined) return;
      consumed[/get|query|scan/i.test(operation) ? 'read_units' : 'write_units'] += units;
    },
    measure: async (run) => {
      const consumed: Consumed = { read_units: 0, write_units: 0 };
      const result = await current.run(consumed, run);
      return { result, consumed };
    },
  };
};

/** An item as the table holds it, before a store's schema has read it. */
export type Item = Record<string, unknown>;

export type PageQuery = {
  PK: string;
  /** The prefix of the sort keys: of the index if one is named, otherwise of the table. */
  prefix: string;
  index?: IndexName;
  filter?: Expression;
  /** Returns only these attributes, at the same cost. Not for an index, of which DynamoDB Local bills each item. */
  attributes?: readonly string[];
  /** Largest number of items read, before the filter. Without it a page is 1 MB, as DynamoDB reads it. */
  limit?: number;
  descending?: boolean;
  /** Starts after this key, whether or not an item has it. */
  after?: Item | undefined;
  /** Default true. */
  is_consistent?: boolean;
};

export type Page = { items: Item[]; last: Item | undefined };

export type TableClient = {
  /** Strongly consistent. */
  get: (key: Key) => Promise<Item | null>;
  /** Returns false if the condition does not hold. */
  put: (item: Item, condition?: Expression) => Promise<boolean>;
  /** Returns the changed item, or null if the condition does not hold. */
  update: (key: Key, update: Expression, condition?: Expression) => Promise<Item | null>;
  /** Returns false if the condition does not hold. */
  delete: (key: Key, condition?: Expression) => Promise<boolean>;
  queryPage: (query: PageQuery) => Promise<Page>;
  queryAll: (range: ItemRange, options?: Pick<PageQuery, 'filter' | 'is_consistent'>) => Promise<Item[]>;
  /** Counts the items of the range that pass the filter. */
  count: (query: PageQuery) => Promise<number>;
  /** Returns the items that exist, in no particular order; strongly consistent by default. */
  batchGet: (keys: Key[], isConsistent?: boolean) => Promise<Item[]>;
  /** Writes the items in any order. Of two items with the same key, the later one is stored. */
  batchPut: (items: (Item & Key)[]) => Promise<void>;
  batchDelete: (keys: Key[]) => Promise<void>;
  /** Missing where several processes write the table. */
  tellWrites?: TellWrites | undefined;
  /**
   * Tells whether all items are where today's format has them; once true, it stays so. Missing where a table is upgraded before
   * it is opened.
   */
  isUpgraded?: (() => Promise<boolean>) | undefined;
};

export type TableClientOptions = {
  client: TableEngine;
  tableName: string;
  /** Called with the capacity units of each request. The engine is asked for them only if this is given. */
  onConsumed?: ((operation: string, units: number) => void) | undefined;
  /** True to ask DynamoDB for the units of a request. If it is missing, every request asks. */
  isMeasured?: (() => boolean) | undefined;
  /** Tells of all writes to the table; given only where this process is the only one that writes it. */
  tellWrites?: TellWrites | undefined;
  /** Waits before another try of a batch of which DynamoDB took only a part. */
  pause?: (milliseconds: number) => Promise<void>;
};

type Measured = { ReturnConsumedCapacity?: 'TOTAL' };
type Capacity = { CapacityUnits?: number | undefined };
type Output = { ConsumedCapacity?: Capacity | Capacity[] | undefined };

/** A table and the way to send it requests. */
export type Connection = {
  client: TableEngine;
  tableName: string;
  /** Sends one request, reports the capacity units that it consumed, and translates its error. */
  run: <I extends object, O extends Output>(
    operation: string,
    send: (input: I) => Promise<O>,
    input: NoInfer<I>,
  ) => Promise<O>;
};

const unitsOf = (consumed: Capacity | Capacity[]): number =>
  [consumed].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

const connect = ({
  client,
  tableName,
  onConsumed,
  isMeasured = () => true,
}: TableClientOptions): Connection => ({
  client,
  tableName,
  run: async (operation, send, input) => {
    const measured: Measured =
      onConsumed !== undefined && isMeasured() ? { ReturnConsumedCapacity: 'TOTAL' } : {};
    try {
      const output = await send({ ...input, ...measured });
      if (output.ConsumedCapacity !== undefined) onConsumed?.(operation, unitsOf(output.ConsumedCapacity));
      return output;
    } catch (error) {
      throw translateError(error);
    }
  },
});

const unlessConditionFails = async <T>(attempt: () => Promise<T>): Promise<T | null> => {
  try {
    return await attempt();
  } catch (error) {
    if (isConditionFailed(error)) return null;
    throw error;
  }
};

/** Returns the condition of a write, and the placeholders of the condition and the update. */
const conditional = (condition: Expression | undefined, update?: Expression) => ({
  ...(condition === undefined ? {} : { ConditionExpression: condition.text }),
  ...placeholders(update, condition),
});

/** Creates the requests for one item. */
const createItems = ({
  client,
  tableName,
  run,
}: Connection): Pick<TableClient, 'get' | 'put' | 'update' | 'delete'> => ({
  get: async (key) => {
    const input = { TableName: tableName, Key: key, ConsistentRead: true };
    return (await run('GetItem', client.get, input)).Item ?? null;
  },
  put: async (item, condition) => {
    const input = { TableName: tableName, Item: item, ...conditional(condition) };
    return (await unlessConditionFails(() => run('PutItem', client.put, input))) !== null;
  },
  update: async (key, update, condition) => {
    const input = {
      TableName: tableName,
      Key: key,
      UpdateExpression: update.text,
      ...conditional(condition, update),
      ReturnValues: 'ALL_NEW' as const,
    };
    const output = await unlessConditionFails(() => run('UpdateItem', client.update, input));
    return output?.Attributes ?? null;
  },
  delete: async (key, condition) => {
    const input = { TableName: tableName, Key: key, ...conditional(condition) };
    return (await unlessConditionFails(() => run('DeleteItem', client.delete, input))) !== null;
  },
});

/** Creates the client through which all stores use the table. Throws StorageThrottledError, StorageUnavailableError. */
export const createTableClient = (options: TableClientOptions): TableClient => {
  const connection = connect(options);
  return {
    ...createItems(connection),
    ...createQueries(connection),
    ...createBatches(connection, options.pause),
    tellWrites: options.tellWrites,
  };
};
