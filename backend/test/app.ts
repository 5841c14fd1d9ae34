import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { createApi } from '../src/api/create-api.ts';
import type { ApiHandlers } from '../src/contract/handlers.ts';
import type { Log } from '../src/config/log.ts';
import type { EndpointName } from '../src/contract/index.ts';
import {
  createApiHandlers,
  createCleanupHandler,
  createDispatchHandler,
  createFetchHandler,
  createJobsHandler,
  createScoreHandler,
} from '../src/lambda/handlers.ts';
import { toFetchQueue, toJobsQueue, toQueue, type OutgoingMessage } from '../src/lambda/queue-messages.ts';
import type { SqsHandler } from '../src/lambda/sqs-handler.ts';
import { parseAllowHosts } from '../src/outbound/allow-hosts.ts';
import { createGuardedFetch } from '../src/outbound/create-guarded-fetch.ts';
import type { Embedder } from '../src/scoring/embedder.ts';
import { createLexicalEmbedder } from '../src/scoring/embedders/lexical.ts';
import { createFileBlobStore } from '../src/storage/blob-files.ts';
import { createTable } from '../src/storage/create-table.ts';
import { createStores } from '../src/storage/stores.ts';
import { createTableClient, type TableClient } from '../src/storage/table.ts';
import { startDynalite } from './dynalite-memory.ts';
import type { TestEngine } from './dynamodb-local.ts';
import { lambdaContext } from './function-url-event.ts';

type QueueName = 'fetch' | 'score' | 'jobs';
type Queued = OutgoingMessage & { id: string; receives: number };

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

const MAX_RECEIVES = 5;

/**
 * The whole back end over an embedded DynamoDB, with a clock that stands still until it is moved and queues that are
 * worked off when the test says so.
 */
export const startTestApp = async ({
  allowHosts = '127.0.0.1',
  embedder = createLexicalEmbedder(),
  log = silentLog,
  maxSubscriptions = 1000,
  start = '2026-03-01T08:00:00.000Z',
  wrapTable = (client) => client,
  startEngine = startDynalite,
  over,
}: {
  allowHosts?: string;
  embedder?: Embedder;
  log?: Log;
  maxSubscriptions?: number;
  start?: string;
  /** Stands between the stores and the table, to make it fail. */
  wrapTable?: (table: TableClient) => TableClient;
  startEngine?: () => Promise<TestEngine>;
  /** The store of another app, which goes on in this one; the other closes it. */
  over?: { client: DynamoDBClient; tableName: string; folder: string; queues: Record<QueueName, Queued[]> };
} = {}) => {
  const engine = over === undefined ? await startEngine() : { client: over.client, close: async () => {} };
  const tableName = over?.tableName ?? `omomi-${randomUUID()}`;
  if (over === undefined) await createTable(engine.client, tableName);
  const folder = over?.folder ?? (await mkdtemp(join(tmpdir(), 'omomi-test-')));
  const documents = DynamoDBDocumentClient.from(engine.client);
  let units = { read: 0, write: 0 };
  const table = createTableClient({
    client: engine.client,
    tableName,
    onConsumed: (operation, consumed) => {
      units[/get|query|count|scan/i.test(operation) ? 'read' : 'write'] += consumed;
    },
  });
  const stores = createStores(wrapTable(table), createFileBlobStore(folder));
  let time = new Date(start).getTime();
  let ids = over === undefined ? 0 : Math.floor(Math.random() * 1e6) * 1000;
  const base = {
    stores,
    now: () => new Date(time),
    newId: () => `job${String(++ids).padStart(9, '0')}`,
    log,
  };
  const hosts = parseAllowHosts(allowHosts);
  const fetch = createGuardedFetch({
    allowHosts: hosts,
    userAgent: 'Omomi/test',
    // No test asks a name server; what it needs has a numeric address.
    lookup: (name) => Promise.reject(Object.assign(new Error(`no ${name} here`), { code: 'ENOTFOUND' })),
  });
  const retention = { articleDays: 7, readHours: 24 };

  const queues: Record<QueueName, Queued[]> = over?.queues ?? { fetch: [], score: [], jobs: [] };
  const deadLetters: Queued[] = [];
  const put = (queue: Queued[]) => (messages: OutgoingMessage[]) => {
    queue.push(...messages.map((message) => ({ ...message, id: randomUUID(), receives: 0 })));
    return Promise.resolve();
  };
  const sendFetch = (messages: Parameters<typeof toFetchQueue>[0][]) =>
    put(queues.fetch)(messages.map((message) => toFetchQueue(message, hosts)));
  const sendScore = (messages: object[]) => put(queues.score)(messages.map(toQueue));
  const sendJob = (messages: Parameters<typeof toJobsQueue>[0], delaySeconds?: number) =>
    put(queues.jobs)(toJobsQueue(messages, delaySeconds));

  const apiHandlers: ApiHandlers = createApiHandlers({
    ...base,
    sendFetch,
    sendScore,
    sendJob,
    fetch,
    embedder,
    retention,
    maxSubscriptions,
  });
  const consumers: Record<keyof typeof queues, SqsHandler> = {
    fetch: createFetchHandler({ ...base, sendScore, fetch, retention }),
    score: createScoreHandler({ ...base, sendScore, sendJob, embedder, retention }),
    jobs: createJobsHandler({ ...base, sendFetch, sendJob, embedder, allowHosts: hosts, maxSubscriptions }),
  };

  /** Hands out one batch of a queue; answers false when it is empty. */
  const deliver = async (name: keyof typeof queues, size = 10): Promise<boolean> => {
    const batch = queues[name].splice(0, size);
    if (batch.length === 0) return false;
    const event = {
      Records: batch.map(({ id, body, group_id }) => ({
        messageId: id,
        body,
        attributes: group_id === undefined ? {} : { MessageGroupId: group_id },
        eventSource: 'aws:sqs',
      })),
    } as unknown as SQSEvent;
    const failed = await consumers[name](event, lambdaContext()).then(
      ({ batchItemFailures }) => new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)),
      () => new Set(batch.map(({ id }) => id)),
    );
    for (const message of batch.filter(({ id }) => failed.has(id))) {
      message.receives += 1;
      (message.receives >= MAX_RECEIVES ? deadLetters : queues[name]).push(message);
    }
    return true;
  };

  /** Works off all queues until nothing is left. */
  const settle = async (): Promise<void> => {
    while ((await deliver('fetch')) || (await deliver('score')) || (await deliver('jobs')));
  };

  return {
    stores,
    fetch,
    tableName,
    folder,
    client: engine.client,
    queues,
    deadLetters,
    deliver,
    settle,
    dispatch: createDispatchHandler({ ...base, sendFetch }),
    cleanup: createCleanupHandler(base),
    api: createApi({
      handlers: apiHandlers,
      authenticate: async () => ({ user_id: 'local' }),
      allowedHosts: () => true,
      version: 'test',
      log,
    }),
    /** Calls an endpoint's use case as a reader, past the wire. */
    as: (user_id: string) => ({
      call: <N extends Exclude<EndpointName, 'getHealth' | 'getOpenApi'>>(
        name: N,
        request: Partial<Omit<Parameters<ApiHandlers[N]>[0], 'reader'>> = {},
      ): ReturnType<ApiHandlers[N]> =>
        (apiHandlers[name] as (request: unknown) => ReturnType<ApiHandlers[N]>)({
          params: undefined,
          query: undefined,
          body: undefined,
          ...request,
          reader: { user_id },
        }),
    }),
    now: () => new Date(time),
    advance: (minutes: number) => {
      time += minutes * 60_000;
    },
    /** Everything in the table, in key order. */
    dump: async (): Promise<Record<string, unknown>[]> => {
      const items: Record<string, unknown>[] = [];
      for await (const page of paginateScan({ client: documents }, { TableName: tableName }))
        items.push(...(page.Items ?? []));
      const key = ({ PK, SK }: Record<string, unknown>) => `${String(PK)}|${String(SK)}`;
      return items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    },
    /** Capacity units consumed since the last call. */
    takeUnits: () => {
      const taken = units;
      units = { read: 0, write: 0 };
      return taken;
    },
    close: async () => {
      await fetch.close();
      await engine.close();
      if (over === undefined) await rm(folder, { recursive: true });
    },
  };
};

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;
