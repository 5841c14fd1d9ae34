// @module-tag long
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  skipsDynamoDbLocal,
  startDynamoDbLocal,
  type TestEngine,
} from '../../../test/harness/engines/dynamodb-local.ts';
import { startEmbedded } from '../../../test/harness/engines/embedded-engine.ts';
import { requests, type Request } from '../../../test/harness/engines/random-requests.ts';

/*
 * Compares the embedded engine with DynamoDB Local. The same random requests, one after the other on the same few keys,
 * must have the same answers, error names and capacity units, and must leave the same items.
 */

const TABLE = 'differential';
const RUNS = Number(process.env['DIFFERENTIAL_RUNS'] ?? 1000);

type Outcome = { answer: unknown } | { error: string };

/** Returns the request with partition keys of this run only, so that all runs share one table. */
const inPartitionsOf = <T>(run: number, value: T): T => {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map((element) => inPartitionsOf(run, element)) as T;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    /^(PK|:pk)$/.test(name) && /^P[12]$/.test(String(member))
      ? `${member}/${run}`
      : inPartitionsOf(run, member),
  ]);
  return Object.fromEntries(members) as T;
};

const send = async ({ client }: TestEngine, request: Request): Promise<Outcome> => {
  const { operation, input } = request;
  const named =
    operation === 'batchGet' || operation === 'batchWrite'
      ? { ...input, RequestItems: { [TABLE]: input['requests'] }, requests: undefined }
      : { ...input, TableName: TABLE };
  try {
    const answer = await client[operation]({ ...named, ReturnConsumedCapacity: 'TOTAL' } as never);
    return { answer: comparable(answer as Answer, request) };
  } catch (error) {
    // The SDK refuses some values itself, with a plain Error. Our engine may report another mistake first.
    const name = error instanceof Error ? error.name : String(error);
    return { error: name === 'Error' ? 'ValidationException' : name };
  }
};

type Units = { CapacityUnits?: number };
type Answer = Record<string, unknown> & {
  Responses?: Record<string, object[]>;
  ConsumedCapacity?: Units | Units[];
};

/**
 * Checks whether DynamoDB Local bills a request differently from our engine. It bills nothing for a query that reads
 * nothing or for missing items of a batch, and two units when a batch deletes a missing item. DynamoDB documents a
 * minimum for each operation, which our engine bills.
 */
const isBilledElseway = ({ operation, input }: Request, answer: Answer, found: number): boolean => {
  const batch = input['requests'] as { Keys?: unknown[] } | { DeleteRequest?: unknown }[] | undefined;
  if (operation === 'query') return answer['ScannedCount'] === 0;
  if (Array.isArray(batch)) return batch.some(({ DeleteRequest }) => DeleteRequest !== undefined);
  return batch?.Keys !== undefined && found < batch.Keys.length;
};

/**
 * Returns the parts of an answer that must be equal: map members and batch items in a fixed order, without transport
 * data.
 */
const comparable = (answer: Answer, request: Request): unknown => {
  const found = answer.Responses?.[TABLE] ?? [];
  const units = [answer.ConsumedCapacity ?? []].flat().map(({ CapacityUnits }) => CapacityUnits);
  return {
    Item: answer['Item'],
    Items: answer['Items'],
    Count: answer['Count'],
    ScannedCount: answer['ScannedCount'],
    Attributes: answer['Attributes'],
    LastEvaluatedKey: answer['LastEvaluatedKey'],
    found: sorted(found as Record<string, unknown>[]),
    left: [answer['UnprocessedKeys'] ?? {}, answer['UnprocessedItems'] ?? {}],
    units: isBilledElseway(request, answer, found.length) ? null : units,
  };
};

const sorted = (items: Record<string, unknown>[]) =>
  items.toSorted((a, b) =>
    `${String(a['PK'])}|${String(a['SK'])}` < `${String(b['PK'])}|${String(b['SK'])}` ? -1 : 1,
  );

describe.skipIf(skipsDynamoDbLocal)('the embedded engine beside DynamoDB Local (needs Java 17)', () => {
  let amazon: TestEngine;
  let embedded: TestEngine;
  let runs = 0;
  beforeAll(async () => {
    [amazon, embedded] = await Promise.all([startDynamoDbLocal(), startEmbedded()]);
    await Promise.all([amazon.createTable(TABLE), embedded.createTable(TABLE)]);
  });
  afterAll(() => Promise.all([amazon.close(), embedded.close()]));

  it(`answers random requests as DynamoDB does`, { timeout: 300_000 }, async () => {
    let sent = 0;
    const outcomes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(requests, async (list) => {
        runs += 1;
        for (const made of list) {
          const request = inPartitionsOf(runs, made);
          const theirs = await send(amazon, request);
          const ours = await send(embedded, request);
          expect({ request, outcome: ours }).toEqual({ request, outcome: theirs });
          sent += 1;
          const kind = `${request.operation} ${'error' in theirs ? theirs.error : 'answered'}`;
          outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
        }
      }),
      { numRuns: RUNS },
    );
    expect(sorted(await embedded.dump(TABLE))).toEqual(sorted(await amazon.dump(TABLE)));
    console.log(
      `${sent} requests: ${[...outcomes]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([kind, count]) => `${kind} ${count}`)
        .join(', ')}`,
    );
    // If the generator made mostly refused requests, the comparison would prove little.
    for (const operation of ['get', 'put', 'update', 'delete', 'query', 'batchGet', 'batchWrite'])
      expect(outcomes.get(`${operation} answered`) ?? 0).toBeGreaterThan(0);
  });
});
