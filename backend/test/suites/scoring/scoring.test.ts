import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { movedBy } from '../../../src/contract/index.ts';
import {
  ModelUnavailableError,
  EmbeddingError,
  type EmbedRequest,
} from '../../../src/model/score/embedder.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { sampleArticleId, sampleFeedId } from '../../harness/samples/storage-samples.ts';
import {
  addReaders,
  keyword,
  queueArticles,
  scoresOf,
  seed,
  seedArticle,
  watchedEmbedder,
} from '../../harness/scoring-samples.ts';

const byImportance = async (app: TestApp, user = 'local') =>
  (
    await app
      .as(user)
      .call('listArticles', { query: { sort: 'importance_score', filter: 'all', limit: 200 } })
  ).items;

const articles = (app: TestApp, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => seedArticle(app, from + n));

let app: TestApp;
let fail: (request: EmbedRequest) => EmbeddingError | null;
let take: () => EmbedRequest[];
beforeEach(async () => {
  fail = () => null;
  const watched = watchedEmbedder((request) => fail(request));
  take = watched.take;
  app = await startTestApp({ embedder: watched.embedder });
});
afterEach(() => app.close());

describe('two readers of one feed', () => {
  it('cost one embedding per article and have separate orders', async () => {
    await app.as('ann').call('addKeyword', keyword('football'));
    await app.as('ben').call('addKeyword', keyword('museum of paintings'));
    take();
    await seed(app, 30, ['ann', 'ben']);
    const asked = take();
    expect(asked.every(({ purpose }) => purpose === 'article')).toBe(true);
    expect(asked.map(({ title }) => title).toSorted()).toEqual(
      articles(app, 30)
        .map(({ title }) => title)
        .toSorted(),
    );
    const [ann, ben] = [await byImportance(app, 'ann'), await byImportance(app, 'ben')];
    expect(ann.slice(0, 3).every(({ title }) => title.includes('football'))).toBe(true);
    expect(ben.slice(0, 3).every(({ title }) => title.includes('museum'))).toBe(true);
    expect(new Set(ann.map(({ article_id }) => article_id))).toEqual(
      new Set(ben.map(({ article_id }) => article_id)),
    );
  });
});

describe('a text that was already embedded', () => {
  it('is not embedded again for another feed, nor twice in one batch', async () => {
    await seed(app, 2);
    const [first, second] = articles(app, 2);
    const feed_id = sampleFeedId(0xdef);
    const twin = { ...first!, article_id: sampleArticleId(500) };
    take();
    await app.stores.articles.putMany([
      { ...first!, feed_id },
      { ...second!, feed_id, title: 'Another title' },
      { ...twin, feed_id, title: 'Told twice' },
      { ...twin, article_id: sampleArticleId(501), feed_id, title: 'Told twice' },
    ]);
    const article_ids = [first!, second!, twin, { article_id: sampleArticleId(501) }].map(
      (one) => one.article_id,
    );
    const message = { feed_id, article_ids, sent_at: app.now().toISOString() };
    app.queues.score.push({ id: 'other', body: JSON.stringify(message), receives: 0 });
    await app.settle();
    expect(
      take()
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['Another title', 'Told twice']);
    const stored = await app.stores.vectors.getMany(
      article_ids.map((article_id) => ({ article_id, feed_id })),
    );
    expect(stored).toHaveLength(4);
  });
});

describe('a keyword that excludes', () => {
  it('lowers the score to no less than 0, and the reasons still sum to it', async () => {
    await app.as('local').call('addKeyword', keyword('climate', 1));
    await app.as('local').call('addKeyword', keyword('football', 5, true));
    await seed(app, 30);
    const rows = await byImportance(app);
    let lowered = 0;
    for (const { article_id, importance_score } of rows) {
      const { items } = await app.as('local').call('getReasons', { params: { article_id } });
      expect(items.filter(({ kind }) => kind === 'keyword')).toHaveLength(2);
      const sum = items.reduce((total, { contribution }) => total + contribution, 0);
      expect(Math.abs(sum - importance_score!)).toBeLessThanOrEqual(1e-6);
      expect(importance_score).toBeGreaterThanOrEqual(0);
      const [football] = items.filter(({ keyword_text }) => keyword_text === 'football');
      expect(football).toMatchObject({ weight: -5 });
      if (football!.contribution < 0) lowered += 1;
    }
    expect(lowered).toBeGreaterThan(0);
    expect(rows.at(-1)).toMatchObject({ importance_score: 0 });
  });
});

describe('a preview', () => {
  it('lists the articles that would move and saves nothing, with one call of the model', async () => {
    await app.as('local').call('addKeyword', keyword('climate', 0.5));
    await seed(app, 40);
    const before = await app.dump();
    take();
    const body = { text: 'ＦＯＯＴＢＡＬＬ', weight: 2, is_excluding: false };
    const { items } = await app.as('local').call('previewKeyword', { body });
    expect(take()).toHaveLength(1);
    expect(await app.dump()).toEqual(before);
    expect(items.length).toBeGreaterThan(3);
    expect(items.length).toBeLessThanOrEqual(20);
    const moves = items.map(({ rank_before, rank_after }) => Math.abs(rank_before - rank_after));
    expect(moves).toEqual(moves.toSorted((a, b) => b - a));
    const spoken = articles(app, 40).filter(({ title, content }) =>
      `${title} ${content}`.includes('football'),
    );
    expect(spoken.map(({ article_id }) => article_id)).toContain(items[0]!.article_id);
    expect(items[0]!.new_score).toBeGreaterThan(items[0]!.importance_score!);

    await app.as('local').call('addKeyword', keyword('football', 2));
    await app.settle();
    const rows = await byImportance(app);
    for (const { article_id, new_score, rank_after } of items) {
      const at = rows.findIndex((row) => row.article_id === article_id);
      expect(rows[at]!.importance_score).toBeCloseTo(new_score, 6);
      expect(at + 1).toBe(rank_after);
    }
  });

  it('tells of a keyword that the reader has what another weight would do, without a call of the model', async () => {
    await app.as('local').call('addKeyword', keyword('climate', 0.5));
    await app.as('local').call('addKeyword', keyword('football', 1));
    await seed(app, 40);
    take();
    const body = { text: 'Football', weight: 1, is_excluding: false };
    const { items, parts } = await app.as('local').call('previewKeyword', { body });
    expect(take()).toEqual([]);
    expect(parts).toHaveLength(40);
    for (const { importance_score, new_score, rank_before, rank_after } of items) {
      expect(new_score).toBeCloseTo(importance_score!, 6);
      expect(rank_after).toBe(rank_before);
    }
    const { items: added } = await app.as('local').call('listKeywords');
    const football = added.find(({ text }) => text === 'football')!;
    await app.as('local').call('updateKeyword', { params: football, body: { weight: 4, is_active: true } });
    await app.settle();
    const rows = await byImportance(app);
    const moved = movedBy(parts, 4);
    expect(moved.length).toBeGreaterThan(3);
    for (const { article_id, new_score, rank_after } of moved) {
      const at = rows.findIndex((row) => row.article_id === article_id);
      expect(rows[at]!.importance_score).toBeCloseTo(new_score, 6);
      expect(at + 1).toBe(rank_after);
    }
  });

  it('reports a model that does not answer', async () => {
    fail = () => new EmbeddingError('throttled', true);
    const body = { text: 'football', weight: 1, is_excluding: false };
    await expect(app.as('local').call('previewKeyword', { body })).rejects.toThrow(ModelUnavailableError);
  });
});

describe('the place of an article', () => {
  it('follows the score, is 0 for nothing, and is the same when other articles have arrived', async () => {
    await app.as('local').call('addKeyword', keyword('climate'));
    await app.as('local').call('addKeyword', keyword('football', 0.7));
    await seed(app, 100);
    const rows = await byImportance(app);
    const ranks = rows.map(({ importance_rank }) => importance_rank!);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    expect(ranks[0]).toBeGreaterThanOrEqual(60);
    expect(ranks.filter((rank) => rank > 95)).toEqual([]);
    expect(ranks.at(-1)).toBe(0);
    expect(rows[0]!.tier).toBe('must_read');
    expect(rows.at(-1)!.tier).toBe('rest');
    const before = new Map(rows.map(({ article_id, importance_rank }) => [article_id, importance_rank]));
    await queueArticles(app, articles(app, 100, 100));
    await app.settle();
    const later = (await byImportance(app)).filter(({ article_id }) => before.has(article_id));
    expect(later).toHaveLength(100);
    for (const { article_id, importance_rank } of later)
      expect(Math.abs(importance_rank! - before.get(article_id)!)).toBeLessThanOrEqual(1);
  });

  it('costs no write of the profile', async () => {
    let writes = 0;
    const counted = await startTestApp({
      wrapTable: (table) => ({
        ...table,
        update: (key, ...rest) => {
          if (key.SK === 'PROFILE') writes += 1;
          return table.update(key, ...rest);
        },
      }),
    });
    await counted.as('local').call('addKeyword', keyword('climate'));
    await counted.settle();
    writes = 0;
    await seed(counted, 150);
    expect(writes).toBe(0);
    await counted.close();
  });

  it('is 0 for a reader without keywords', async () => {
    await seed(app, 30);
    expect((await byImportance(app)).every(({ importance_rank }) => importance_rank === 0)).toBe(true);
  });
});

describe('errors of the model', () => {
  const down = () => new EmbeddingError('the model is throttled', true);

  it('lists new articles at once, unscored and last, and scores them when it answers', async () => {
    await app.as('local').call('addKeyword', keyword('climate'));
    await seed(app, 5);
    fail = down;
    await queueArticles(app, articles(app, 5, 10));
    await app.deliver('score');
    const during = await byImportance(app);
    expect(during).toHaveLength(10);
    expect(during.slice(5).every(({ importance_score }) => importance_score === null)).toBe(true);
    expect(during.slice(0, 5).every(({ importance_score }) => importance_score !== null)).toBe(true);
    expect(app.queues.score).toHaveLength(1);
    fail = () => null;
    take();
    await app.settle();
    expect(take()).toHaveLength(5);
    expect((await byImportance(app)).every(({ importance_score }) => importance_score !== null)).toBe(true);
    expect(app.deadLetters).toEqual([]);
  });

  it('embeds only what failed when the message comes again', async () => {
    await app.as('local').call('addKeyword', keyword('climate'));
    await addReaders(app, ['local']);
    fail = ({ title }) => (title.startsWith('Report 3 ') ? down() : null);
    await queueArticles(app, articles(app, 6));
    await app.deliver('score');
    fail = () => null;
    take();
    await app.settle();
    expect(take().map(({ title }) => title)).toEqual([seedArticle(app, 3).title]);
  });

  it('isolates an article that fails: the others are scored once, and only it becomes a dead letter with its reason', async () => {
    await app.as('local').call('addKeyword', keyword('climate'));
    await app.settle();
    await addReaders(app, ['local']);
    take();
    fail = ({ title }) =>
      title.startsWith('Report 3 ') ? new EmbeddingError('the text is refused', false) : null;
    await queueArticles(app, articles(app, 6));
    await app.settle();
    const poisoned = seedArticle(app, 3);
    const asked = take();
    expect(asked.filter(({ title }) => title !== poisoned.title)).toHaveLength(5);
    // Each of six deliveries asks for the text and then, as it is refused, for the title alone.
    expect(asked.filter(({ title }) => title === poisoned.title)).toHaveLength(12);
    const rows = await byImportance(app);
    expect(rows.map(({ importance_score }) => importance_score === null)).toEqual([
      ...Array.from({ length: 5 }, () => false),
      true,
    ]);
    expect(rows.at(-1)!.title).toBe(poisoned.title);
    expect(app.deadLetters.map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({
        article_ids: [poisoned.article_id],
        failure: { model: 'embedded-4', reason: 'the text is refused' },
      }),
    ]);

    fail = () => null;
    app.queues.score.push(...app.deadLetters.splice(0).map((letter) => ({ ...letter, receives: 0 })));
    await app.settle();
    expect((await byImportance(app)).every(({ importance_score }) => importance_score !== null)).toBe(true);
    expect(app.deadLetters).toEqual([]);
  });

  it('lists the 29 other articles of a batch, scored, when the embedder throws for the text of one', async () => {
    await app.as('local').call('addKeyword', keyword('climate'));
    await app.settle();
    await addReaders(app, ['local']);
    fail = ({ title }) => {
      if (title.startsWith('Report 3 ')) throw new RangeError('Maximum call stack size exceeded');
      return null;
    };
    await queueArticles(app, articles(app, 30));
    await app.settle();
    const rows = await byImportance(app);
    expect(rows).toHaveLength(30);
    expect(rows.filter(({ importance_score }) => importance_score === null)).toMatchObject([
      { title: seedArticle(app, 3).title },
    ]);
    expect(app.deadLetters.map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({
        article_ids: [seedArticle(app, 3).article_id],
        failure: { model: 'embedded-4', reason: expect.stringContaining('Maximum call stack size exceeded') },
      }),
    ]);
  });

  it('completes a recalculation that the model delayed', async () => {
    await seed(app, 8);
    await app.as('local').call('addKeyword', keyword('climate'));
    const restarted = watchedEmbedder((request) => fail(request), 'another-1');
    const again = await startTestApp({ over: app, embedder: restarted.embedder });
    fail = ({ title }) => (title.startsWith('Report 5 ') ? down() : null);
    await again.settle();
    fail = () => null;
    restarted.take();
    again.advance(4);
    await again.dispatch();
    await again.settle();
    expect(restarted.take()).toHaveLength(1);
    expect((await scoresOf(again)).every(({ importance_score }) => importance_score !== null)).toBe(true);
    await again.close();
  });
});

describe('another model on the same table', () => {
  it('embeds everything again in the background and never compares vectors of the old one', async () => {
    await app.as('local').call('addKeyword', keyword('climate', 2));
    await seed(app, 40);
    const old = await scoresOf(app);
    const watched = watchedEmbedder(() => null, 'another-1');
    const next = await startTestApp({ over: app, embedder: watched.embedder });
    await queueArticles(next, articles(next, 1, 100));
    await next.deliver('score', 1);
    expect(next.queues.jobs).toHaveLength(1);
    await next.settle();
    const embedded = watched.take().map(({ title }) => title);
    expect(embedded.filter((title) => title.startsWith('Report '))).toHaveLength(41);
    expect(embedded.filter((title) => title === 'climate')).toHaveLength(1);
    const models = (await next.dump()).map(({ model }) => model).filter((model) => model !== undefined);
    expect(new Set(models)).toEqual(new Set(['another-1']));
    const fresh = await scoresOf(next);
    expect(fresh.filter(({ article_id }) => old.some((one) => one.article_id === article_id))).toEqual(old);
    await queueArticles(next, articles(next, 1, 101));
    await next.settle();
    expect(next.queues.jobs).toHaveLength(0);
    expect(watched.take()).toHaveLength(1);
    await next.close();
  });
});

describe('learning from saved articles', () => {
  const footballs = () => [1, 11, 21].map((n) => seedArticle(app, n));

  it('has no effect unless the reader switches it on', async () => {
    await seed(app, 30);
    expect(await app.as('local').call('getPreferences')).toMatchObject({ learns: false });
    const [saved] = footballs();
    await app.as('local').call('setSaved', { params: saved!, body: { is_saved: true } });
    await app.as('local').call('recalculate');
    await app.settle();
    expect((await byImportance(app)).every(({ importance_score }) => importance_score === 0)).toBe(true);
  });
});
