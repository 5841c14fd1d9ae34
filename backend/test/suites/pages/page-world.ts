import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createRobotsFor } from '../../../src/web/robots/robots-for.ts';
import { createClients, loopbackLookup } from '../../harness/web/guarded-clients.ts';
import { startLoopbackServer, type LoopbackServer } from '../../harness/web/loopback-server.ts';
import {
  requestPage,
  type PageAnswer,
  type PageOptions,
  type PageProgress,
} from '../../../src/web/request-page.ts';
import { createStores } from '../../../src/storage/stores.ts';
import type { Stores } from '../../../src/model/stores.ts';
import { createTableClient } from '../../../src/storage/table/table.ts';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { startEmbedded } from '../../harness/engines/embedded-engine.ts';
import { memoryBlobs } from '../../harness/samples/storage-samples.ts';

/** A request as the server saw it: the host, the path, and the milliseconds of the test's clock. */
export type Asked = { host: string; path: string; time: number };

/**
 * The hosts a.test, b.test and c.test, all on one loopback server, and processes that ask them for pages over one
 * embedded table. The clock moves only when a test moves it. The hosts are allowed by the guard, but not exempt from
 * pace.
 */
export const createPageWorld = () => {
  const { client, closeAll } = createClients();
  let engine: TestEngine;
  let server: LoopbackServer;
  let stores: Stores;
  const world = {
    time: 0,
    asked: [] as Asked[],
    /** Answers all requests; tests replace it. */
    answer: ((_request, response) => response.writeHead(404).end()) as RequestListener,
    stores: () => stores,
    now: () => new Date(Date.UTC(2026, 2, 1) + world.time),
    pause: async (milliseconds: number) => {
      world.time += milliseconds;
      return true;
    },
    url: (name: string, path: string) => `http://${name}.test:${server.port}${path}`,
    /** The paths that a host was asked for. */
    pathsOf: (name: string) =>
      world.asked.filter(({ host }) => host.startsWith(`${name}.test`)).map(({ path }) => path),
    /** Starts a process, which remembers nothing of others but what the table has. */
    start: () => {
      const fetch = client('a.test,b.test,c.test', { lookup: loopbackLookup });
      const { now, pause } = world;
      const base = { ...stores, now, pause, fetch, settings: { FETCH_ALLOW_HOSTS: '' } };
      const ctx = { ...base, robotsFor: createRobotsFor(base) };
      return {
        robotsFor: ctx.robotsFor,
        requestPage: (url: string, options?: PageOptions) => requestPage(ctx, url, options),
      };
    },
    /** Asks again after each wait, as a queue does; returns the last answer and the waits before it. */
    insist: async (
      ask: (url: string, options?: PageOptions) => Promise<PageAnswer>,
      url: string,
      options: PageOptions = {},
    ) => {
      const waits: Extract<PageAnswer, { outcome: 'wait' }>[] = [];
      let progress: PageProgress | undefined;
      for (;;) {
        const answer = await ask(url, { ...options, progress });
        if (answer.outcome !== 'wait' || waits.length === 50) return { answer, waits };
        waits.push(answer);
        progress = answer.progress;
        world.time += answer.wait_ms;
      }
    },
  };

  beforeAll(async () => {
    engine = await startEmbedded();
    server = await startLoopbackServer((request, response) => {
      world.asked.push({ host: request.headers.host ?? '', path: request.url ?? '', time: world.time });
      world.answer(request, response);
    });
  });
  beforeEach(async () => {
    const tableName = `pages-${randomUUID()}`;
    await engine.createTable(tableName);
    stores = createStores(createTableClient({ client: engine.client, tableName }), memoryBlobs().store);
    Object.assign(world, { time: 0, asked: [] });
  });
  afterEach(closeAll);
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await engine.close();
  });
  return world;
};

/** Returns the least time between two requests to one host, in milliseconds. */
export const leastGap = (asked: Asked[]): number => {
  const names = new Set(asked.map(({ host }) => host));
  return Math.min(
    ...[...names].flatMap((name) => {
      const times = asked.filter(({ host }) => host === name).map(({ time }) => time);
      return times.slice(1).map((time, at) => time - (times[at] ?? 0));
    }),
  );
};
