import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AlreadySubscribedError } from '../src/feeds/errors.ts';
import type { TableClient } from '../src/storage/table.ts';
import { startTestApp, type TestApp } from './app.ts';
import { rss, startFeedServer, type FeedServer } from './feed-server.ts';

class Crash extends Error {
  override readonly name = 'Crash';
}

/** A table that loses its caller once, before or after the write of that number was made. */
const crashAt = (write: number, isAfter: boolean) => (table: TableClient) => {
  let writes = 0;
  const guarded =
    <A extends unknown[], R>(run: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const isCrash = ++writes === write;
      if (isCrash && !isAfter) throw new Crash();
      const result = await run(...args);
      if (isCrash) throw new Crash();
      return result;
    };
  return {
    ...table,
    put: guarded(table.put),
    update: guarded(table.update),
    delete: guarded(table.delete),
    batchPut: guarded(table.batchPut),
    batchDelete: guarded(table.batchDelete),
  };
};

const item = (n: number, text = `<p>Text ${n} on climate</p>`) => ({
  title: `Article ${n}`,
  link: `https://site.example/${n}`,
  guid: `guid-${n}`,
  text,
  date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
});

/** What differs between two runs that came to the same: who held a claim, how often something was written. */
const volatile = new Set(['rev', 'claimed_by', 'version', 'counted_at', 'keywords_version']);

const comparable = (items: Record<string, unknown>[]) =>
  items
    .filter(({ SK }) => !String(SK).startsWith('JOB'))
    .map((entry) =>
      JSON.stringify(
        Object.entries(entry)
          .filter(([name]) => !volatile.has(name))
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        (_key, value: unknown) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ),
    );

describe('a crash after any single write, and every message twice in any order', () => {
  let server: FeedServer;
  beforeAll(async () => {
    server = await startFeedServer();
  });
  afterAll(() => server.close());

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
        .call('addKeyword', { body: { text: 'climate', weight: 2, is_active: true } })
        .catch((error: unknown) => {
          if (error instanceof Error && error.name === 'KeywordExistsError') return;
          throw error;
        }),
    );
    await untilDone(app, () => local.call('addFeed', { body: { url: server.url('/feed') } }));
    await deliverTwice(app, order);
    server.set('/feed', { body: rss([item(1, 'changed'), item(2), item(3), item(4)]) });
    app.advance(90);
    await untilDone(app, () => app.dispatch());
    await deliverTwice(app, order);
    // What a crash cut off, the next runs find.
    for (let run = 0; run < 2; run++) {
      app.advance(90);
      await untilDone(app, () => app.dispatch());
      await app.settle();
    }
    expect(app.deadLetters).toEqual([]);
    const table = comparable(await app.dump());
    await app.close();
    return table;
  };

  it('ends in the same table as one clean run', async () => {
    const clean = await story(await startTestApp(), () => 0);
    expect(clean.length).toBeGreaterThan(15);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.boolean(),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        async (write, isAfter, order) => {
          const app = await startTestApp({ wrapTable: crashAt(write, isAfter) });
          expect(await story(app, () => order.next().value)).toEqual(clean);
        },
      ),
      { numRuns: 120, endOnFailure: true },
    );
  });
});
