import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { finishStories, setRead } from '../../../src/articles/reading/read-state.ts';
import { countUnread } from '../../../src/articles/reading/unread.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { crashAt } from '../../harness/engines/crashing-table.ts';
import { testReader } from '../../harness/reader.ts';
import { sampleFeedId } from '../../harness/samples/storage-samples.ts';
import { addReaders, queueArticles, seedArticle, seedFeed } from '../../harness/scoring-samples.ts';

const FIRST = 4;
const EXPIRED_MINUTES = 7 * 24 * 60 + 1;

/** Returns the stored counts of a reader's feeds. */
const countsOf = async (app: TestApp) =>
  Object.fromEntries(
    (await app.stores.subscriptions.list('local')).map(({ feed_id, unread_count }) => [
      feed_id,
      unread_count,
    ]),
  );

/** Articles that arrive are added to the count. Each test makes a case in which a wrong sum would differ from counting all entries. */
describe('the count of a feed in which articles arrive', () => {
  let app: TestApp;
  let made: number;
  beforeEach(async () => {
    app = await startTestApp();
    made = 0;
    await addReaders(app, ['local']);
    app.advance(1);
    await queue(FIRST);
    await app.settle();
    app.advance(1);
  });
  afterEach(() => app.close());

  const queue = (count: number) =>
    queueArticles(
      app,
      Array.from({ length: count }, () => seedArticle(app, made++)),
    );
  const arrive = async (count: number): Promise<void> => {
    await queue(count);
    await app.settle();
  };
  const stored = async () => (await app.stores.subscriptions.get('local', seedFeed))!;
  const shown = async () => (await app.as('local').call('listFeeds')).items[0]?.unread_count;
  /** The unread articles among all that are listed: the count itself bounds a list of unread ones alone. */
  const unreadInList = async () => (await testReader(app).list()).filter(({ is_read }) => !is_read).length;
  const markAll = (before = app.now().toISOString()) =>
    app.as('local').call('markRead', { body: { before } });
  const readOne = async (at: number): Promise<void> => {
    const rows = await testReader(app).list();
    await testReader(app).setRead(rows[at]?.article_id ?? '', true);
  };

  /** Delivers what is queued, cuts that off after a write, and delivers it again. Returns false if it did not write so often. */
  const deliverCutOff = async (write: number): Promise<boolean> => {
    const [message] = app.queues.score;
    const crash = crashAt(write, true);
    const dying = await startTestApp({ over: app, wrapTable: crash.wrap });
    await dying.deliver('score');
    await dying.close();
    const isCut = crash.hasCrashed();
    if (isCut && app.queues.score.length === 0) app.queues.score.push(message!);
    await app.settle();
    return isCut;
  };

  it('is read and written once, whatever else is unread', async () => {
    app.takeUnits();
    await arrive(1);
    const few = app.takeUnits();
    for (let n = 0; n < 5; n += 1) await arrive(40);
    app.takeUnits();
    await arrive(1);
    expect(app.takeUnits()).toEqual(few);
    expect((await stored()).unread_count).toBe(FIRST + 202);
  });

  it('is made anew if it was stored after a mark that it honours was undone', async () => {
    const { job_id } = await markAll();
    const counted_at = app.now().toISOString();
    app.advance(1);
    await app.as('local').call('cancelJob', { params: { job_id } });
    const late = { unread_count: 0, counted_at, counted_seq: 1, recount_at: null };
    const { count_version } = await stored();
    await app.stores.subscriptions.setCount('local', seedFeed, { ...late, count_version });
    app.advance(1);
    await arrive(1);
    expect(await shown()).toBe(FIRST + 1);
  });

  it('does not grow by articles that arrive as read', async () => {
    const article = seedArticle(app, made);
    await app.stores.articles.putMany([article]);
    const sent_at = app.now().toISOString();
    const body = { feed_id: seedFeed, article_ids: [article.article_id], sent_at, read_until: sent_at };
    app.queues.score.push({ id: 'older', body: JSON.stringify(body), receives: 0 });
    await app.settle();
    expect((await testReader(app).list()).length).toBe(FIRST + 1);
    expect((await stored()).unread_count).toBe(FIRST);
  });

  it('grows by an article that was fetched before a mark which the count honours, and arrives after it', async () => {
    await queue(1);
    await markAll();
    await readOne(0);
    await app.settle();
    expect([await shown(), (await testReader(app).list({ filter: 'unread' })).length]).toEqual([1, 1]);
  });

  it('is that of the list if they arrive in the millisecond of a mark, which the count does not honour yet', async () => {
    const { job_id } = await markAll();
    await arrive(1);
    expect([await shown(), await unreadInList()]).toEqual([1, 1]);
    await app.as('local').call('cancelJob', { params: { job_id } });
    expect([await shown(), await unreadInList()]).toEqual([FIRST + 1, FIRST + 1]);
  });

  it('is that of the list if a mark is made between the reading of the count and that of the marks', async () => {
    const { arrivals } = app.ctx;
    vi.spyOn(arrivals, 'getTerms').mockImplementationOnce(async (...given) => {
      const terms = await arrivals.getTerms(...given);
      app.advance(1);
      await markAll();
      return terms;
    });
    await arrive(1);
    expect([await shown(), await unreadInList()]).toEqual([1, 1]);
  });

  it('grows by one that came after the time up to which is marked, although the mark is made later', async () => {
    const before = app.now().toISOString();
    app.advance(1);
    await arrive(1);
    await markAll(before);
    expect(await shown()).toBe(1);
  });

  it('is made anew when the first of the articles expires that were added to nothing', async () => {
    for (let n = 0; n < FIRST; n += 1) await readOne(n);
    expect(await stored()).toMatchObject({ unread_count: 0, recount_at: null });
    await arrive(1);
    expect(await shown()).toBe(1);
    app.advance(EXPIRED_MINUTES);
    expect(await shown()).toBe(0);
  });

  it('is made again by a mark that began to count before they arrived', async () => {
    const { entries } = app.ctx;
    const [row] = await testReader(app).list();
    let hasArrived = false;
    const slow = async (...given: Parameters<typeof entries.countUnread>) => {
      const counted = await entries.countUnread(...given);
      if (!hasArrived) {
        hasArrived = true;
        await arrive(1);
      }
      return counted;
    };
    const ctx = { ...app.ctx, entries: { ...entries, countUnread: slow } };
    await setRead(ctx, 'local', row?.article_id ?? '', true);
    expect((await stored()).unread_count).toBe(FIRST);
  });

  it('is made with a mark that a count of them honours, also if the marks were read before that count', async () => {
    const { subscriptions } = app.ctx;
    let isLate = true;
    const get = async (...given: Parameters<typeof subscriptions.get>) => {
      if (isLate) {
        isLate = false;
        await markAll();
        await arrive(1);
      }
      return subscriptions.get(...given);
    };
    await countUnread({ ...app.ctx, subscriptions: { ...subscriptions, get } }, 'local', seedFeed);
    expect([await shown(), await unreadInList()]).toEqual([1, 1]);
  });

  it('is right where an article of a story was taken over between being looked up and marked', async () => {
    const owner = sampleFeedId(0xabd);
    await addReaders(app, ['local'], owner);
    const taken = { ...seedArticle(app, 0), feed_id: owner, is_own_host: true };
    const { entries } = app.ctx;
    const getMany = async (...given: Parameters<typeof entries.getMany>) => {
      const found = await entries.getMany(...given);
      await queueArticles(app, [taken]);
      await app.settle();
      return found;
    };
    const loadStories = () => Promise.resolve({ storyOf: () => 'story', articlesOf: () => [taken] });
    const read = (await entries.get('local', seedArticle(app, 1).article_id))!;
    await finishStories({ ...app.ctx, loadStories, entries: { ...entries, getMany } }, 'local', [read]);
    expect(await countsOf(app)).toEqual({ [seedFeed]: FIRST - 1, [owner]: 0 });
  });

  it('is right after a delivery was cut off at any write and made again', async () => {
    let writes = 0;
    for (let isCut = true; isCut;) {
      writes += 1;
      await queue(2);
      isCut = await deliverCutOff(writes);
      expect((await stored()).unread_count, `cut off after write ${writes}`).toBe(FIRST + 2 * writes);
    }
    expect(writes).toBeGreaterThan(2);
  });

  it('is right in both feeds after a delivery that takes an article over was cut off at any write', async () => {
    const owner = sampleFeedId(0xabd);
    await addReaders(app, ['local'], owner);
    let writes = 0;
    for (let isCut = true; isCut;) {
      writes += 1;
      const article = seedArticle(app, made);
      await arrive(1);
      await queueArticles(app, [{ ...article, feed_id: owner, is_own_host: true }]);
      isCut = await deliverCutOff(writes);
      expect(await countsOf(app), `cut off after write ${writes}`).toEqual({
        [seedFeed]: FIRST,
        [owner]: writes,
      });
    }
    expect(writes).toBeGreaterThan(2);
  });
});

describe('the count of a feed that brings only older articles', () => {
  it('tells that they were counted, so that the following of the feed is complete', async () => {
    const app = await startTestApp();
    await addReaders(app, ['local']);
    app.advance(1);
    const article = seedArticle(app, 1);
    await app.stores.articles.putMany([article]);
    const at = app.now().toISOString();
    const body = { feed_id: seedFeed, article_ids: [article.article_id], sent_at: at, read_until: at };
    app.queues.score.push({ id: 'older', body: JSON.stringify(body), receives: 0 });
    await app.settle();
    const subscription = await app.stores.subscriptions.get('local', seedFeed);
    expect(subscription).toMatchObject({ unread_count: 0, counted_at: at });
    await app.close();
  });
});
