import { expect, it } from 'vitest';
import { completeFollowing } from '../../../src/feeds/write-following.ts';
import { sendBy } from '../../../src/queues/outgoing.ts';
import { startTestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { numberedItem, rss, startFeedServer } from '../../harness/servers/feed-server.ts';

/** Thrown in place of the write at which the process dies. */
class Died extends Error {}

it('a feed that was followed by half is completed, wherever it was cut off, and no other is fetched', async () => {
  const server = await startFeedServer();
  let writesLeft = Infinity;
  const app = await startTestApp({
    wrapTable: (table) => {
      const dying =
        <A extends unknown[], R>(write: (...input: A) => Promise<R>) =>
        (...input: A): Promise<R> =>
          (writesLeft -= 1) < 0 ? Promise.reject(new Died()) : write(...input);
      return { ...table, put: dying(table.put), update: dying(table.update) };
    },
  });
  const reader = testReader(app);
  const ctx = {
    ...app.stores,
    sendFetch: sendBy(async (messages) => {
      app.queues.fetch.push(...messages.map((message, n) => ({ ...message, id: `f${n}`, receives: 0 })));
    }),
    now: app.now,
  };
  let half = 0;
  for (let writes = 0; writes < 12; writes += 1) {
    server.set(`/${writes}`, {
      body: rss([0, 1, 2].map((n) => ({ ...numberedItem(n), link: `https://s${writes}.example/${n}` }))),
    });
    writesLeft = writes;
    await reader.follow(server.url(`/${writes}`)).catch(() => {});
    writesLeft = Infinity;
    for (const queue of Object.values(app.queues)) queue.length = 0;
    await completeFollowing(ctx, 'local');
    half += app.queues.fetch.length;
    app.advance(1);
    await app.settle();
    const feeds = await reader.feeds();
    expect(feeds.map(({ unread_count }) => unread_count)).toEqual(feeds.map(() => 3));
    app.advance(90);
  }
  expect(half).toBeGreaterThan(0);
  await completeFollowing(ctx, 'local');
  expect(app.queues.fetch).toEqual([]);
  await Promise.all([app.close(), server.close()]);
});
