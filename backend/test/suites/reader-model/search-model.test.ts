// @module-tag long
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { runs } from '../../harness/property-runs.ts';
import { checkSearches, emptyModel, searchCommands, userOf, type Real } from './model-commands.ts';

describe('the searches of two readers and a plain model of what they should find', () => {
  let server: FeedServer;
  const apps: TestApp[] = [];
  beforeAll(async () => {
    server = await startFeedServer();
  });
  afterAll(async () => {
    for (const app of apps.toReversed()) await app.close();
    await server.close();
  });

  /** Runs histories, of which each search is asked of one of the processes in turn. */
  const agree = async (name: string, app: TestApp, other: TestApp | null): Promise<void> => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(searchCommands, async (steps) => {
        run += 1;
        const model = emptyModel();
        const real: Real = {
          app,
          other,
          asked: { count: 0 },
          server,
          run: `${name}${run}`,
          items: { count: 0 },
          feedIds: new Map(),
          lastMark: [null, null],
          memo: new Map(),
          arrivedRead: new Set(),
          comparesLists: false,
        };
        // Their writes have been noted for long, as they are of a reader who has searched before.
        const begun_at = app.now().getTime() - 3 * 3_600_000;
        if (other !== null)
          for (const reader of [0, 1])
            await app.stores.entryNotes.put(userOf(real, reader), {
              begun_at,
              asked: 8,
              asked_from: begun_at,
            });
        await fc.asyncModelRun(() => ({ model, real }), steps);
        await checkSearches(model, real);
      }),
      { numRuns: runs(200), endOnFailure: true },
    );
  };

  it('agree after any history of arriving, reading, saving, marking, unsubscribing and expiring', async () => {
    const app = await startTestApp();
    apps.push(app);
    await agree('search', app, null);
    expect(app.deadLetters).toEqual([]);
  }, 900_000);

  it('agree in two processes that are not told of each other, as in a deployment', async () => {
    const app = await startTestApp({ isOneOfSeveral: true });
    const { engine, tableName, folder, queues } = app;
    const other = await startTestApp({
      start: app.now().toISOString(),
      isOneOfSeveral: true,
      over: { engine, tableName, folder, queues },
    });
    apps.push(app, other);
    await agree('several', app, other);
    expect(app.deadLetters).toEqual([]);
  }, 900_000);
});
