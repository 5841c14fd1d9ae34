import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleQuery } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleFeedId,
  sampleSubscription,
} from '../../harness/samples/storage-samples.ts';

const DAY_MS = 86_400_000;
const FEED = sampleFeedId(1);
const reason = { keyword_id: 'aaaaaaaaaaaa', weight: 1 };

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  await app.stores.feeds.create(sampleFeed({ feed_id: FEED }));
  await app.stores.subscriptions.create(sampleSubscription({ user_id: 'local', feed_id: FEED }));
});
afterEach(() => app.close());

const call = () => app.as('local').call;
const ago = (days: number) => new Date(app.now().getTime() - days * DAY_MS).toISOString();

/** Adds an entry of this score and age in days, stored as the default half-life of three days asks for. */
const add = (number: number, score: number, days: number, changes: object = {}) =>
  app.stores.entries.create(
    sampleEntry({
      article_id: sampleArticleId(number),
      feed_ids: [FEED],
      published_at: ago(days),
      created_at: ago(days),
      expires_at: null,
      importance_score: score,
      reasons: [{ ...reason, similarity_score: score }],
      freshness_days: 3,
      ...changes,
    }),
  );

const list = async (query: Partial<ArticleQuery> = {}) => {
  const { items } = await call()('listArticles', {
    query: { sort: 'importance_score', filter: 'all', limit: 50, ...query },
  });
  return items;
};

const numbers = Array.from({ length: 10 }, (_, number) => sampleArticleId(number));
const numbersOf = (rows: { article_id: string }[]) =>
  rows.map(({ article_id }) => numbers.findIndex((each) => each === article_id));

describe('freshness', () => {
  it('halves the shown score in three days, with a reason that says so, and writes nothing', async () => {
    await add(1, 1, 0);
    await add(2, 1, 3);
    await add(3, 0.8, 0);
    await add(4, 0, 0);
    const rows = await list();
    expect(numbersOf(rows)).toEqual([1, 3, 2, 4]);
    expect(rows.map(({ importance_score }) => importance_score)).toEqual([1, 0.8, 0.5, 0]);
    const { items } = await call()('getReasons', { params: { article_id: sampleArticleId(2) } });
    expect(items).toMatchObject([
      { keyword_id: reason.keyword_id, kind: 'keyword', contribution: 1 },
      { kind: 'freshness', weight: 0.5, similarity_score: 1, contribution: -0.5 },
    ]);
    app.advance(3 * 24 * 60);
    expect((await list()).map(({ importance_score }) => importance_score)).toEqual([0.5, 0.4, 0.25, 0]);
    expect(numbersOf(await list())).toEqual([1, 3, 2, 4]);
  });

  it('is the same in the lists of a feed, whose order no index has', async () => {
    await add(1, 1, 6);
    await add(2, 0.3, 0);
    expect(numbersOf(await list({ feed_id: FEED }))).toEqual([2, 1]);
    expect(numbersOf(await list())).toEqual([2, 1]);
  });

  it('does not touch what is saved: it shows its score as it was, and the saved list is in that order', async () => {
    await add(1, 0.3, 0, { is_saved: true });
    await add(2, 1, 30, { is_saved: true });
    const saved = await list({ filter: 'saved' });
    expect(numbersOf(saved)).toEqual([2, 1]);
    expect(saved.map(({ importance_score }) => importance_score)).toEqual([1, 0.3]);
    expect(numbersOf(await list())).toEqual([1, 2]);
  });

  it('goes on where a page ended, while time passes and after the reader chose another half-life', async () => {
    for (let n = 1; n <= 9; n += 1) await add(n, 1 / n, n % 3);
    const whole = numbersOf(await list());
    for (const scope of [{}, { feed_id: FEED }]) {
      const seen: number[] = [];
      let cursor: string | null | undefined;
      for (const days of [7, 1, 3]) {
        const page = await call()('listArticles', {
          query: {
            sort: 'importance_score',
            filter: 'all',
            limit: 3,
            ...scope,
            ...(cursor === undefined ? {} : { cursor: cursor! }),
          },
        });
        seen.push(...numbersOf(page.items));
        cursor = page.next_cursor;
        app.advance(24 * 60);
        await app.stores.profiles.setPreferences('local', { freshness_days: days as 1 | 3 | 7 }, ago(0));
      }
      expect(seen).toEqual(whole);
      expect(cursor).toBeNull();
    }
  });

  it('of another choice is in the order after a recalculation, which is started at once', async () => {
    await call()('addKeyword', {
      body: { text: 'climate', weight: 1, is_active: true, is_excluding: false },
    });
    await app.settle();
    const setting = await call()('updatePreferences', { body: { freshness_days: 0 } });
    expect(setting.freshness_days).toBe(0);
    expect(app.queues.jobs.length).toBe(1);
  });
});
