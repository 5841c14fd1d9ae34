import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openedQuery } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { keyword, seed, seedArticle } from '../../harness/scoring-samples.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await seed(app, 12);
  await app.as('local').call('addKeyword', keyword('referees', 2));
  await app.settle();
});
afterAll(() => app.close());

const football = () => ({ params: { article_id: seedArticle(app, 1).article_id } });

describe('an opened article', () => {
  it('brings its reasons, the same as their own endpoint gives, which sum to its score', async () => {
    const { reasons, importance_score } = await app.as('local').call('getArticle', football());
    expect(reasons).toEqual((await app.as('local').call('getReasons', football())).items);
    expect(reasons.find(({ keyword_text }) => keyword_text === 'referees')?.passage).not.toBeNull();
    expect(importance_score).toBeGreaterThan(0);
    expect(reasons.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(
      importance_score!,
      6,
    );
  });

  it('brings the opinion of a reader who lets Omomi learn, and none of another', async () => {
    const { article_id } = football().params;
    expect((await app.as('local').call('getArticle', football())).opinion).toBeNull();
    await app.as('local').call('updatePreferences', { body: { learns: true } });
    await app.as('local').call('setOpinion', { params: { article_id }, body: { opinion: 'up' } });
    expect((await app.as('local').call('getArticle', football())).opinion).toBe('up');
    await app.as('local').call('updatePreferences', { body: { learns: false } });
    expect((await app.as('local').call('getArticle', football())).opinion).toBeNull();
  });
});

describe('several opened articles', () => {
  const open = (article_ids: string[], reader = app.as('local')) =>
    reader.call('getArticles', { query: { article_ids: article_ids.join(',') } });
  const idOf = (n: number) => seedArticle(app, n).article_id;

  it('are each as they are opened alone, in the order of the ids', async () => {
    const ids = [3, 1, 2].map(idOf);
    const alone = await Promise.all(
      ids.map((article_id) => app.as('local').call('getArticle', { params: { article_id } })),
    );
    expect((await open(ids)).items).toEqual(alone);
  });

  it('leave out what the reader does not have, and come once', async () => {
    const unknown = '1234567890123456789';
    const { items } = await open([unknown, idOf(1), idOf(1)]);
    expect(items.map(({ article_id }) => article_id)).toEqual([idOf(1)]);
    expect((await open([idOf(1)], app.as('other'))).items).toEqual([]);
  });

  it('are one to five', () => {
    const isValid = (...of: number[]) =>
      openedQuery.safeParse({ article_ids: of.map(idOf).join(',') }).success;
    expect([isValid(1), isValid(1, 2, 3, 4, 5)]).toEqual([true, true]);
    expect([isValid(), isValid(1, 2, 3, 4, 5, 6)]).toEqual([false, false]);
  });
});
