import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportRow } from '../../../src/contract/index.ts';
import { RateLimitedError, rateLimitResult } from '../../../src/limits/windows.ts';
import type { Limiter } from '../../../src/limits/limiter.ts';
import { rateLimitRule } from '../../../src/limits/rate-class.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash, crashAt } from '../../harness/engines/crashing-table.ts';
import { runs } from '../../harness/property-runs.ts';
import { testReader } from '../../harness/reader.ts';
import {
  numberedItem as item,
  rss,
  startFeedServer,
  type FeedServer,
} from '../../harness/servers/feed-server.ts';
import { AlreadySubscribedError } from '../../../src/feeds/subscribe.ts';

describe('the limit of subscriptions', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp({ maxSubscriptions: 2 }), startFeedServer()]);
    for (let n = 0; n < 12; n++) server.set(`/${n}`, { body: rss([item(n)]) });
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const url = (n: number) => server.url(`/${n}`);
  const follow = (n: number, user = 'local') => testReader(app, user).follow(url(n));
  const move = (feed_id: string, n: number) =>
    app.as('local').call('updateFeed', { params: { feed_id }, body: { url: url(n) } });
  const outcomes = async (requests: Promise<unknown>[]) => {
    const settled = await Promise.allSettled(requests);
    const refused = settled.filter((one) => one.status === 'rejected');
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'SUBSCRIPTION_LIMIT' });
    return { accepted: settled.length - refused.length, refused: refused.length };
  };

  it('lets two of six parallel subscriptions pass, and takes the others’ feeds off the schedule', async () => {
    const all = [0, 1, 2, 3, 4, 5];
    expect(await outcomes(all.map((n) => follow(n)))).toEqual({ accepted: 2, refused: 4 });
    expect(await testReader(app).feeds()).toHaveLength(2);
    const stored = await app.stores.feeds.listAll();
    expect(stored.filter(({ next_fetch_at }) => next_fetch_at !== null)).toHaveLength(2);
  });

  it('is never exceeded, and never reached too early, by any parallel follows and unfollows', async () => {
    const step = fc.record({
      follow: fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { maxLength: 5 }),
      leave: fc.integer({ min: 0, max: 2 }),
    });
    let readers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const user = `reader-${(readers += 1)}`;
        const reader = testReader(app, user);
        for (const { follow: wanted, leave } of steps) {
          const before = (await reader.feeds()).map(({ url: address }) => address);
          const added = wanted.filter((n) => !before.includes(url(n)));
          const free = 2 - before.length;
          const { accepted } = await outcomes(added.map((n) => follow(n, user)));
          expect(accepted).toBe(Math.min(free, added.length));
          const followed = await reader.feeds();
          expect(followed).toHaveLength(before.length + accepted);
          await Promise.all(followed.slice(0, leave).map(({ feed_id }) => reader.leave(feed_id)));
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('allows a change of address at the limit, also of two feeds one after the other', async () => {
    const [first, second] = [await follow(0), await follow(1)];
    await move(first.feed_id, 2);
    await move(second.feed_id, 3);
    expect((await testReader(app).feeds()).map(({ url: address }) => address).toSorted()).toEqual([
      url(2),
      url(3),
    ]);
    expect(await outcomes([follow(4)])).toEqual({ accepted: 0, refused: 1 });
  });

  it('gives a place back that a request claimed before it was cut off at any write', async () => {
    for (let write = 1; ; write += 1) {
      for (const isAfter of [false, true]) {
        const crash = crashAt(write, isAfter);
        const cut = await startTestApp({ maxSubscriptions: 1, wrapTable: crash.wrap });
        const reader = testReader(cut);
        const unlessRefused = async (error: unknown) => {
          if (!(error instanceof Crash || error instanceof AlreadySubscribedError)) throw error;
        };
        await reader.follow(url(0)).catch(unlessRefused);
        const isOver = !crash.hasCrashed();
        cut.advance(2);
        await reader.follow(url(0)).catch(unlessRefused);
        expect((await reader.feeds()).map((feed) => feed.url)).toEqual([url(0)]);
        await cut.close();
        if (isOver) return;
      }
    }
  });

  it('holds for the rows of an import that a reader fills up meanwhile, and the import ends', async () => {
    const rows = [0, 1].map((n) => `<outline type="rss" xmlUrl="${url(n)}"/>`).join('');
    const body = Buffer.from(`<opml version="2.0"><body>${rows}</body></opml>`);
    const { job_id } = await app.as('local').call('importOpml', { body });
    // The first slice stores the plan; the reader follows another feed before the second one subscribes.
    await app.deliver('jobs', 1);
    await follow(5);
    await app.settle();
    const job = await app.as('local').call('getJob', { params: { job_id } });
    expect(job.state).toBe('done');
    const told = (job.result!['rows'] as ImportRow[]).map(({ outcome, problem }) => ({ outcome, problem }));
    expect(told).toHaveLength(2);
    expect(told).toContainEqual({ outcome: 'imported', problem: null });
    expect(told).toContainEqual({ outcome: 'failed', problem: 'subscription_limit' });
    expect(await testReader(app).feeds()).toHaveLength(2);
  });
});

describe('a change of a feed’s address', () => {
  it('counts as a registration, and looks for nothing beyond the limit', async () => {
    const server = await startFeedServer();
    let left = Number.POSITIVE_INFINITY;
    const limiter: Limiter = (rate_class, key) => {
      const is_allowed = rate_class !== 'feed_registration' || left-- > 0;
      const rule = rateLimitRule(10, 1);
      return rateLimitResult({ rate_class, key, rule, is_allowed, limit: 10, count: 1, resets_at: 0 });
    };
    const app = await startTestApp({ limiter });
    try {
      for (const n of [0, 1, 2]) server.set(`/${n}`, { body: rss([item(n)]) });
      const { feed_id } = await testReader(app).follow(server.url('/0'));
      const change = (id: string, changes: { url?: string; title?: string }) =>
        app.as('local').call('updateFeed', { params: { feed_id: id }, body: changes });
      left = 1;
      const moved = await change(feed_id, { url: server.url('/1') });
      await expect(change(moved.feed_id, { url: server.url('/2') })).rejects.toThrow(RateLimitedError);
      expect(server.requests.has('/2')).toBe(false);
      expect(await change(moved.feed_id, { title: 'Mine' })).toMatchObject({ title: 'Mine' });
    } finally {
      await Promise.all([app.close(), server.close()]);
    }
  });
});
