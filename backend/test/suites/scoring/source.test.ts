import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { seed, seedFeed } from '../../harness/scoring-samples.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  const body = { text: 'climate', weight: 1, is_active: true, is_excluding: false };
  await app.as('local').call('addKeyword', { body });
});
afterEach(() => app.close());

const top = async () => {
  const { items } = await app.as('local').call('listArticles', {
    query: { sort: 'importance_score', filter: 'all', limit: 1 },
  });
  const { article_id, importance_score } = items[0]!;
  const { items: reasons } = await app.as('local').call('getReasons', { params: { article_id } });
  return { article_id, score: importance_score!, reasons };
};

/** Returns the factor among the reasons, and checks that they sum to the score. */
const sourceOf = async (): Promise<number | undefined> => {
  const { score, reasons } = await top();
  expect(reasons.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(score, 6);
  return reasons.find(({ kind }) => kind === 'source')?.weight;
};

const setVolume = async (volume: 'more' | 'normal' | 'less') => {
  const changed = await app
    .as('local')
    .call('updateFeed', { params: { feed_id: seedFeed }, body: { volume } });
  expect(changed.volume).toBe(volume);
  await app.settle();
};

describe('the feed of an article', () => {
  it('lowers its score if it brings many articles a day, with a reason', async () => {
    await seed(app, 20);
    expect(await sourceOf()).toBeUndefined();
    const usual = (await top()).score;
    await app.stores.feeds.update(seedFeed, { articles_per_week: 7 * 120 });
    await setVolume('normal');
    expect(await sourceOf()).toBe(0.5);
    expect((await top()).score).toBeLessThan(usual * 0.51);
  });

  it('has the weight that the reader chose, for articles here and those that arrive', async () => {
    await seed(app, 20);
    await setVolume('more');
    expect(await sourceOf()).toBe(1.5);
    expect((await app.stores.subscribers.get(seedFeed, 'local'))!.volume).toBe('more');
    await setVolume('less');
    expect(await sourceOf()).toBe(0.5);
    await setVolume('normal');
    expect(await sourceOf()).toBeUndefined();
  });
});
