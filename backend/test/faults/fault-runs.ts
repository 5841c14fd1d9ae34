import { expect } from 'vitest';
import { startTestApp, type TestApp } from '../harness/app.ts';
import { startChosenEngine } from '../harness/engines/engines.ts';
import { comparable, faultsOf, type Item, type State } from './fault-comparison.ts';
import { createFaults, type Call, type FaultKind } from './faulty.ts';
import { feedOf, item, large, shared } from './fault-web.ts';
import { rememberingEmbedder, rememberingParser } from './remembered.ts';
import { startFeedServer } from '../harness/servers/feed-server.ts';
import { keyword } from '../harness/scoring-samples.ts';
import { memoryBlobs } from '../harness/samples/storage-samples.ts';
import { testReader } from '../harness/reader.ts';
import { hasCode, type DomainError } from '../../src/lib/errors.ts';
import { forEachQueue } from '../../src/queues/messages.ts';
import { queueName } from '../../src/contract/index.ts';

export const HOUR = 60;
export const DAY = 24 * HOUR;

export type UseCase = {
  /** Applies what the publishers have changed since the feeds were followed. */
  web?: () => void;
  /** Prepares the state from which the use case starts. No faults occur here. */
  given?: () => Promise<unknown>;
  /** Runs the use case, again after each failure. An error of `isDone` means that it had already succeeded. */
  run: () => Promise<unknown>;
  isDone?: DomainError;
  /** Minutes to advance after the run, so that delayed messages are delivered. */
  later?: number;
  /** Returns what must be equal at the end. It replaces the full comparison where success cannot be judged by that. */
  end?: () => Promise<unknown>;
  /** True if the use case changes only jobs, which are not compared. */
  isRead?: boolean;
};

/** Wraps a read: each call that succeeds must return the same as the first one. */
export const answersTheSame = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let first: { answer: T } | undefined;
  return async () => {
    const answer = await ask();
    first ??= { answer };
    expect(answer).toEqual(first.answer);
    return answer;
  };
};

const TRIES = 6;
/** Minutes between two deliveries of delayed messages. */
const STEP = 5;
/** Minutes between two deliveries of messages that wait for the turn of a host, and how often they are delivered. */
const WAIT = 0.2;
const MOST_WAITS = 20;

const keyOf = ({ PK, SK }: Item) => `${String(PK)}|${String(SK)}`;

const copyOf = (queues: TestApp['queues']): TestApp['queues'] =>
  forEachQueue((name) => queues[name].map((message) => ({ ...message })));

/** Several errors have one code, so the message counts too. */
const isSame = (error: unknown, { code, message }: DomainError): boolean =>
  hasCode(error, code) && error.message === message;

/** Checks whether a retry may succeed: a table error, or that of a daily run which continues with other readers. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error &&
  ['StorageThrottledError', 'StorageUnavailableError', 'AggregateError'].includes(error.name);

/**
 * Returns the faults to try on a call: always one before it takes effect; for a write also one after it, for a batch
 * one after its first half, and for a conditional write a repetition by the SDK.
 */
const kindsFor = ({ isWrite, isBatch, isConditional = false }: Call, at: number): FaultKind[] => [
  at % 2 === 0 ? 'throttled' : 'broken',
  ...(isWrite ? (['lost'] as const) : []),
  ...(isBatch ? (['half'] as const) : []),
  ...(isConditional ? (['retried'] as const) : []),
];

/** Only one of so many faults is tried; all, unless the run is the one on the slower engine. */
const ONE_OF = Number(process.env['FAULTS_ONE_OF'] || 1);

/**
 * Sets up two readers who follow the same feed, one of whom follows a second feed too. The table, queues and blob store
 * can fail at any call, and their state can be restored.
 */
export const startFaultRuns = async ({
  hatebuUrl,
  asksForPages = false,
}: { hatebuUrl?: string; asksForPages?: boolean } = {}) => {
  const faults = createFaults();
  const { files: blobs, store } = memoryBlobs();
  const [server, engine] = await Promise.all([startFeedServer(), startChosenEngine()]);
  const app = await startTestApp({
    startEngine: async () => ({ ...engine, client: faults.wrapClient(engine.client) }),
    wrapBlobs: () => faults.wrapBlobs(store),
    wrapSend: faults.wrapSend,
    parser: rememberingParser(),
    embedder: rememberingEmbedder(),
    hatebuUrl,
    asksForPages,
  });
  const local = app.as('local');

  /** Publishes the documents as they were when the feeds were followed. */
  const publish = () => {
    server.set('/a', feedOf('a', [item('a', 1), item('a', 2), item('a', 3, large), shared]));
    server.set('/b', feedOf('b', [item('b', 1), shared]));
    server.set('/c', feedOf('c', [item('c', 1), item('c', 2)]));
    const page = '<html><head><link rel="alternate" type="application/rss+xml" href="/c"></head></html>';
    server.set('/page', { body: page, type: 'text/html' });
  };

  /** The items of a state to which the table is put back many times are written as text once. */
  const texts = new WeakMap<Item, string>();
  const text = (entry: Item): string => {
    const written = texts.get(entry) ?? JSON.stringify(entry);
    texts.set(entry, written);
    return written;
  };

  /** The known content of the table, or null if it must be read again. */
  let known: Item[] | null = null;
  const state = async (): Promise<State> => {
    known = await app.dump();
    return {
      items: known,
      blobs: new Map(blobs),
      queues: copyOf(app.queues),
      time: app.now().getTime(),
    };
  };

  /** Restores the table, blobs, queues and clock. */
  const restore = async (to: State): Promise<void> => {
    const existing = new Map((known ?? (await app.dump())).map((entry) => [keyOf(entry), entry]));
    const wanted = new Set(to.items.map(keyOf));
    const requests = [
      ...[...existing.values()]
        .filter((entry) => !wanted.has(keyOf(entry)))
        .map(({ PK, SK }) => ({ DeleteRequest: { Key: { PK, SK } } })),
      ...to.items
        .filter((entry) => {
          const before = existing.get(keyOf(entry));
          return before === undefined || text(before) !== text(entry);
        })
        .map((entry) => ({ PutRequest: { Item: entry } })),
    ];
    for (let at = 0; at < requests.length; at += 25)
      await engine.client.batchWrite({ RequestItems: { [app.tableName]: requests.slice(at, at + 25) } });
    known = null;
    blobs.clear();
    for (const [name, bytes] of to.blobs) blobs.set(name, bytes);
    const queues = copyOf(to.queues);
    for (const name of queueName.options) app.queues[name].splice(0, Infinity, ...queues[name]);
    app.deadLetters.length = 0;
    app.advance((to.time - app.now().getTime()) / 60_000);
  };

  publish();
  const { keyword_id } = await local.call('addKeyword', keyword('climate', 2));
  await app.settle();
  const follow = async (user: string, path: string, folder: string | null = null): Promise<string> => {
    const { feed_id } = await testReader(app, user).follow(server.url(path), folder);
    await app.settle();
    return feed_id;
  };
  const a = await follow('local', '/a');
  await follow('other', '/a');
  const b = await follow('local', '/b', 'News');
  const rows = await testReader(app).list();
  const idOf = (title: string) => rows.find((row) => row.title === title)?.article_id ?? '';
  app.advance(HOUR);
  // No pages of the articles that are there already; a use case asks for those of new ones.
  app.queues.fetch.length = 0;
  const base = await state();

  /** Runs the use case as its client or queue would: repeats it after each failure until it succeeds. */
  const runThrough = async ({ run, isDone, later = 0 }: UseCase, fault?: FaultKind): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        await run();
        break;
      } catch (error) {
        // If the SDK repeated the write, even the first attempt may find it done.
        const mayBeDone = tries > 1 || fault === 'retried';
        if (mayBeDone && isDone !== undefined && isSame(error, isDone)) break;
        if (tries === TRIES || !isPassing(error)) throw error;
      }
    }
    await app.settle();
    // Searches for icons wait for the turns of their hosts.
    for (let waits = 0; app.queues.fetch.length > 0 && waits < MOST_WAITS; waits += 1) {
      app.advance(WAIT);
      await app.settle();
    }
    for (let passed = 0; passed < later; passed += STEP) {
      app.advance(STEP);
      await app.settle();
    }
  };

  /**
   * Returns the unfinished jobs. A crash may leave a job without a message; listing the jobs after its lease has ended
   * restarts it.
   */
  const unfinishedJobs = async (): Promise<string[]> => {
    const unfinished = async () => {
      const readers = ['local', 'other', 'third'];
      const lists = await Promise.all(readers.map((user) => app.as(user).call('listJobs')));
      return lists
        .flatMap(({ items }) => items)
        .filter(({ state: at }) => at !== 'done' && at !== 'cancelled')
        .map(({ kind, state: at }) => `job ${kind} is ${at}`);
    };
    if ((await unfinished()).length === 0) return [];
    known = null;
    app.advance(HOUR);
    await unfinished();
    await app.settle();
    return unfinished();
  };

  return {
    app,
    server,
    local,
    feeds: { a, b },
    keyword_id,
    articles: {
      first: idOf('Article 1 of a'),
      large: idOf('Article 3 of a'),
      shared: idOf('Article 1 of shared'),
    },
    setRead: testReader(app).setRead,
    setSaved: testReader(app).setSaved,
    /**
     * Runs the use case once for each of its calls and each kind of fault. Returns, by call and fault, how the final
     * state differs from that of the undisturbed run.
     */
    wrongEnds: async (useCase: UseCase): Promise<Record<string, string[]>> => {
      publish();
      await restore(base);
      await useCase.given?.();
      useCase.web?.();
      const start = await state();
      const { calls } = await faults.watch(null, () => runThrough(useCase));
      const expected = comparable(await state());
      if (useCase.isRead !== true) expect(expected).not.toEqual(comparable(start));
      expect(calls.length).toBeGreaterThan(0);
      const seen = await useCase.end?.();

      const wrong: Record<string, string[]> = {};
      let fault = 0;
      for (const [index, call] of calls.entries())
        for (const kind of kindsFor(call, index)) {
          // Each use case begins elsewhere, so that together they meet every kind of call and fault.
          if ((fault++ + calls.length) % ONE_OF !== 0) continue;
          const what = `call ${index + 1} of ${calls.length}, ${call.name}, ${kind}`;
          await restore(start);
          try {
            await faults.watch({ at: index + 1, kind }, () => runThrough(useCase, kind));
            const after = await state();
            if (useCase.end !== undefined) expect(await useCase.end()).toEqual(seen);
            const found = [
              ...faultsOf(after, app.deadLetters, useCase.end === undefined ? expected : comparable(after)),
              ...(await unfinishedJobs()),
            ];
            if (found.length > 0) wrong[what] = found;
          } catch (error) {
            wrong[what] = [String(error)];
          }
        }
      return wrong;
    },
    close: () => Promise.all([app.close(), server.close()]),
  };
};

export type FaultRuns = Awaited<ReturnType<typeof startFaultRuns>>;
