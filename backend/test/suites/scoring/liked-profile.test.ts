import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { partIds } from '../../../src/contract/index.ts';
import { cosine } from '../../../src/model/score/vector-codec.ts';
import type { TableClient } from '../../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { queueArticles, seed, seedArticle, watchedEmbedder } from '../../harness/scoring-samples.ts';

const football = (app: TestApp, nth: number) => seedArticle(app, 1 + 10 * nth);
const params = ({ article_id }: { article_id: string }) => ({ params: { article_id } });

const like = async (app: TestApp, like_saved: boolean) => {
  await app.as('local').call('updatePreferences', { body: { like_saved } });
  await app.settle();
};
const mark = (
  app: TestApp,
  article: { article_id: string },
  body: { is_read: boolean; is_read_through?: boolean },
) => app.as('local').call('setRead', { ...params(article), body });
const readThrough = (app: TestApp, article: { article_id: string }) =>
  mark(app, article, { is_read: true, is_read_through: true });
const likedProfileItems = async (app: TestApp) =>
  (await app.dump()).filter(({ SK }) => String(SK).startsWith('TASTE'));
const likedProfileOf = async (app: TestApp) =>
  (await app.stores.likedProfiles.get('local')).profile?.vector ?? null;
const likedOf = async (app: TestApp, article: { article_id: string }) =>
  (await app.as('local').call('getReasons', params(article))).items.find(
    ({ keyword_id }) => keyword_id === partIds.liked,
  );

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

describe('an article read to its end', () => {
  it('stores nothing unless the reader has switched it on', async () => {
    await seed(app, 12);
    await readThrough(app, football(app, 0));
    await mark(app, football(app, 0), { is_read: false });
    expect(await likedProfileItems(app)).toEqual([]);
  });

  it('raises similar articles with a reason, even long after its entry is gone', async () => {
    await seed(app, 12);
    await like(app, true);
    await mark(app, football(app, 1), { is_read: true });
    expect(await likedProfileOf(app)).toBeNull();
    expect(await readThrough(app, football(app, 0))).toMatchObject({ is_read: true });
    app.advance(10 * 24 * 60);
    await app.cleanup();
    await app.as('local').call('recalculate');
    await queueArticles(app, [football(app, 10)]);
    await app.settle();
    const reason = await likedOf(app, football(app, 10));
    expect(reason).toMatchObject({ keyword_text: 'Like what you saved', weight: 1 });
    expect(reason!.contribution).toBeGreaterThan(0.3);
  });

  it('counts a third as much as a saved one, and only once if it is both', async () => {
    await seed(app, 12);
    await like(app, true);
    const [saved, read] = [football(app, 0), seedArticle(app, 3)];
    await app.as('local').call('setSaved', { ...params(saved), body: { is_saved: true } });
    const [savedVector] = await app.stores.vectors.getMany([saved]);
    const [readVector] = await app.stores.vectors.getMany([read]);
    const alone = await likedProfileOf(app);
    await readThrough(app, saved);
    expect(await likedProfileOf(app)).toEqual(alone);
    await readThrough(app, read);
    const both = (await likedProfileOf(app))!;
    // For unit vectors x and y with cosine c, the cosines of a x + b y to x and to y are as (a + bc) to (ac + b).
    const between = cosine(savedVector!.vector, readVector!.vector);
    const ratio = (1 + between / 3) / (between + 1 / 3);
    expect(cosine(both, savedVector!.vector) / cosine(both, readVector!.vector)).toBeCloseTo(ratio, 1);
  });

  it('no longer counts when it is marked unread', async () => {
    await seed(app, 12);
    await like(app, true);
    await readThrough(app, football(app, 0));
    expect(await likedProfileOf(app)).not.toBeNull();
    await mark(app, football(app, 0), { is_read: false });
    expect(await likedProfileOf(app)).toBeNull();
    await queueArticles(app, [football(app, 10)]);
    await app.settle();
    expect(await likedOf(app, football(app, 10))).toBeUndefined();
  });

  it('is deleted when the reader switches it off', async () => {
    await seed(app, 12);
    await like(app, true);
    await readThrough(app, football(app, 0));
    expect(await likedProfileItems(app)).toHaveLength(2);
    await like(app, false);
    expect(await likedProfileItems(app)).toEqual([]);
  });

  it('does not count with another model, whose profile starts empty', async () => {
    await seed(app, 12);
    await like(app, true);
    await readThrough(app, football(app, 0));
    const { engine, tableName, folder, queues } = app;
    const next = await startTestApp({
      embedder: watchedEmbedder(undefined, 'another-1').embedder,
      start: app.now().toISOString(),
      over: { engine, tableName, folder, queues },
    });
    await next.as('local').call('recalculate');
    await next.settle();
    expect(await likedProfileOf(next)).toBeNull();
    await readThrough(next, seedArticle(next, 5));
    expect((await likedProfileOf(next))!.model).toBe('another-1');
    await next.close();
  });

  it('stays within its budget of capacity units', async () => {
    await seed(app, 12);
    await like(app, true);
    await mark(app, football(app, 0), { is_read: true });
    app.takeUnits();
    await mark(app, football(app, 0), { is_read: true });
    const plain = app.takeUnits();
    await readThrough(app, football(app, 0));
    const through = app.takeUnits();
    // The writes are the article's vector and the new liked profile.
    expect(through.write - plain.write).toBeLessThanOrEqual(3);
    expect(through.read - plain.read).toBeLessThanOrEqual(6);
  });
});

describe('articles read to the end, in any order and with repetitions', () => {
  it('have the same result for concurrent calls', async () => {
    await seed(app, 6);
    await like(app, true);
    const articles = Array.from({ length: 6 }, (_, at) => seedArticle(app, at));
    await Promise.all([...articles, ...articles].map((article) => readThrough(app, article)));
    const together = await likedProfileOf(app);
    await app.stores.likedProfiles.forget('local');
    for (const article of articles) await readThrough(app, article);
    expect(await likedProfileOf(app)).toEqual(together);
  });

  it('have the same result when a call crashes before any of its writes and is repeated', async () => {
    for (let alive = 0; alive <= 4; alive += 1) {
      let left = Number.POSITIVE_INFINITY;
      const dying = (table: TableClient): TableClient => ({
        ...table,
        put: (...given) => (left-- > 0 ? table.put(...given) : Promise.reject(new Error('died'))),
      });
      const one = await startTestApp({ wrapTable: dying });
      await seed(one, 3);
      await like(one, true);
      left = alive;
      await readThrough(one, seedArticle(one, 1)).catch(() => null);
      left = Number.POSITIVE_INFINITY;
      await readThrough(one, seedArticle(one, 1));
      expect(await one.stores.likedProfiles.listReadThrough('local', 10)).toHaveLength(1);
      const [made] = await one.stores.vectors.getMany([seedArticle(one, 1)]);
      expect(cosine((await likedProfileOf(one))!, made!.vector)).toBeGreaterThan(0.99);
      await one.close();
    }
  });
});
