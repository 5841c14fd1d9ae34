import { describe, expect, it } from 'vitest';
import { scoredWith } from '../../../src/model/reader/waiting.ts';
import { startTestApp } from '../../harness/app.ts';
import {
  addReaders,
  keyword,
  queueArticles,
  scoresOf,
  seed,
  seedArticle,
  watchedEmbedder,
} from '../../harness/scoring-samples.ts';

/** More than one slice of a recalculation. */
const ARTICLES = 520;

describe('a change of the model', () => {
  it('leaves every score while the vectors are made again, slice by slice, and then all are of the new model', async () => {
    const app = await startTestApp({ embedder: watchedEmbedder(() => null, 'embedded-former').embedder });
    await addReaders(app, ['local']);
    for (const text of ['climate', 'football']) await app.as('local').call('addKeyword', keyword(text));
    await app.settle();
    await seed(app, ARTICLES);
    await app.as('local').call('recalculate');
    await app.settle();
    const former = new Map((await scoresOf(app)).map((one) => [one.article_id, one.importance_score]));
    expect(former.size).toBe(ARTICLES);
    expect([...former.values()].filter((score) => (score ?? 0) > 0).length).toBeGreaterThan(10);

    const now = await startTestApp({
      over: app,
      embedder: watchedEmbedder(() => null, 'embedded-new').embedder,
    });
    await queueArticles(now, [seedArticle(now, 5_000)]);
    const expectShown = async () => {
      const shown = await scoresOf(now);
      for (const [id, score] of former)
        expect(shown.find(({ article_id }) => article_id === id)?.importance_score).toBe(score);
    };
    await now.deliver('score', 1);
    await expectShown();
    let messages = 0;
    for (; now.queues.jobs.length > 0 && messages < 10; messages += 1) {
      await now.deliver('jobs', 1);
      await expectShown();
    }
    expect(messages).toBeGreaterThan(1);
    await now.settle();
    expect((await now.stores.profiles.get('local'))?.scored_model).toBe(scoredWith('embedded-new'));
    const keys = (await now.stores.entries.scan('local', null, ARTICLES + 10)).map((entry) => ({
      article_id: entry.article_id,
      feed_id: entry.feed_ids[0],
    }));
    const vectors = await now.stores.vectors.getMany(keys);
    expect(new Set(vectors.map(({ vector }) => vector.model))).toEqual(new Set(['embedded-new']));
    expect(vectors).toHaveLength(ARTICLES + 1);
    await now.close();
  });
});
