import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scoredWith } from '../../../src/model/reader/waiting.ts';
import {
  EmbeddingError,
  type EmbedRequest,
  ModelUnavailableError,
} from '../../../src/model/score/embedder.ts';
import type { Log } from '../../../src/logging/log.ts';
import { silentLog, startTestApp, type TestApp } from '../../harness/app.ts';
import {
  addReaders,
  keyword,
  queueArticles,
  scoresOf,
  seed,
  seedArticle,
  watchedEmbedder,
} from '../../harness/scoring-samples.ts';

const throttled = () => new EmbeddingError('the model is throttled', true);

let app: TestApp;
let watched: ReturnType<typeof watchedEmbedder>;
let fail: (request: EmbedRequest) => EmbeddingError | null;
let awaited: unknown[];
const log: Log = {
  ...silentLog,
  warn: (message, fields) => {
    if (message === 'articles wait for the model') awaited.push(fields);
  },
};
beforeEach(async () => {
  fail = () => null;
  awaited = [];
  watched = watchedEmbedder((request) => fail(request));
  app = await startTestApp({ embedder: watched.embedder, log });
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

/** Lets dispatch look for readers who wait, some minutes later. */
const dispatch = async (minutes = 4) => {
  app.advance(minutes);
  await app.dispatch();
  await app.settle();
};
const model = () => app.as('local').call('getModel');

describe('articles that were delivered while the model was down', () => {
  it('are scored by themselves, without a new article and without a recalculation of the others', async () => {
    await outage();
    const before = (await recalculations()).length;
    watched.take();
    await dispatch();
    expect(await unscored()).toBe(0);
    expect(watched.take()).toHaveLength(1);
    expect(await recalculations()).toHaveLength(before);
    app.takeUnits();
    await dispatch();
    expect(watched.take()).toEqual([]);
    // The due feeds are looked for in 16 shards, eventually consistent; that nobody waits, and that nobody has notifications,
    // take one read unit each to find out.
    expect(app.takeUnits()).toEqual({ read: 10, write: 0 });
  });

  it('are told by each dispatch from half an hour on, and no more once the model answers', async () => {
    await outage();
    fail = throttled;
    await dispatch(29);
    expect(awaited).toEqual([]);
    await dispatch(1);
    await dispatch();
    expect(awaited).toEqual([{ readers: 1 }, { readers: 1 }]);
    fail = () => null;
    await dispatch();
    expect(awaited).toHaveLength(3);
    await dispatch();
    expect(awaited).toHaveLength(3);
  });

  it('are told with the time since which the model is away, until they are scored', async () => {
    expect(await model()).toEqual({ state: 'ok', away_since: null, waiting: 0 });
    const since = app.now().toISOString();
    await outage();
    fail = throttled;
    await dispatch(30);
    expect(await model()).toEqual({ state: 'away', away_since: since, waiting: 1 });
    fail = () => null;
    await dispatch();
    expect(await model()).toEqual({ state: 'ok', away_since: null, waiting: 0 });
  });

  it('are scored by their message if that comes again first, and then by nothing else', async () => {
    await app.as('local').call('addKeyword', keyword('climate'));
    await seed(app, 12);
    fail = throttled;
    await queueArticles(app, [seedArticle(app, 100)]);
    await app.deliver('score', 1);
    fail = () => null;
    watched.take();
    await app.settle();
    expect(await unscored()).toBe(0);
    expect(await model()).toMatchObject({ state: 'ok' });
    await dispatch();
    expect(watched.take()).toHaveLength(1);
    expect(await app.stores.waiting.list(10)).toEqual([]);
  });

  it('are all scored once after an outage of days, for every reader, with one call of the model for each text', async () => {
    const readers = ['a', 'b', 'c', 'local'];
    for (const reader of readers) await app.as(reader).call('addKeyword', keyword('climate'));
    await addReaders(app, readers);
    await app.settle();
    fail = throttled;
    for (let day = 0; day < 3; day += 1) {
      await queueArticles(
        app,
        Array.from({ length: 3 }, (_, n) => seedArticle(app, 100 + 10 * day + n)),
      );
      await app.settle();
      for (let run = 0; run < 3; run += 1) await dispatch(8 * 60);
    }
    expect(await unscored()).toBe(9);
    fail = () => null;
    watched.take();
    const unscoredOf = async (reader: string) =>
      (await scoresOf(app, reader)).filter(({ importance_score }) => importance_score === null).length;
    await dispatch();
    expect(await Promise.all(readers.map(unscoredOf))).toEqual([0, 0, 0, 0]);
    expect(watched.take()).toHaveLength(9);
    expect(await app.stores.waiting.list(10)).toEqual([]);
    const before = await app.dump();
    await dispatch();
    expect(await app.dump()).toEqual(before);
  });

  it('are scored even if the model was changed meanwhile, and the others with them', async () => {
    await outage();
    const other = await startTestApp({
      over: app,
      embedder: watchedEmbedder(() => null, 'embedded-other').embedder,
    });
    const before = (await recalculations()).length;
    other.advance(60);
    await other.dispatch();
    await other.settle();
    expect(await unscored()).toBe(0);
    expect(await recalculations()).toHaveLength(before + 1);
    expect((await app.stores.profiles.get('local'))?.scored_model).toBe(scoredWith('embedded-other'));
    await other.close();
  });

  it('are scored by their titles if the model refuses or breaks on their texts, and are not asked about again', async () => {
    await app.as('local').call('addKeyword', keyword('climate'));
    await addReaders(app, ['local']);
    await app.settle();
    fail = ({ body, purpose }) => {
      if (purpose === 'keyword' || body === '') return null;
      if (body.includes('climate')) return new EmbeddingError('this text is refused', false);
      throw new RangeError('Maximum call stack size exceeded');
    };
    await queueArticles(app, [seedArticle(app, 0), seedArticle(app, 1)]);
    await app.settle();
    expect(await unscored()).toBe(0);
    expect(app.deadLetters).toEqual([]);
    expect(
      Math.max(...(await scoresOf(app)).map(({ importance_score }) => importance_score ?? 0)),
    ).toBeGreaterThan(0);
    watched.take();
    await queueArticles(app, [seedArticle(app, 0), seedArticle(app, 1)]);
    await app.settle();
    await dispatch(60);
    expect(watched.take()).toEqual([]);
  });

  it('are tried again once a day if even the title is refused, until the model accepts it', async () => {
    await app.as('local').call('addKeyword', keyword('climate'));
    await addReaders(app, ['local']);
    await app.settle();
    fail = ({ purpose }) => (purpose === 'keyword' ? null : new EmbeddingError('refused', false));
    await queueArticles(app, [seedArticle(app, 0)]);
    await app.settle();
    expect(await model()).toEqual({ state: 'ok', away_since: null, waiting: 1 });
    await dispatch(31);
    watched.take();
    for (let run = 0; run < 5; run += 1) await dispatch(60);
    expect(watched.take()).toEqual([]);
    // The model does answer.
    expect(awaited).toEqual([]);
    fail = () => null;
    await dispatch(24 * 60);
    expect(await unscored()).toBe(0);
    expect(watched.take()).toHaveLength(1);
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

  it('counts after a long outage too, by itself', async () => {
    await seed(app, 12);
    fail = throttled;
    await app.as('local').call('addKeyword', keyword('climate'));
    await app.settle();
    await dispatch(120);
    expect(await model()).toMatchObject({ state: 'away' });
    fail = () => null;
    await dispatch();
    expect((await app.as('local').call('listKeywords')).items).toMatchObject([{ is_pending: false }]);
    const scores = (await scoresOf(app)).map(({ importance_score }) => importance_score);
    expect(scores.filter((score) => (score ?? 0) > 0.1).length).toBeGreaterThan(1);
    expect(await model()).toMatchObject({ state: 'ok' });
  });

  it('does not keep the others from counting if the model refuses it once it is back', async () => {
    await app.as('local').call('addKeyword', keyword('football'));
    await seed(app, 3);
    fail = throttled;
    await app.as('local').call('addKeyword', keyword('climate'));
    await app.settle();
    fail = ({ title }) => (title === 'climate' ? new EmbeddingError('refused', false) : null);
    await dispatch(60);
    await arrive(100);
    expect(await unscored()).toBe(0);
    expect((await app.as('local').call('listKeywords')).items.map(({ is_pending }) => is_pending)).toEqual([
      false,
      true,
    ]);
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
