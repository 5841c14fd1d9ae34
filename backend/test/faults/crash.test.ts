// @module-tag long
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../harness/app.ts';
import { Crash, crashAt } from '../harness/engines/crashing-table.ts';
import { startChosenEngine } from '../harness/engines/engines.ts';
import type { TestEngine } from '../harness/engines/dynamodb-local.ts';
import { rss, startFeedServer, type FeedServer } from '../harness/servers/feed-server.ts';
import { linesOf } from './fault-comparison.ts';
import { AlreadySubscribedError } from '../../src/feeds/subscribe.ts';
import { hasCode } from '../../src/lib/errors.ts';

const item = (n: number, text = `<p>Text ${n} on climate</p>`) => ({
  title: `Article ${n}`,
  link: `https://site.example/${n}`,
  guid: `guid-${n}`,
  text,
  date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
});

/** Attributes that may differ between equivalent runs, such as who holds a claim or the number of writes. */
const volatile = new Set([
  'rev',
  'claimed_by',
  'version',
  'counted_at',
  'count_version',
  'keywords_version',
  'recalculated_at',
  'fetch_days',
  'scores',
]);

describe('a crash after any single write, and every message twice in any order', () => {
  let server: FeedServer;
  let engine: TestEngine;
  beforeAll(async () => {
    [server, engine] = await Promise.all([startFeedServer(), startChosenEngine()]);
  });
  afterAll(() => Promise.all([server.close(), engine.close()]));

  const startEngine = async (): Promise<TestEngine> => ({
    ...engine,
    close: () => Promise.resolve(),
  });

  const untilDone = async (app: TestApp, run: () => Promise<unknown>) => {
    for (;;) {
      try {
        await run();
        return;
      } catch (error) {
        if (error instanceof AlreadySubscribedError) return;
        if (!(error instanceof Crash)) throw error;
      }
      await app.settle();
    }
  };

  const deliverTwice = async (app: TestApp, order: () => number) => {
    for (const queue of Object.values(app.queues)) {
      const copies = queue.flatMap((message) => [message, { ...message, id: `${message.id}-again` }]);
      queue.splice(0, queue.length, ...copies.toSorted(() => order() - 0.5));
    }
    await app.settle();
  };

  const story = async (app: TestApp, order: () => number) => {
    const local = app.as('local');
    server.set('/feed', { body: rss([item(1), item(2), item(3)]) });
    await untilDone(app, () =>
      local
        .call('addKeyword', { body: { text: 'climate', weight: 2, is_active: true, is_excluding: false } })
        .catch((error: unknown) => {
          if (hasCode(error, 'KEYWORD_EXISTS')) return;
          throw error;
        }),
    );
    await untilDone(app, () => local.call('addFeed', { body: { url: server.url('/feed') } }));
    await deliverTwice(app, order);
    server.set('/feed', { body: rss([item(1, 'changed'), item(2), item(3), item(4)]) });
    app.advance(90);
    await untilDone(app, () => app.dispatch());
    await deliverTwice(app, order);
    // The next scheduled runs complete what a crash cut off.
    for (let run = 0; run < 2; run++) {
      app.advance(90);
      await untilDone(app, () => app.dispatch());
      await app.settle();
    }
    expect(app.deadLetters).toEqual([]);
    const table = linesOf(await app.dump(), volatile);
    await app.close();
    return table;
  };

  it('results in the same table as one clean run', async () => {
    const clean = await story(await startTestApp({ startEngine }), () => 0);
    expect(clean.length).toBeGreaterThan(15);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        async (write, isAfter, order) => {
          const app = await startTestApp({ startEngine, wrapTable: crashAt(write, isAfter).wrap });
          expect(await story(app, () => order.next().value)).toEqual(clean);
        },
      ),
      { numRuns: Number(process.env['CRASH_RUNS'] || 100), endOnFailure: true },
    );
  });
});
