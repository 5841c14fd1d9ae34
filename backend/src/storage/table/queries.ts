import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { indexes, primaryKey, type Key } from './keys.ts';
import type { Connection, Item, Page, PageQuery, TableClient } from './table.ts';
import pMap from 'p-map';
import { inBatches } from '../../lib/lists.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageThrottledError } from '../../lib/errors.ts';

/** A part of DynamoDB's expression language, with the names and values of its placeholders. */
export type Expression = {
  text: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
};

export const itemExists: Expression = { text: 'attribute_exists(#pk)', names: { '#pk': 'PK' } };
export const itemIsNew: Expression = { text: 'attribute_not_exists(#pk)', names: { '#pk': 'PK' } };

export const and = (...parts: Expression[]): Expression => ({
  text: parts.map((part) => `(${part.text})`).join(' AND '),
  names: Object.assign({}, ...parts.map((part) => part.names)),
  values: Object.assign({}, ...parts.map((part) => part.values)),
});

export const or = (...parts: Expression[]): Expression => ({
  ...and(...parts),
  text: parts.map((part) => `(${part.text})`).join(' OR '),
});

/** Joins several clauses into one update. */
export const inSequence = (...parts: Expression[]): Expression => ({
  text: parts.map(({ text }) => text).join(' '),
  names: Object.assign({}, ...parts.map((part) => part.names)),
  values: Object.assign({}, ...parts.map((part) => part.values)),
});

/**
 * Returns an update that sets each attribute to its value. Null removes an attribute, and undefined leaves it
 * unchanged. An attribute of `initially` is set only if it is missing.
 */
export const setting = (
  changes: Record<string, unknown>,
  initially: Record<string, unknown> = {},
): Expression => {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const sets: string[] = [];
  const removes: string[] = [];
  entries.forEach(([attribute, value], index) => {
    names[`#s${index}`] = attribute;
    if (value === null) {
      removes.push(`#s${index}`);
    } else {
      values[`:s${index}`] = value;
      sets.push(`#s${index} = :s${index}`);
    }
  });
  Object.entries(initially).forEach(([attribute, value], index) => {
    names[`#i${index}`] = attribute;
    values[`:i${index}`] = value;
    sets.push(`#i${index} = if_not_exists(#i${index}, :i${index})`);
  });
  const clauses = [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
  ];
  return { text: clauses.join(' '), names, values };
};

/** Returns the projection of a query to these attributes. */
const projecting = (attributes: readonly string[]): Expression => ({
  text: attributes.map((_, at) => `#p${at}`).join(', '),
  names: Object.fromEntries(attributes.map((attribute, at) => [`#p${at}`, attribute])),
});

/** Returns the placeholders of the expressions. The SDK refuses empty maps, so they are left out. */
export const placeholders = (
  ...parts: (Expression | undefined)[]
): {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
} => {
  const names: Record<string, string> = Object.assign({}, ...parts.map((part) => part?.names));
  const values: Record<string, unknown> = Object.assign({}, ...parts.map((part) => part?.values));
  return {
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
  };
};

/** Returns the condition on the keys: the partition, and the prefix of the sort keys if there is one. */
const keyCondition = ({ PK, prefix, index }: PageQuery): Expression => {
  const names = { '#pk': primaryKey.partition };
  // DynamoDB takes no empty string as a key's value, so a query of the whole partition has no condition on the sort key.
  if (prefix === '') return { text: '#pk = :pk', names, values: { ':pk': PK } };
  const sortKey = index === undefined ? primaryKey.sort : indexes[index];
  return {
    text: '#pk = :pk AND begins_with(#sk, :prefix)',
    names: { ...names, '#sk': sortKey },
    values: { ':pk': PK, ':prefix': prefix },
  };
};

const queryInput = (tableName: string, query: PageQuery): QueryCommandInput => {
  const condition = keyCondition(query);
  const projection = query.attributes === undefined ? undefined : projecting(query.attributes);
  return {
    TableName: tableName,
    ...(query.index === undefined ? {} : { IndexName: query.index }),
    KeyConditionExpression: condition.text,
    ...(query.filter === undefined ? {} : { FilterExpression: query.filter.text }),
    ...(projection === undefined ? {} : { ProjectionExpression: projection.text }),
    ...placeholders(condition, query.filter, projection),
    ...(query.limit === undefined ? {} : { Limit: query.limit }),
    ScanIndexForward: !(query.descending ?? false),
    ...(query.after === undefined ? {} : { ExclusiveStartKey: query.after }),
    ConsistentRead: query.is_consistent ?? true,
  };
};

/** Creates the requests for the items of a range. */
export const createQueries = ({
  client,
  tableName,
  run,
}: Connection): Pick<TableClient, 'queryPage' | 'queryAll' | 'count'> => {
  const queryPage = async (query: PageQuery): Promise<Page> => {
    const output = await run('Query', client.query, queryInput(tableName, query));
    return { items: output.Items ?? [], last: output.LastEvaluatedKey };
  };

  return {
    queryPage,
    queryAll: async (range, options = {}) => {
      const items: Item[] = [];
      let after: Item | undefined;
      do {
        const page = await queryPage({ ...range, ...options, after });
        items.push(...page.items);
        after = page.last;
      } while (after !== undefined);
      return items;
    },
    count: async (query) => {
      let total = 0;
      let after = query.after;
      do {
        const input = queryInput(tableName, { ...query, after });
        const output = await run('Query', client.query, { ...input, Select: 'COUNT' });
        total += output.Count ?? 0;
        after = output.LastEvaluatedKey;
      } while (after !== undefined);
      return total;
    },
  };
};

// DynamoDB's limits for one batch request.
const WRITES_A_BATCH = 25;
const READS_A_BATCH = 100;
/** Number of batches at once. */
const CONCURRENCY = 4;
const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 50;

type Write = { PutRequest: { Item: Item & Key } } | { DeleteRequest: { Key: Key } };
type Pause = (milliseconds: number) => Promise<void>;

const keyOf = (item: Item): Key => ({ PK: String(item['PK']), SK: String(item['SK']) });
const keyText = (key: Key) => `${key.PK}\n${key.SK}`;

/** Keeps the last item of each key, because DynamoDB refuses a whole batch that names a key twice. */
const lastOfEachKey = <T extends Key>(items: T[]): T[] => [
  ...new Map(items.map((item) => [keyText(item), item])).values(),
];

/**
 * Sends a batch until nothing is left over. `send` returns what DynamoDB did not take. Each further try waits twice as
 * long, with jitter.
 * @throws StorageThrottledError if something is left over after the last try.
 */
const untilTaken = async <T>(batch: T[], pause: Pause, send: (rest: T[]) => Promise<T[]>): Promise<void> => {
  let rest = batch;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    rest = await send(rest);
    if (rest.length === 0) return;
  }
  throw new StorageThrottledError(`Of a batch ${rest.length} were refused ${ATTEMPTS} times`);
};

/** The options of reading a batch, and the receiver of its items. */
type Reading = { found: Item[]; isConsistent: boolean };

/** Sends one batch of reads, adds the items to `found`, and returns the keys that DynamoDB did not read. */
const sendReads = async (
  { client, tableName, run }: Connection,
  keys: Key[],
  { found, isConsistent }: Reading,
): Promise<Key[]> => {
  const input = { RequestItems: { [tableName]: { Keys: keys, ConsistentRead: isConsistent } } };
  const output = await run('BatchGetItem', client.batchGet, input);
  found.push(...(output.Responses?.[tableName] ?? []));
  return (output.UnprocessedKeys?.[tableName]?.Keys ?? []).map(keyOf);
};

/** Sends one batch of writes and returns those that DynamoDB did not make. */
const sendWrites = async ({ client, tableName, run }: Connection, writes: Write[]): Promise<Write[]> => {
  const input = { RequestItems: { [tableName]: writes } };
  const output = await run('BatchWriteItem', client.batchWrite, input);
  const left = new Set(
    (output.UnprocessedItems?.[tableName] ?? []).map(({ PutRequest, DeleteRequest }) =>
      keyText(keyOf(PutRequest?.Item ?? DeleteRequest?.Key ?? {})),
    ),
  );
  return writes.filter((write) =>
    left.has(keyText('PutRequest' in write ? write.PutRequest.Item : write.DeleteRequest.Key)),
  );
};

/** Creates the requests for many items, in batches of DynamoDB's size. */
export const createBatches = (
  connection: Connection,
  pause: Pause = (milliseconds) => sleep(milliseconds),
): Pick<TableClient, 'batchGet' | 'batchPut' | 'batchDelete'> => {
  const write = async (writes: Write[]): Promise<void> => {
    await pMap(
      inBatches(writes, WRITES_A_BATCH),
      (batch) => untilTaken(batch, pause, (rest) => sendWrites(connection, rest)),
      { concurrency: CONCURRENCY },
    );
  };

  return {
    batchGet: async (keys, isConsistent = true) => {
      const found: Item[] = [];
      await pMap(
        inBatches(lastOfEachKey(keys), READS_A_BATCH),
        (batch) => untilTaken(batch, pause, (rest) => sendReads(connection, rest, { found, isConsistent })),
        { concurrency: CONCURRENCY },
      );
      return found;
    },
    batchPut: (items) => write(lastOfEachKey(items).map((item) => ({ PutRequest: { Item: item } }))),
    batchDelete: (keys) => write(lastOfEachKey(keys).map((key) => ({ DeleteRequest: { Key: key } }))),
  };
};
