import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddingError, type EmbedRequest } from '../../../src/model/score/embedder.ts';
import { ModelUnavailableError } from '../../../src/scoring/errors.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import {
  keyword,
  queueArticles,
  scoresOf,
  seed,
  seedArticle,
  watchedEmbedder,
} from '../../harness/scoring-samples.ts';

const throttled = () => new EmbeddingError('the model is throttled', true);

let app: TestApp;
let fail: (request: EmbedRequest) => EmbeddingError | null;
beforeEach(async () => {
  fail = () => null;
  app = await startTestApp({ embedder: watchedEmbedder((request) => fail(request)).embedder });
});
afterEach(() => app.close());

const unscored = async () =>
  (await scoresOf(app)).filter(({ importance_score }) => importance_score === null).length;
const recalculations = async () =>
  (await app.as('local').call('listJobs')).items.filter(({ kind }) => kind === 'recalculate');
const arrive = async (n: number) => {
  await queueArticles(app, [seedArticle(app, n)]);
  await app.settle();
};

/** Seeds scored articles, and one that is still unscored when its message is a dead letter. */
const outage = async () => {
  await app.as('local').call('addKeyword', keyword('climate'));
  await seed(app, 12);
  fail = throttled;
  await arrive(100);
  expect(app.deadLetters.map(({ from }) => from)).toEqual(['score']);
  expect(await unscored()).toBe(1);
  fail = () => null;
};

describe('articles that were delivered while the model was down', () => {
  it('are scored by themselves after the next delivery, by one recalculation', async () => {
    await outage();
    const before = (await recalculations()).length;
    app.advance(31);
    await arrive(101);
    expect(await unscored()).toBe(0);
    expect(await recalculations()).toHaveLength(before + 1);
    app.advance(31);
    await arrive(102);
    expect(await recalculations()).toHaveLength(before + 1);
  });

  it('are scored by themselves by the daily cleanup, if nothing is delivered', async () => {
    await outage();
    const before = (await recalculations()).length;
    app.advance(600);
    await app.cleanup();
    expect(await unscored()).toBe(0);
    expect(await recalculations()).toHaveLength(before + 1);
    app.advance(24 * 60);
    await app.cleanup();
    expect(await recalculations()).toHaveLength(before + 1);
  });

  it('are left to their message while that is delivered again, for half an hour', async () => {
    await outage();
    const before = (await recalculations()).length;
    app.advance(20);
    await arrive(101);
    expect(await recalculations()).toHaveLength(before);
  });

  it('are scored even if a recalculation ran while they arrived', async () => {
    await outage();
    app.advance(31);
    fail = throttled;
    // The recalculation begins before this delivery, which notes the failure anew.
    await app.as('local').call('recalculate');
    await queueArticles(app, [seedArticle(app, 101)]);
    await app.settle();
    fail = () => null;
    app.advance(45);
    await arrive(102);
    expect(await unscored()).toBe(0);
  });

  it('have no reasons until they are scored', async () => {
    await outage();
    const [row] = (await scoresOf(app)).filter(({ importance_score }) => importance_score === null);
    expect((await app.as('local').call('getReasons', { params: row! })).items).toEqual([]);
  });
});

describe('a keyword that is added while the model is down', () => {
  it('is stored, is told to be pending, and counts once the model answers', async () => {
    await seed(app, 12);
    fail = throttled;
    const added = await app.as('local').call('addKeyword', keyword('climate'));
    expect(added).toMatchObject({ text: 'climate', is_pending: true });
    expect((await app.as('local').call('listKeywords')).items).toEqual([added]);
    await app.deliver('jobs', 1);
    fail = () => null;
    await app.settle();
    expect((await app.as('local').call('listKeywords')).items).toEqual([{ ...added, is_pending: false }]);
    const [first] = (
      await app.as('local').call('listArticles', {
        query: { sort: 'importance_score', filter: 'all', limit: 200 },
      })
    ).items;
    expect(first!.title).toContain('climate');
    expect(await unscored()).toBe(0);
  });

  it('counts after a long outage too, once an article is delivered', async () => {
    await seed(app, 12);
    fail = throttled;
    await app.as('local').call('addKeyword', keyword('climate'));
    await app.settle();
    expect(app.deadLetters.map(({ from }) => from)).toEqual(['jobs']);
    fail = () => null;
    app.advance(120);
    await arrive(100);
    expect((await app.as('local').call('listKeywords')).items).toMatchObject([{ is_pending: false }]);
    const scores = (await scoresOf(app)).map(({ importance_score }) => importance_score);
    expect(scores.filter((score) => (score ?? 0) > 0.1).length).toBeGreaterThan(1);
  });

  it('is no reason of similarity 0 while it is pending', async () => {
    await app.as('local').call('addKeyword', keyword('football'));
    await seed(app, 3);
    fail = throttled;
    await app.as('local').call('addKeyword', keyword('climate'));
    const { items } = await app.as('local').call('getReasons', { params: seedArticle(app, 0) });
    expect(items.map(({ keyword_text }) => keyword_text)).toEqual(['football']);
  });

  it('is refused if the model refuses its text for good', async () => {
    fail = () => new EmbeddingError('the text is refused', false);
    await expect(app.as('local').call('addKeyword', keyword('climate'))).rejects.toThrow(
      ModelUnavailableError,
    );
    expect((await app.as('local').call('listKeywords')).items).toEqual([]);
  });
});
