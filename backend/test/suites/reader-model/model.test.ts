// @module-tag long
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyAccounts } from '../../../src/config/sign-in.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { commands, emptyModel, type Real, type ScoreMemo } from './model-commands.ts';

/** The number of random runs. Set MODEL_RUNS for a longer search than the suite has time for. */
const RUNS = Number(process.env['MODEL_RUNS'] || 200);

describe('two readers and a plain model of what they should see', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeAll(async () => {
    [app, server] = await Promise.all([
      // With accounts, so that each reader has an app.
      startTestApp({ signIn: onlyAccounts }),
      startFeedServer(),
    ]);
  });
  afterAll(() => Promise.all([app.close(), server.close()]));

  it('agree after every step of random actions', async () => {
    const memo: ScoreMemo = new Map();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        runs += 1;
        const real: Real = {
          app,
          server,
          run: `run${runs}`,
          items: { count: 0 },
          feedIds: new Map(),
          lastMark: [null, null],
          memo,
          arrivedRead: new Set(),
          comparesLists: true,
          other: null,
          asked: { count: 0 },
        };
        await fc.asyncModelRun(() => ({ model: emptyModel(), real }), steps);
      }),
      { numRuns: RUNS },
    );
    expect(app.deadLetters).toEqual([]);
  }, 900_000);
});
