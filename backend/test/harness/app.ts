import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQSEvent } from 'aws-lambda';
import { createSignInPolicy, openPolicy } from '../../src/accounts/providers/sign-in-policy.ts';
import type { BlobStore } from '../../src/model/article/article.ts';
import type { EntryChanges } from '../../src/model/search-stores.ts';
import type { ApiHandlers } from '../../src/contract/endpoints/handlers.ts';
import type { Log } from '../../src/logging/log.ts';
import { forEachQueue, MOST_DELIVERIES, type FetchMessage } from '../../src/queues/messages.ts';
import {
  endpoints,
  queueName,
  type Endpoint,
  type EndpointName,
  type QueueName,
} from '../../src/contract/index.ts';
import type { SignInSettings } from '../../src/config/sign-in.ts';
import { createClientsFunction } from '../../src/app/clients.ts';
import type { AppContext } from '../../src/app/context.ts';
import { createApplication } from '../../src/app/create-application.ts';
import { readEnvironment } from '../../src/config/env.ts';
import { settings } from '../../src/config/settings.ts';
import { createSends, type OutgoingMessage } from '../../src/queues/outgoing.ts';
import type { OwnedQueues } from '../../src/owner/queues.ts';
import type { Limiter } from '../../src/limits/limiter.ts';
import { parseAllowHosts } from '../../src/web/guard/target.ts';
import { createGuardedFetch } from '../../src/web/fetch/create-guarded-fetch.ts';
import type { CleanupFigures } from '../../src/retention/figures.ts';
import type { TextModel } from '../../src/model/text/text-model.ts';
import type { Embedder } from '../../src/model/score/embedder.ts';
import type { DocumentParser } from '../../src/parser/document-parser.ts';
import { inThreadParser } from './in-thread-parser.ts';
import { createEmbeddedEmbedder } from '../../src/scoring/embedders/embedded.ts';
import { newKeywordMemory } from '../../src/scoring/keyword-vector.ts';
import { createFileBlobStore } from '../../src/storage/blobs/blob-files.ts';
import { createMeter, createTableClient, type TableClient } from '../../src/storage/table/table.ts';
import { createSmtpMail } from '../../src/local/mail/smtp-mail.ts';
import { createNotedChanges } from '../../src/storage/entry-notes.ts';
import { createNotedStores, createStores } from '../../src/storage/stores.ts';
import { localReader, sampleViewer } from './api/api-samples.ts';
import { capturedLog } from './logs/captured-log.ts';
import type { TestEngine } from './engines/dynamodb-local.ts';
import { startChosenEngine } from './engines/engines.ts';
import { lambdaContext } from './api/function-url-event.ts';
import { unlimited } from './api/unlimited.ts';

type Queued = OutgoingMessage & { id: string; receives: number; due?: number };

/**
 * The longest message delay in seconds that the queues ignore, except for that of fetches, whose messages wait for the turn of a
 * host. A longer delay ends when the test advances its clock.
 */
const SHORT_DELAY_SECONDS = 60;

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The key of every app that is given no other. */
const testSecretsKey = Buffer.alloc(32, 7).toString('base64');

const otherQueues = queueName.options.filter((queue) => queue !== 'fetch');

/** As long as a Lambda function may run. */
const LONGEST_RUN_SECONDS = 900;

/**
 * Starts the complete back end over an embedded DynamoDB. The clock moves only when the test advances it, and the
 * queues deliver messages only when the test asks.
 */
export const startTestApp = async ({
  allowHosts = '127.0.0.1',
  pacesLoopback = false,
  standsStill = false,
  embedder = createEmbeddedEmbedder(),
  parser = inThreadParser,
  log: heard = silentLog,
  limiter = unlimited,
  passwordCost = 1,
  maxSubscriptions = 1000,
  asksForPages = false,
  start = '2026-03-01T08:00:00.000Z',
  signIn = null,
  hatebuUrl,
  wrapTable = (client) => client,
  wrapBlobs = (blobs) => blobs,
  wrapSend = (_queue, send) => send,
  startEngine = startChosenEngine,
  isMeasured = () => true,
  isOneOfSeveral = false,
  entryChanges,
  mailUrl,
  textModel = null,
  publicUrl,
  newsletterAddress,
  secretsKey = testSecretsKey,
  over,
}: {
  allowHosts?: string;
  /** Makes requests to the allowed hosts wait for the turns of their hosts, as those to the public internet do. */
  pacesLoopback?: boolean;
  /** Makes pauses take no time, so that whoever comes early for a turn comes back through the queue. */
  standsStill?: boolean;
  embedder?: Embedder;
  parser?: DocumentParser;
  log?: Log;
  limiter?: Limiter;
  /** As little as scrypt takes, unless the cost is what a test looks at. */
  passwordCost?: number;
  maxSubscriptions?: number;
  /** Without it, the messages for the pages of new articles are dropped, as if every reader were content with feeds. */
  asksForPages?: boolean;
  start?: string;
  /** The accounts that may sign in. Without it, every request is the local reader's. */
  signIn?: SignInSettings | null;
  /** The address of the bookmark service. Without it, bookmarks are not counted. */
  hatebuUrl?: string | undefined;
  /** Wraps the table that the stores use, for example to make it fail. */
  wrapTable?: (table: TableClient) => TableClient;
  wrapBlobs?: (blobs: BlobStore) => BlobStore;
  /** Wraps the function that sends to a queue. */
  wrapSend?: (
    queue: QueueName,
    send: (messages: OutgoingMessage[]) => Promise<void>,
  ) => (messages: OutgoingMessage[]) => Promise<void>;
  startEngine?: () => Promise<TestEngine>;
  /** Tells whether the engine is asked for the units of a request, as the local runner seldom does. */
  isMeasured?: () => boolean;
  /** True for a process of a deployment, where several write the table: it notes the writes of readers who search. */
  isOneOfSeveral?: boolean;
  /** Tells which entries were written. By default the engine does, or the notes if this is one of several processes. */
  entryChanges?: EntryChanges;
  /** The address of a server that takes mails. Without it, none are sent. */
  mailUrl?: string;
  /** The model that summarises. Without it, none does. */
  textModel?: TextModel | null;
  /** The address at which hubs reach the service. Without it, none is asked. */
  publicUrl?: string;
  /** The addresses of newsletters. Without it, none is made. */
  newsletterAddress?: string;
  /** The key by which sign-ins for sites are kept; null for none. */
  secretsKey?: string | null;
  /** The store of another app, which this app shares. The other app closes it. */
  over?: { engine: TestEngine; tableName: string; folder: string; queues: Record<QueueName, Queued[]> };
} = {}) => {
  const engine = over === undefined ? await startEngine() : { ...over.engine, close: async () => {} };
  const tableName = over?.tableName ?? `omomi-${randomUUID()}`;
  if (over === undefined) await engine.createTable(tableName);
  const folder = over?.folder ?? (await mkdtemp(join(tmpdir(), 'omomi-test-')));
  let units = { read: 0, write: 0 };
  const meter = createMeter();
  const cleanups: CleanupFigures[] = [];
  const table = createTableClient({
    client: engine.client,
    tableName,
    isMeasured,
    tellWrites: isOneOfSeveral ? undefined : engine.writesOf?.(tableName),
    onConsumed: (operation, consumed) => {
      meter.noted(operation, consumed);
      units[/get|query|count|scan/i.test(operation) ? 'read' : 'write'] += consumed;
    },
  });
  const log = capturedLog(heard);
  let time = new Date(start).getTime();
  const now = (): Date => new Date(time);
  const stored = [wrapTable(table), wrapBlobs(createFileBlobStore(folder))] as const;
  const stores = isOneOfSeveral ? createNotedStores(...stored, now) : createStores(...stored);
  const told = isOneOfSeveral
    ? createNotedChanges({ notes: stores.entryNotes, now })
    : engine.changesOf(tableName);
  /** Advances the clock instead of waiting. */
  const pause = (milliseconds: number): Promise<boolean> => {
    if (!standsStill) time += milliseconds;
    return Promise.resolve(true);
  };
  let ids = over === undefined ? 0 : Math.floor(Math.random() * 1e6) * 1000;
  const base = {
    ...stores,
    now,
    pause,
    newId: () => `job${String(++ids).padStart(9, '0')}`,
    log,
  };
  const hosts = parseAllowHosts(allowHosts);
  const fetch = createGuardedFetch({
    allowHosts: hosts,
    userAgent: 'Omomi/test',
    // Tests never query a name server; the test servers use numeric addresses.
    lookup: (name) => Promise.reject(Object.assign(new Error(`no ${name} here`), { code: 'ENOTFOUND' })),
  });
  const signInPolicy = signIn === null ? openPolicy : createSignInPolicy(signIn, fetch);

  const queues: Record<QueueName, Queued[]> = over?.queues ?? forEachQueue(() => []);
  const deadLetters: (Queued & { from: QueueName })[] = [];
  const isDropped = ({ body }: OutgoingMessage): boolean =>
    !asksForPages && body.includes('"full_text"') && !body.includes('"asked_by"');
  const put = (name: QueueName) =>
    wrapSend(name, (messages) => {
      queues[name].push(
        ...messages
          .filter((message) => !isDropped(message))
          .map((message) => {
            const delay = message.delay_seconds ?? 0;
            // A crawl looks after its pages every second for as long as it runs, so its delays count too.
            const isCrawl = message.body.includes('"kind":"crawl"');
            const isShort = name !== 'fetch' && !isCrawl && delay <= SHORT_DELAY_SECONDS;
            const due = isShort ? 0 : time + delay * 1000;
            return { ...message, id: randomUUID(), receives: 0, due };
          }),
      );
      return Promise.resolve();
    });
  const waiting = (name: QueueName) => queues[name].length;
  const ownedQueues: OwnedQueues = {
    depth: (queue) =>
      Promise.resolve({
        queue,
        waiting: waiting(queue),
        in_flight: 0,
        dead_letters: deadLetters.filter(({ from }) => from === queue).length,
      }),
    deadLetters: (queue, limit) =>
      Promise.resolve(
        deadLetters
          .filter(({ from }) => from === queue)
          .slice(0, limit)
          .map(({ id, body }) => ({ message_id: id, body, sent_at: new Date(time), reason: null })),
      ),
    redrive: (queue) => {
      const redriven = deadLetters.filter(({ from }) => from === queue);
      deadLetters.splice(0, Infinity, ...deadLetters.filter(({ from }) => from !== queue));
      queues[queue].push(...redriven.map((message) => ({ ...message, receives: 0 })));
      return Promise.resolve(redriven.length);
    },
  };

  const ctx: AppContext = {
    ...base,
    ...createSends(put),
    parser,
    fetch,
    mail: mailUrl === undefined ? null : createSmtpMail(base, mailUrl, 'Omomi <omomi@example.org>'),
    textModel,
    hatebuUrl,
    embedder,
    keywordMemory: newKeywordMemory(),
    settings: {
      ...readEnvironment(settings, {}),
      FETCH_ALLOW_HOSTS: pacesLoopback ? '' : allowHosts,
      HATEBU: hatebuUrl === undefined ? 'off' : 'on',
      MAX_SUBSCRIPTIONS: maxSubscriptions,
      PUBLIC_URL: publicUrl,
      NEWSLETTER_ADDRESS: newsletterAddress,
      SECRETS_KEY: secretsKey ?? undefined,
    },
    lastWriteSeconds: LONGEST_RUN_SECONDS,
    meter,
    observeCleanup: (figures) => cleanups.push(figures),
    signInPolicy,
    limiter,
    passwordCost,
    queues: ownedQueues,
    health: {},
    searchMemoryBytes: 256 * 1024 * 1024,
    entryChanges: entryChanges ?? told,
  };
  const application = createApplication(ctx);
  const { apiHandlers } = application;

  /** Delivers one batch of a queue, of messages of this kind if one is given. Returns false if no message is due. */
  const deliver = async (
    name: keyof typeof queues,
    size = 10,
    kind?: FetchMessage['kind'],
  ): Promise<boolean> => {
    const isWanted = ({ due = 0, body }: Queued) =>
      due <= time && (kind === undefined || body.includes(`"kind":"${kind}"`));
    const batch = queues[name].filter(isWanted).slice(0, size);
    queues[name].splice(0, Infinity, ...queues[name].filter((message) => !batch.includes(message)));
    if (batch.length === 0) return false;
    const event = {
      Records: batch.map(({ id, body }) => ({
        messageId: id,
        body,
        attributes: {},
        eventSource: 'aws:sqs',
      })),
    } as unknown as SQSEvent;
    const answer = await application[name](event, lambdaContext()).catch(() => ({
      batchItemFailures: batch.map(({ id }) => ({ itemIdentifier: id })),
    }));
    const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of batch.filter(({ id }) => failed.has(id))) {
      message.receives += 1;
      if (message.receives >= MOST_DELIVERIES) deadLetters.push({ ...message, from: name });
      else queues[name].push(message);
    }
    return true;
  };

  /** Delivers all messages that are due, until every queue has none left. */
  const settle = async (): Promise<void> => {
    // Feeds and all other queues come before pages, because a page is slower to answer.
    const deliverNext = async (): Promise<boolean> => {
      if (await deliver('fetch', 10, 'feed')) return true;
      for (const queue of otherQueues) if (await deliver(queue)) return true;
      return deliver('fetch');
    };
    while (await deliverNext());
  };

  return {
    stores,
    /** The context of all handlers. */
    ctx,
    /** The log that the handlers use. */
    log,
    /** The figures that finished cleanups reported. */
    cleanups,
    fetch,
    tableName,
    folder,
    engine,
    client: engine.client,
    queues,
    deadLetters,
    deliver,
    settle,
    dispatch: application.dispatch,
    /** Runs one scheduled bookmark count. Its pauses advance the clock. */
    countBookmarks: application.bookmarks,
    /** Runs the daily cleanup and the jobs that it starts. */
    cleanup: async () => {
      await application.cleanup();
      await settle();
    },
    api: application.api,
    /** Creates what the clients function of a deployment answers with. */
    createClients: () => createClientsFunction(ctx),
    /** Calls an endpoint's use case directly as a reader, without HTTP. */
    as: (user_id: string, is_owner = true) => ({
      call: <N extends Exclude<EndpointName, 'getHealth' | 'getOpenApi'>>(
        name: N,
        request: Partial<Omit<Parameters<ApiHandlers[N]>[0], 'reader' | 'viewer'>> = {},
      ): ReturnType<ApiHandlers[N]> =>
        (apiHandlers[name] as (request: unknown) => ReturnType<ApiHandlers[N]>)({
          params: undefined,
          query: (endpoints[name] as Endpoint).query?.safeParse({}).data,
          body: (endpoints[name] as Endpoint).body === undefined ? undefined : {},
          gone: new AbortController().signal,
          ...request,
          reader: { ...localReader(user_id), is_owner },
          viewer: sampleViewer,
        }),
    }),
    now,
    advance: (minutes: number) => {
      time += minutes * 60_000;
    },
    /** Returns every item of the table, sorted by key. */
    dump: async (): Promise<Record<string, unknown>[]> => {
      const items = await engine.dump(tableName);
      const key = ({ PK, SK }: Record<string, unknown>) => `${String(PK)}|${String(SK)}`;
      return items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    },
    /** Deletes the items whose time to live has passed, together with their blobs. */
    expire: () => engine.expire(tableName, new Date(time), stores.blobs.delete),
    /** Returns the capacity units consumed since the last call. */
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
