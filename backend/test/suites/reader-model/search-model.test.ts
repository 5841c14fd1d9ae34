// @module-tag long
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { runs } from '../../harness/property-runs.ts';
import { checkSearches, emptyModel, searchCommands, type Real } from './model-commands.ts';

describe('the searches of two readers and a plain model of what they should find', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeAll(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterAll(() => Promise.all([app.close(), server.close()]));

  it('agree after any history of arriving, reading, saving, marking, unsubscribing and expiring', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(searchCommands, async (steps) => {
        run += 1;
        const model = emptyModel();
        const real: Real = {
          app,
          server,
          run: `search${run}`,
          items: { count: 0 },
          feedIds: new Map(),
          lastMark: [null, null],
          memo: new Map(),
          comparesLists: false,
        };
        await fc.asyncModelRun(() => ({ model, real }), steps);
        await checkSearches(model, real);
      }),
      { numRuns: runs(200), endOnFailure: true },
    );
    expect(app.deadLetters).toEqual([]);
  }, 900_000);
});
