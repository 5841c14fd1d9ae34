import pMap from 'p-map';
import { inBatches } from '../../lib/in-batches.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageThrottledError } from './errors.ts';
import type { Key } from './keys.ts';
import type { TableEngine } from './table-engine.ts';
import type { Item, TableClient } from './table.ts';

// DynamoDB's limits for one batch request.
const WRITES_A_BATCH = 25;
const READS_A_BATCH = 100;
/** Number of batches at once. */
const CONCURRENCY = 4;
const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 50;

type Write = { PutRequest: { Item: Item & Key } } | { DeleteRequest: { Key: Key } };

type Runner = <T extends { ConsumedCapacity?: { CapacityUnits?: number | undefined }[] | undefined }>(
  operation: string,
  send: () => Promise<T>,
) => Promise<T>;

type BatchOptions = {
  client: TableEngine;
  tableName: string;
  run: Runner;
  measured: () => { ReturnConsumedCapacity?: 'TOTAL' };
  pause: ((milliseconds: number) => Promise<void>) | undefined;
};

const keyText = (key: Key) => `${key.PK}\n${key.SK}`;

export const createBatches = (
  options: BatchOptions,
): Pick<TableClient, 'batchGet' | 'batchPut' | 'batchDelete'> => {
  const { client, tableName, run, measured } = options;
  const pause = options.pause ?? ((milliseconds: number) => sleep(milliseconds));

  /** Sends a batch until nothing is left over. Each further try waits twice as long, with jitter. */
  const untilTaken = async <T>(batch: T[], send: (rest: T[]) => Promise<T[]>): Promise<void> => {
    let rest = batch;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
      rest = await send(rest);
      if (rest.length === 0) return;
    }
    throw new StorageThrottledError(`Of a batch ${rest.length} were refused ${ATTEMPTS} times`);
  };

  const write = async (writes: Write[]): Promise<void> => {
    await pMap(
      inBatches(writes, WRITES_A_BATCH),
      (batch) =>
        untilTaken(batch, async (rest) => {
          const input = { RequestItems: { [tableName]: rest }, ...measured() };
          const output = await run('BatchWriteItem', () => client.batchWrite(input));
          const left = new Set(
            (output.UnprocessedItems?.[tableName] ?? []).map((request) =>
              keyText(keyOf(request.PutRequest?.Item ?? request.DeleteRequest?.Key ?? {})),
            ),
          );
          return rest.filter((request) =>
            left.has(keyText('PutRequest' in request ? request.PutRequest.Item : request.DeleteRequest.Key)),
          );
        }),
      { concurrency: CONCURRENCY },
    );
  };

  return {
    batchGet: async (keys) => {
      const wanted = [...new Map(keys.map((key) => [keyText(key), key])).values()];
      const found: Item[] = [];
      await pMap(
        inBatches(wanted, READS_A_BATCH),
        (batch) =>
          untilTaken(batch, async (rest) => {
            const input = {
              RequestItems: { [tableName]: { Keys: rest, ConsistentRead: true } },
              ...measured(),
            };
            const output = await run('BatchGetItem', () => client.batchGet(input));
            found.push(...(output.Responses?.[tableName] ?? []));
            return (output.UnprocessedKeys?.[tableName]?.Keys ?? []).map(keyOf);
          }),
        { concurrency: CONCURRENCY },
      );
      return found;
    },
    // DynamoDB refuses a whole batch that names a key twice, so keep only the last item of each key.
    batchPut: (items) =>
      write(
        [...new Map(items.map((item) => [keyText(item), item])).values()].map((item) => ({
          PutRequest: { Item: item },
        })),
      ),
    batchDelete: (keys) =>
      write(
        [...new Map(keys.map((key) => [keyText(key), key])).values()].map((key) => ({
          DeleteRequest: { Key: key },
        })),
      ),
  };
};

const keyOf = (item: Record<string, unknown>): Key => ({ PK: String(item['PK']), SK: String(item['SK']) });
