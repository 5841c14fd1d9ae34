import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { feedChanges, KEPT_FOR_EVER } from '../../../src/contract/index.ts';
import { retentionIn } from '../../../src/model/article/expiry.ts';
import { toSubscriber } from '../../../src/model/feed/subscription.ts';
import { keepArticles } from '../../../src/retention/keep-articles.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { sampleFeed, sampleFeedId, sampleSubscription } from '../../harness/samples/storage-samples.ts';
import { addReaders, queueArticles, seedArticle, seedFeed } from '../../harness/scoring-samples.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const readers = ['ann', 'ben'] as const;
type Reader = (typeof readers)[number];

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  await addReaders(app, [...readers]);
  for (const reader of readers) await app.as(reader).call('updatePreferences', { body: { page_size: 50 } });
});
afterEach(() => app.close());

const keep = async (reader: Reader, keep_days: number | null) => {
  await app.as(reader).call('updateFeed', { params: { feed_id: seedFeed }, body: { keep_days } });
  await app.settle();
};
const arrive = async (numbers: number[], content?: string) => {
  const articles = numbers.map((n) => ({
    ...seedArticle(app, n),
    ...(content === undefined ? {} : { content }),
  }));
  await queueArticles(app, articles);
  await app.settle();
  return articles;
};
const listed = async (reader: Reader) =>
  (await app.as(reader).call('listArticles', { query: { sort: 'published_at', filter: 'all', limit: 100 } }))
    .items;
/** Lets days pass, with the daily cleanup and the table's own deletion. */
const passDays = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    app.advance(24 * 60);
    await app.cleanup();
    await app.expire();
  }
};
/** Lets a day pass, then the others, each time with a cleanup and the table's own deletion. */
const letPass = async (days: number) => {
  await passDays(1);
  if (days === 1) return;
  app.advance((days - 1) * 24 * 60);
  await app.cleanup();
  await app.expire();
};

type Model = { arrived: number; keep: number | null; read: number | null; saved: boolean; isGone: boolean };
const goesAt = ({ arrived, keep: days, read, saved }: Model): number => {
  if (saved) return Infinity;
  const byAge = arrived + (days ?? 7) * DAY;
  return read === null || days !== null ? byAge : Math.min(byAge, read + DAY);
};

const step = fc.record({
  reader: fc.constantFrom(...readers),
  what: fc.constantFrom(
    { days: 1 },
    { days: 4 },
    { keep: null },
    { keep: 1 },
    { keep: 30 },
    { keep: KEPT_FOR_EVER },
    { read: true },
    { saved: true },
  ),
});

describe('the days of a feed', () => {
  it('show each reader an article until its time and never after, lose nothing that is kept, and counts equal lists', async () => {
    let next = 0;
    const kept: Record<Reader, number | null> = { ann: null, ben: null };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const reader of readers) if (kept[reader] !== null) await keep(reader, null);
        for (const reader of readers) kept[reader] = null;
        next += 1;
        const [article] = await arrive([next]);
        const params = { article_id: article!.article_id };
        const fresh = (): Model => ({
          arrived: app.now().getTime(),
          keep: null,
          read: null,
          saved: false,
          isGone: false,
        });
        const models: Record<Reader, Model> = { ann: fresh(), ben: fresh() };
        // So that no change falls into the hour in which an article goes.
        app.advance(6 * 60);
        for (const { reader, what } of steps) {
          const model = models[reader];
          if ('days' in what) await letPass(what.days ?? 1);
          else if ('keep' in what) {
            await keep(reader, what.keep ?? null);
            model.keep = what.keep ?? null;
            kept[reader] = model.keep;
          } else if (!model.isGone && 'read' in what) {
            await app.as(reader).call('setRead', { params, body: { is_read: true } });
            model.read ??= app.now().getTime();
          } else if (!model.isGone) {
            await app.as(reader).call('setSaved', { params, body: { is_saved: true } });
            model.saved = true;
          }
          for (const one of readers) {
            models[one].isGone ||= goesAt(models[one]) <= app.now().getTime();
            const rows = await listed(one);
            const isListed = rows.some(({ article_id }) => article_id === params.article_id);
            expect(isListed).toBe(!models[one].isGone);
            const text = isListed ? (await app.as(one).call('getArticle', { params })).content : null;
            expect(text).toBe(isListed ? article!.content : null);
            const { items } = await app.as(one).call('listFeeds');
            expect(items[0]?.unread_count).toBe(rows.filter(({ is_read }) => !is_read).length);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('keep the text of any size as long as one reader keeps it, and let it go once nobody does', async () => {
    await keep('ann', KEPT_FOR_EVER);
    const letters = Array.from({ length: 40_000 }, (_, n) =>
      ((n * 2_654_435_761) % 4_294_967_296).toString(36),
    );
    const [large] = await arrive([1], `<p>${letters.join(' ')}</p>`);
    const [usual] = await arrive([2]);
    await passDays(80);
    for (const { article_id, content } of [large!, usual!])
      expect((await app.as('ann').call('getArticle', { params: { article_id } })).content === content).toBe(
        true,
      );
    expect(await listed('ben')).toEqual([]);
    // A content outside the table is deleted 37 days after it was written, which its name tells.
    const names = await app.stores.blobs.list(`articles/${large!.article_id}/`);
    expect(names).toHaveLength(1);
    expect(Number(/\d+$/.exec(names[0]!)?.[0])).toBeGreaterThan(app.now().getTime() / 1000);
    await app.as('ann').call('deleteFeed', { params: { feed_id: seedFeed } });
    await app.settle();
    await passDays(36);
    expect(await app.stores.articles.getMany([large!, usual!])).toEqual([]);
  });

  it('are those of the feed that keeps it longest, as long as it is followed, and are in the export', async () => {
    await keep('ann', 30);
    const { subscriptions } = await app.as('ann').call('exportAccount', { query: {} });
    expect(subscriptions).toMatchObject([{ keep_days: 30 }]);
    const [article] = await arrive([1]);
    const daysOf = async (reader: Reader) =>
      (await app.stores.entries.get(reader, article!.article_id))?.kept_days;
    expect([await daysOf('ann'), await daysOf('ben')]).toEqual([30, null]);
    const feed_id = sampleFeedId(9);
    const subscription = sampleSubscription({ user_id: 'ann', feed_id, keep_days: KEPT_FOR_EVER });
    await app.stores.feeds.create(sampleFeed({ feed_id }));
    await app.stores.subscriptions.create(subscription);
    await app.stores.subscribers.put(toSubscriber(subscription));
    await app.stores.articles.putMany([{ ...article!, feed_id }]);
    const body = { feed_id, article_ids: [article!.article_id], sent_at: app.now().toISOString() };
    app.queues.score.push({ id: feed_id, body: JSON.stringify(body), receives: 0 });
    await app.settle();
    expect(await daysOf('ann')).toBe(KEPT_FOR_EVER);
    await app.as('ann').call('deleteFeed', { params: { feed_id: seedFeed } });
    await app.settle();
    expect(await daysOf('ann')).toBe(KEPT_FOR_EVER);
    await app.as('ann').call('updateFeed', { params: { feed_id }, body: { keep_days: 2 } });
    await app.settle();
    expect(await daysOf('ann')).toBe(2);
  });

  it('are bounded: the oldest beyond the newest of a feed go once they are past the usual time', async () => {
    await keep('ann', KEPT_FOR_EVER);
    await arrive([1, 2, 3, 4]);
    const retention = retentionIn({ ARTICLE_RETENTION_DAYS: 7, READ_RETENTION_HOURS: 24 });
    const settings = { ARTICLE_RETENTION_DAYS: 7, READ_RETENTION_HOURS: 24 };
    const ctx = { ...app.stores, settings, now: app.now };
    const bound = () => keepArticles(ctx, 'ann', null, { retention, isChanged: false, most: 2 });
    await bound();
    expect(await listed('ann')).toHaveLength(4);
    app.advance(8 * 24 * 60);
    await bound();
    expect((await listed('ann')).map(({ title }) => title)).toEqual([
      seedArticle(app, 1).title,
      seedArticle(app, 2).title,
    ]);
    expect((await app.as('ann').call('listFeeds')).items[0]?.unread_count).toBe(2);
  });

  it.each([0, 366, 36_499])('cannot be %d', (keep_days) => {
    expect(feedChanges.safeParse({ keep_days }).error?.issues[0]?.message).toBe(
      'must be 1 to 365 days, 36500 for ever, or null',
    );
  });
});
