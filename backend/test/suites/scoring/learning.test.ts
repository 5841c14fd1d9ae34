import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportPage } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { keyword, queueArticles, seed, seedArticle, watchedEmbedder } from '../../harness/scoring-samples.ts';

/** Returns the nth article on football, which is every tenth of the seed. */
const football = (app: TestApp, nth: number) => seedArticle(app, 1 + 10 * nth);
const params = ({ article_id }: { article_id: string }) => ({ params: { article_id } });
type Of = { article_id: string };

const switchOn = async (app: TestApp, learns = true) => {
  await app.as('local').call('updatePreferences', { body: { learns } });
  await app.settle();
};
const think = (app: TestApp, article: Of, opinion: 'up' | 'down' | null) =>
  app.as('local').call('setOpinion', { ...params(article), body: { opinion } });
const save = (app: TestApp, article: Of, is_saved = true) =>
  app.as('local').call('setSaved', { ...params(article), body: { is_saved } });
const mark = (app: TestApp, article: Of, body: { is_read: boolean; is_read_through?: boolean }) =>
  app.as('local').call('setRead', { ...params(article), body });
const readThrough = (app: TestApp, article: Of) =>
  mark(app, article, { is_read: true, is_read_through: true });
const stored = async (app: TestApp) =>
  (await app.dump()).filter(({ SK }) => String(SK).startsWith('LEARNING'));
const learnedOf = async (app: TestApp, article: Of) =>
  (await app.as('local').call('getReasons', params(article))).items.find(({ kind }) => kind === 'learned');
const recalculate = async (app: TestApp) => {
  await app.as('local').call('recalculate');
  await app.settle();
};
const arrive = async (app: TestApp, article: ReturnType<typeof seedArticle>) => {
  await queueArticles(app, [article]);
  await app.settle();
};

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

describe('learning from a reader', () => {
  it('stores nothing and refuses opinions unless the reader has switched it on', async () => {
    await seed(app, 12);
    await readThrough(app, football(app, 0));
    await save(app, football(app, 1));
    await app.as('local').call('notePassed', { body: { article_ids: [seedArticle(app, 2).article_id] } });
    await expect(think(app, seedArticle(app, 3), 'up')).rejects.toMatchObject({ code: 'LEARNING_OFF' });
    expect(await stored(app)).toEqual([]);
  });

  it('raises articles like a liked one, named in the reason, and lowers those like a disliked one', async () => {
    await seed(app, 30);
    await switchOn(app);
    await think(app, football(app, 0), 'up');
    await think(app, seedArticle(app, 3), 'down');
    app.advance(6);
    await arrive(app, football(app, 10));
    expect(await learnedOf(app, football(app, 10))).toMatchObject({
      alike: { articles: [{ title: football(app, 0).title }] },
    });
    expect((await learnedOf(app, football(app, 10)))!.contribution).toBeGreaterThan(0.1);
    expect(await learnedOf(app, football(app, 1))).toBeUndefined();
    await recalculate(app);
    expect((await learnedOf(app, football(app, 1)))!.contribution).toBeGreaterThan(0.1);
    const disliked = (await learnedOf(app, seedArticle(app, 13)))!;
    expect(disliked.weight).toBeLessThan(0);
    expect(disliked.alike).toMatchObject({ articles: [{ title: seedArticle(app, 3).title }] });
  });

  it('gives reasons that sum to the score beside keywords', async () => {
    await seed(app, 30);
    await app.as('local').call('addKeyword', keyword('referees', 2));
    await switchOn(app);
    await think(app, football(app, 0), 'up');
    await recalculate(app);
    const { items } = await app.as('local').call('getReasons', params(football(app, 1)));
    const row = await app.as('local').call('getArticle', params(football(app, 1)));
    expect(items.map(({ kind }) => kind)).toContain('learned');
    expect(items.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(
      row.importance_score!,
      6,
    );
  });

  it('waits five minutes after a signal, then the next article is met by all of them', async () => {
    await seed(app, 30);
    await switchOn(app);
    await think(app, football(app, 0), 'up');
    app.advance(4);
    await arrive(app, football(app, 10));
    expect(await learnedOf(app, football(app, 10))).toBeUndefined();
    expect(await app.as('local').call('getLearned')).toMatchObject({ up: 1, is_due: true, is_in_use: false });
    app.advance(1);
    await arrive(app, football(app, 11));
    expect(await learnedOf(app, football(app, 11))).toBeDefined();
    expect(await app.as('local').call('getLearned')).toMatchObject({ is_due: false, is_in_use: true });
  });

  it('brings what it learned to the list by itself once the last recalculation is six hours old', async () => {
    await seed(app, 30);
    await switchOn(app);
    await think(app, football(app, 0), 'up');
    app.advance(6 * 60 + 1);
    await arrive(app, football(app, 10));
    expect(await learnedOf(app, football(app, 1))).toBeDefined();
  });

  it('remembers an article read to its end long after its entry is gone, until it is marked unread', async () => {
    await seed(app, 30);
    await switchOn(app);
    await readThrough(app, football(app, 0));
    await readThrough(app, football(app, 1));
    await mark(app, football(app, 1), { is_read: false });
    app.advance(10 * 24 * 60);
    await app.cleanup();
    await queueArticles(
      app,
      Array.from({ length: 10 }, (_, at) => seedArticle(app, 100 + at)),
    );
    await app.settle();
    expect(await app.as('local').call('getLearned')).toMatchObject({ read_through: 1 });
    expect(await learnedOf(app, seedArticle(app, 101))).toMatchObject({
      alike: { count: 1, articles: [{ title: football(app, 0).title }] },
    });
  });

  it('counts from the start what was saved before, and no longer what is unsaved', async () => {
    await seed(app, 30);
    await save(app, football(app, 0));
    await save(app, football(app, 1));
    await switchOn(app);
    expect(await app.as('local').call('getLearned')).toMatchObject({ saved: 2, is_in_use: true });
    await save(app, football(app, 0), false);
    await save(app, football(app, 1), false);
    await recalculate(app);
    expect(await app.as('local').call('getLearned')).toMatchObject({ saved: 0, is_in_use: false });
  });

  it('learns a little from opened articles and counts them, but nothing from them alone', async () => {
    await seed(app, 30);
    await switchOn(app);
    for (const nth of [0, 1]) {
      app.advance(1);
      await mark(app, football(app, nth), { is_read: true });
    }
    await recalculate(app);
    expect(await learnedOf(app, football(app, 2))).toBeUndefined();
    expect(await app.as('local').call('getLearned')).toMatchObject({ opened: 2, is_in_use: false });
    await think(app, seedArticle(app, 3), 'up');
    await recalculate(app);
    expect((await learnedOf(app, seedArticle(app, 13)))!.contribution).toBeGreaterThan(0);
    expect(await app.as('local').call('getLearned')).toMatchObject({ opened: 2, is_in_use: true });
    await app.as('local').call('forgetLearned');
    expect(await app.as('local').call('getLearned')).toMatchObject({ opened: 0, is_in_use: false });
    await app.settle();
    await think(app, seedArticle(app, 3), 'up');
    await recalculate(app);
    expect(await app.as('local').call('getLearned')).toMatchObject({ up: 1, opened: 0, is_in_use: true });
  });

  it('takes articles that were passed by as less wanted than those nobody saw', async () => {
    await seed(app, 30);
    await switchOn(app);
    await think(app, football(app, 0), 'up');
    await think(app, seedArticle(app, 2), 'up');
    await recalculate(app);
    const before = (await learnedOf(app, football(app, 1)))!.contribution;
    const article_ids = [football(app, 1).article_id];
    await app.as('local').call('notePassed', { body: { article_ids } });
    await app.as('local').call('notePassed', { body: { article_ids } });
    expect(await app.as('local').call('getLearned')).toMatchObject({ passed: 1 });
    await recalculate(app);
    expect((await learnedOf(app, football(app, 1)))?.contribution ?? 0).toBeLessThan(before);
  });
});

describe('what was learned', () => {
  it('is forgotten at once by the button, also what was saved before, and learning goes on', async () => {
    await seed(app, 30);
    await save(app, football(app, 0));
    await switchOn(app);
    await think(app, football(app, 0), 'up');
    expect(await learnedOf(app, football(app, 1))).toBeDefined();
    await app.as('local').call('forgetLearned');
    expect(await app.as('local').call('getLearned')).toMatchObject({ up: 0, saved: 0, is_in_use: false });
    await app.settle();
    await recalculate(app);
    expect(await learnedOf(app, football(app, 1))).toBeUndefined();
    await think(app, seedArticle(app, 2), 'up');
    await recalculate(app);
    expect(await learnedOf(app, seedArticle(app, 12))).toBeDefined();
  });

  it('is deleted at once when the reader switches it off', async () => {
    await seed(app, 12);
    await switchOn(app);
    await think(app, football(app, 0), 'up');
    await app.as('local').call('notePassed', { body: { article_ids: [seedArticle(app, 2).article_id] } });
    expect((await stored(app)).length).toBeGreaterThanOrEqual(3);
    await app.as('local').call('updatePreferences', { body: { learns: false } });
    expect(await stored(app)).toEqual([]);
    await app.settle();
    expect(await stored(app)).toEqual([]);
  });

  it('is part of the export', async () => {
    await seed(app, 12);
    await switchOn(app);
    await think(app, football(app, 0), 'down');
    await app.as('local').call('notePassed', { body: { article_ids: [seedArticle(app, 2).article_id] } });
    const { account } = exportPage.parse(await app.as('local').call('exportAccount', { query: {} }));
    expect(account).toMatchObject({
      signals: [{ title: football(app, 0).title, opinion: 'down', is_saved: false }],
      passed: [seedArticle(app, 2).article_id],
    });
  });

  it('is learned anew from the articles that still exist when the model changes', async () => {
    await seed(app, 30);
    await switchOn(app);
    await think(app, football(app, 0), 'up');
    await recalculate(app);
    const { engine, tableName, folder, queues } = app;
    const next = await startTestApp({
      embedder: watchedEmbedder(undefined, 'another-1').embedder,
      start: app.now().toISOString(),
      over: { engine, tableName, folder, queues },
    });
    await recalculate(next);
    expect(await learnedOf(next, football(next, 1))).toBeDefined();
    expect((await next.stores.learning.getLearned('local')).learned?.learner?.model).toBe('another-1');
    await next.close();
  });

  it('costs a signal three write units more, and a reader who has not asked for it nothing', async () => {
    await seed(app, 12);
    await mark(app, football(app, 0), { is_read: true });
    app.takeUnits();
    await mark(app, football(app, 0), { is_read: true });
    const plain = app.takeUnits();
    await readThrough(app, football(app, 0));
    expect(app.takeUnits().write).toBe(plain.write);
    await switchOn(app);
    app.takeUnits();
    await readThrough(app, football(app, 0));
    const through = app.takeUnits();
    // The writes are the signal with its vector, and the time from which there is something to learn.
    expect(through.write - plain.write).toBeLessThanOrEqual(3);
    expect(through.read - plain.read).toBeLessThanOrEqual(4);
  });
});
