import { describe, expect, it } from 'vitest';
import { type JobKind, noExtra } from '../../../backend/src/contract/index.ts';
import { startJob } from '../../../backend/src/jobs/start-job.ts';
import { newId } from '../../../backend/src/lib/new-id.ts';
import { expiryOf } from '../../../backend/src/model/article/expiry.ts';
import { sendBy } from '../../../backend/src/queues/outgoing.ts';
import { toFeedMessage } from '../../../backend/src/refresh/schedule.ts';
import { entryToItem } from '../../../backend/src/storage/entries/entry-item.ts';
import { hostTurnKey, subscriberKey, subscriptionKey } from '../../../backend/src/storage/table/keys.ts';
import {
  sampleArticle,
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleFeedId,
  sampleSubscription,
} from '../../../backend/test/harness/samples/storage-samples.ts';
import { workOff, type ChainsOptions } from './lambda-chains.ts';
import type { World } from './world.ts';

/** Number of messages that a chain has here: more than twice as many as AWS Lambda lets pass by default. */
const CHAIN = 40;

const ENTRIES_A_SLICE = 500;
/** They take seventeen messages, one more than a chain may have without `RecursiveLoop: Allow`. */
const SUBSCRIBERS = 8000;
const FEEDS_A_SLICE = 50;
const retention = { article_days: 7, read_hours: 24 };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Fills the lists of a reader with read entries that nothing changes, so that a slice costs little. */
const fillLists = async ({ table, stores }: World, user_id: string, count: number): Promise<void> => {
  const read = { created_at: minutesAgo(60), is_read: true, read_at: minutesAgo(1), is_saved: false };
  const expires_at = expiryOf({ ...read, expires_at: null, rule_hours: null, kept_days: null }, retention);
  const entries = Array.from({ length: count }, (_, at) =>
    sampleEntry({
      ...read,
      user_id,
      article_id: sampleArticleId(at + 1),
      feed_ids: [sampleFeedId(1)],
      link: null,
      excerpt: '',
      published_at: minutesAgo(at),
      importance_score: 0,
      expires_at,
      extra: noExtra,
    }),
  );
  await table.batchPut(entries.map((entry) => entryToItem(entry, 1)));
  await stores.subscriptions.create(sampleSubscription({ user_id, feed_id: sampleFeedId(1) }));
};

/** Makes readers who have paused a feed, whom a delivery passes by, and one who has not and sorts behind them. */
const fillSubscribers = async (
  { table, stores }: World,
  feed_id: string,
  paused: number,
  reader: string,
): Promise<void> => {
  const follows = { feed_id, fetch_interval_minutes: 60, text_mode: 'auto', volume: 'normal' } as const;
  await stores.subscribers.put({ ...follows, user_id: '-', is_active: false });
  const one = (await table.get(subscriberKey(feed_id, '-')))!;
  await table.batchPut(
    Array.from({ length: paused }, (_, at) => ({
      ...one,
      ...subscriberKey(feed_id, `-${String(at).padStart(6, '0')}`),
    })),
  );
  await stores.subscribers.put({ ...follows, user_id: reader, is_active: true });
  await stores.subscriptions.create(sampleSubscription({ user_id: reader, feed_id }));
};

/**
 * The chains of messages that functions send to themselves, over the bundles and the template: every one of them reaches
 * its end, however long it is.
 */
export const describeChains = (worldOf: () => World): void => {
  const start = (user_id: string, kind: JobKind) => {
    const { stores, put } = worldOf();
    const sendJobs = sendBy(put('jobs'));
    return startJob({ ...stores, sendJobs, now: () => new Date(), newId }, user_id, kind);
  };
  const run = (options: Partial<ChainsOptions> = {}) => {
    const { take, invoke, eventOf, box } = worldOf();
    return workOff({ take, eventOf, invoke, allowsLoops: box.allowsLoops, ...options });
  };
  const stateOf = async (user_id: string, { job_id }: { job_id: string }) =>
    (await worldOf().stores.jobs.get(user_id, job_id))!;
  const readerId = async () => (await worldOf().call({ path: '/api/me' })).body.user_id as string;

  describe('a chain of messages', () => {
    it('ends a recalculation of 20,001 articles', async () => {
      await fillLists(worldOf(), 'ann', CHAIN * ENTRIES_A_SLICE + 1);
      const job = await start('ann', 'recalculate');
      const { longest, dropped, deadLetters } = await run();
      expect({ dropped, deadLetters }).toEqual({ dropped: 0, deadLetters: [] });
      expect(longest.jobs).toBe(CHAIN + 1);
      expect(await stateOf('ann', job)).toMatchObject({ state: 'done', done: 20_001 });
    });

    it('ends a cleanup of 2,000 feeds', async () => {
      const { table, stores } = worldOf();
      const first = sampleSubscription({ user_id: 'bob', feed_id: sampleFeedId(0) });
      await stores.subscriptions.create(first);
      const one = (await table.get(subscriptionKey('bob', first.feed_id)))!;
      await table.batchPut(
        Array.from({ length: CHAIN * FEEDS_A_SLICE }, (_, at) => ({
          ...one,
          ...subscriptionKey('bob', sampleFeedId(at)),
        })),
      );
      const job = await start('bob', 'cleanup');
      const { longest, dropped } = await run();
      expect(dropped).toBe(0);
      expect(longest.jobs).toBeGreaterThanOrEqual(CHAIN);
      expect(await stateOf('bob', job)).toMatchObject({ state: 'done' });
    });

    it('brings a crawl from page to page to its end', async () => {
      const { publisher, call } = worldOf();
      for (let at = 0; at <= CHAIN; at += 1)
        publisher.set(`/page${at}`, {
          body: `<html><title>${at}</title><a href="/page${at + 1}">on</a></html>`,
          type: 'text/html',
        });
      const settings = { seeds: [publisher.url('/page0')], depth: 50, use_sitemaps: false };
      const started = await call({
        method: 'POST',
        path: '/api/jobs/crawl',
        headers: { 'content-type': 'application/json' },
        body: { ...settings, limit: CHAIN + 1 },
      });
      expect(started).toMatchObject({ statusCode: 202 });
      // It is always the turn of the host, because a page a second would take most of the time of this suite.
      const turn = hostTurnKey(new URL(publisher.url('/')).hostname);
      const { longest, dropped } = await run({
        before: async () => void (await worldOf().table.delete(turn)),
      });
      expect(dropped).toBe(0);
      expect(longest.jobs).toBeGreaterThanOrEqual(CHAIN);
      const job = await stateOf(await readerId(), started.body);
      expect(job).toMatchObject({ state: 'done', result: { pages: CHAIN + 1 } });
    });

    it('brings an article past 8,000 other subscribers in a chain of two, which the default allows too', async () => {
      const { stores, put } = worldOf();
      const feed_id = sampleFeedId(3);
      const reader = await readerId();
      await stores.feeds.create(sampleFeed({ feed_id, url: 'https://crowd.example/feed.xml' }));
      await fillSubscribers(worldOf(), feed_id, SUBSCRIBERS, reader);
      const article = sampleArticle({
        feed_id,
        article_id: sampleArticleId(999_001),
        created_at: minutesAgo(1),
        published_at: minutesAgo(1),
      });
      await stores.articles.putMany([article]);
      await sendBy(put('score'))([{ feed_id, article_ids: [article.article_id], sent_at: minutesAgo(1) }]);
      const counted = await run({ allowsLoops: () => false });
      expect(counted).toMatchObject({ invocations: { score: 18 }, longest: { score: 2 }, dropped: 0 });
      const entry = await stores.entries.get(reader, article.article_id);
      expect(entry).toMatchObject({ title: article.title });
    });

    it('lets a page wait 40 times for somebody else who has it in work', async () => {
      const { stores, put, publisher } = worldOf();
      const feed_id = sampleFeedId(4);
      const article_id = sampleArticleId(999_002);
      publisher.set('/story', {
        body: `<html><p>${'It rained. '.repeat(200)}</p></html>`,
        type: 'text/html',
      });
      await stores.feeds.create(sampleFeed({ feed_id, url: publisher.url('/waits.xml') }));
      const link = publisher.url('/story');
      const ttl = Math.floor(Date.now() / 1000) + 86_400;
      await stores.articles.putMany([
        sampleArticle({ feed_id, article_id, link, ttl, created_at: minutesAgo(1) }),
      ]);
      const claim = { owner: 'somebody', now: minutesAgo(0), until: minutesAgo(-60), ttl };
      expect(await stores.sitePages.claim(article_id, claim)).toBe(true);
      await sendBy(put('fetch'))([
        {
          kind: 'full_text',
          feed_id,
          articles: [{ article_id }],
          asked_by: 'ann',
          asked_at: minutesAgo(0),
        },
      ]);
      const { longest, dropped } = await run({
        before: async (deliveries) => {
          // The other one gives the page back.
          if (deliveries === CHAIN)
            await stores.sitePages.claim(article_id, { ...claim, until: minutesAgo(1) });
        },
      });
      expect({ dropped, fetch: longest.fetch }).toEqual({ dropped: 0, fetch: CHAIN });
      expect((await stores.sitePages.getMany([article_id]))[0]).toMatchObject({ site: publisher.host });
    });

    it('lets a feed wait 40 times for the turn of its host, each time in a new message', async () => {
      const { stores, put, table } = worldOf();
      const host = 'busy.example';
      const due = minutesAgo(1);
      const feed = sampleFeed({ feed_id: sampleFeedId(5), url: `https://${host}/f`, next_fetch_at: due });
      await stores.feeds.create(feed);
      const busy = { ...hostTurnKey(host), next_at: Date.now() + 10 * 60_000 };
      await table.put(busy);
      await sendBy(put('fetch'))([toFeedMessage(feed, due, new Date())]);
      const { longest, dropped, deadLetters } = await run({
        before: async (deliveries) => {
          if (deliveries === CHAIN) await table.delete(hostTurnKey(host));
        },
      });
      expect({ dropped, deadLetters }).toEqual({ dropped: 0, deadLetters: [] });
      expect(longest.fetch).toBe(CHAIN);
      expect(await stores.feeds.get(feed.feed_id)).toMatchObject({ error_code: 'unresolved' });
    });
  });
};
