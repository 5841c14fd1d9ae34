import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    await app.as('local').call('updatePreferences', { body: { like_saved: true } });
    await app.as('local').call('setOpinion', { params: { article_id }, body: { opinion: 'up' } });
    expect((await app.as('local').call('getArticle', football())).opinion).toBe('up');
    await app.as('local').call('updatePreferences', { body: { like_saved: false } });
    expect((await app.as('local').call('getArticle', football())).opinion).toBeNull();
  });
});
