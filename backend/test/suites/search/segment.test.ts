// @module-tag long
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../../src/model/article/article.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import {
  sampleArticle,
  sampleArticleId,
  sampleEntry,
  sampleFeedId,
} from '../../harness/samples/storage-samples.ts';

const USER = 'anna';
const WORDS = ['apple', 'harvest', 'valley', 'volcano', '東京', '京都', 'snow'] as const;

/** Blobs that lose, cut or change what is stored, and refuse to store, when they are told to. */
const faultyBlobs = (blobs: BlobStore) => {
  const state = { refuses: false };
  return {
    state,
    store: {
      ...blobs,
      put: async (key: string, bytes: Uint8Array) => {
        if (state.refuses && key.startsWith('search/')) throw new Error('the disk is full');
        return blobs.put(key, bytes);
      },
    } satisfies BlobStore,
  };
};

let app: TestApp;
let faults: ReturnType<typeof faultyBlobs>;
beforeEach(async () => {
  app = await startTestApp({
    wrapBlobs: (blobs) => (faults = faultyBlobs(blobs)).store,
  });
});
afterEach(() => app.close());

const PREFIX = `search/${USER}/`;
const names = () => app.stores.blobs.list(PREFIX);

/** A second process over the same table and blobs, which remembers nothing. */
const otherProcess = () =>
  startTestApp({
    start: app.now().toISOString(),
    over: { engine: app.engine, tableName: app.tableName, folder: app.folder, queues: app.queues },
  });

const titlesIn = async (
  one: Pick<TestApp, 'as'>,
  q: string,
): Promise<{ titles: string[]; total: number; articles: number; of: number }> => {
  const { items, total, indexed } = await one
    .as(USER)
    .call('searchArticles', { query: { q, order: 'time', limit: 50, tz: 'UTC' } });
  const titles = items.flatMap(({ title, has_all }) => (has_all ? [title] : [])).toSorted();
  return { titles, total, ...indexed };
};

const add = async (at: number, words: readonly string[], changes: Parameters<typeof sampleEntry>[0] = {}) => {
  const article_id = sampleArticleId(at);
  const feed_id = sampleFeedId(1);
  await app.stores.articles.putMany([
    sampleArticle({ article_id, feed_id, title: `Article ${at}`, content: `<p>${words.join(' ')}</p>` }),
  ]);
  await app.stores.entries.create(
    sampleEntry({
      user_id: USER,
      article_id,
      feed_ids: [feed_id],
      title: `Article ${at}`,
      excerpt: '',
      published_at: new Date(app.now().getTime() - at * 60_000).toISOString(),
      created_at: app.now().toISOString(),
      expires_at: new Date(app.now().getTime() + 86_400_000).toISOString(),
      ...changes,
    }),
  );
};

type Fault = 'lose' | 'cut' | 'change' | 'old version' | 'no manifest' | 'broken manifest' | 'none';

const harm = async (fault: Fault, which: number): Promise<void> => {
  const parts = (await names()).filter((key) => !key.endsWith('manifest')).toSorted();
  const key = parts[which % Math.max(1, parts.length)];
  const { blobs } = app.stores;
  if (fault === 'no manifest') return blobs.delete(`${PREFIX}manifest`);
  if (fault === 'broken manifest')
    return blobs.put(`${PREFIX}manifest`, Buffer.from('{"version":0,"parts":['));
  if (key === undefined || fault === 'none') return;
  if (fault === 'lose') return blobs.delete(key);
  const bytes = Buffer.from((await blobs.get(key)) ?? []);
  if (fault === 'cut') return blobs.put(key, bytes.subarray(0, bytes.length >> 1));
  if (fault === 'old version') return blobs.put(key, Buffer.from('{"version":0,"articles":[]}'));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0x20;
  return blobs.put(key, bytes);
};

const fault = fc.constantFrom<Fault>(
  'lose',
  'cut',
  'change',
  'old version',
  'no manifest',
  'broken manifest',
  'none',
);

describe('a segment', () => {
  it('gives the same results whatever happened to its blobs, as a scan of all texts', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray([...WORDS], { minLength: 1 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fault, fc.nat(9), fc.boolean()), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...WORDS),
        async (articles, harms, word) => {
          run += 1;
          const base = run * 100;
          const expected: string[] = [];
          for (const [at, words] of articles.entries()) {
            await add(base + at, [`run${run}x`, ...words], { is_saved: at % 3 === 2 });
            if (words.includes(word)) expected.push(`Article ${base + at}`);
          }
          const q = `run${run}x ${word} `;
          app.advance(1);
          expect((await titlesIn(app, q)).titles).toEqual(expected.toSorted());
          for (const [kind, which, refuses] of harms) {
            await harm(kind, which);
            faults.state.refuses = refuses;
            const other = await otherProcess();
            const found = await titlesIn(other, q);
            expect(found).toMatchObject({ titles: expected.toSorted(), total: expected.length });
            expect(found.articles).toBe(found.of);
            await other.close();
            faults.state.refuses = false;
          }
        },
      ),
      { numRuns: runs(100) },
    );
  }, 600_000);

  it('is whole after two processes searched at once for the first time', async () => {
    for (let at = 0; at < 30; at += 1) await add(at, ['apple', `word${at}`]);
    const other = await otherProcess();
    const [one, two] = await Promise.all([titlesIn(app, 'apple'), titlesIn(other, 'apple')]);
    expect(one).toEqual(two);
    expect(one.total).toBe(30);
    await other.close();
    const third = await otherProcess();
    expect(await titlesIn(third, 'apple')).toEqual(one);
    await third.close();
  });

  it('is not read again from the table by a process that finds it', async () => {
    for (let at = 0; at < 50; at += 1) await add(at, ['apple']);
    await titlesIn(app, 'apple');
    let read = 0;
    const other = await startTestApp({
      start: app.now().toISOString(),
      over: { engine: app.engine, tableName: app.tableName, folder: app.folder, queues: app.queues },
      wrapTable: (table) => ({
        ...table,
        batchGet: (keys, isConsistent) => {
          read += keys.filter(({ PK }) => PK.startsWith('ARTICLE#')).length;
          return table.batchGet(keys, isConsistent);
        },
      }),
    });
    expect((await titlesIn(other, 'apple')).total).toBe(50);
    expect(read).toBe(0);
    await other.close();
  });

  it('has few parts however often articles arrive, and drops what is gone', async () => {
    for (let round = 0; round < 30; round += 1) {
      await add(round, ['apple'], { is_saved: round % 2 === 0 });
      app.advance(1);
      expect((await titlesIn(app, 'apple')).total).toBe(round + 1);
    }
    const manifest = async () =>
      JSON.parse(Buffer.from((await app.stores.blobs.get(`${PREFIX}manifest`))!).toString()) as {
        parts: { articles: number; is_saved: boolean }[];
      };
    expect((await manifest()).parts.length).toBeLessThanOrEqual(18);
    for (let at = 1; at < 30; at += 2) await app.stores.entries.delete(USER, sampleArticleId(at));
    app.advance(1);
    await add(40, ['apple']);
    expect((await titlesIn(app, 'apple')).total).toBe(16);
    app.advance(1);
    await add(42, ['apple']);
    await titlesIn(app, 'apple');
    const current = (await manifest()).parts.filter(({ is_saved }) => !is_saved);
    expect(current.reduce((sum, { articles }) => sum + articles, 0)).toBeLessThanOrEqual(3);
  });

  it('loses what no manifest names once it is an hour old, by later searches and by the cleanup', async () => {
    for (let round = 0; round < 12; round += 1) {
      await add(round, ['apple']);
      app.advance(1);
      await titlesIn(app, 'apple');
    }
    await app.stores.blobs.put(
      `${PREFIX}${app.now().getTime().toString(36).padStart(9, '0')}-0123456789abcdef`,
      Buffer.from('x'),
    );
    app.advance(61);
    await add(20, ['apple']);
    await titlesIn(app, 'apple');
    await app.as(USER).call('cleanupArticles');
    await app.settle();
    const { parts } = JSON.parse(
      Buffer.from((await app.stores.blobs.get(`${PREFIX}manifest`))!).toString(),
    ) as {
      parts: { name: string }[];
    };
    expect((await names()).toSorted()).toEqual(
      [...parts.map(({ name }) => `${PREFIX}${name}`), `${PREFIX}manifest`, `${PREFIX}rows`].toSorted(),
    );
    expect((await titlesIn(app, 'apple')).total).toBe(13);
  });

  it('is deleted when its reader has not searched for 30 days, and made again when they do', async () => {
    await add(1, ['apple'], { is_saved: true, expires_at: null });
    await titlesIn(app, 'apple');
    app.advance(29 * 24 * 60);
    await app.as(USER).call('cleanupArticles');
    await app.settle();
    expect(await names()).not.toEqual([]);
    app.advance(2 * 24 * 60);
    await app.as(USER).call('cleanupArticles');
    await app.settle();
    expect(await names()).toEqual([]);
    expect((await titlesIn(app, 'apple')).titles).toEqual(['Article 1']);
  });

  it('is made again if the reader did not search for so long that changed texts were not noted', async () => {
    await add(1, ['apple'], { is_saved: true, expires_at: null });
    await titlesIn(app, 'apple');
    app.advance(36 * 24 * 60);
    await app.stores.articles.putMany([sampleArticle({ content: '<p>cherry</p>' })]);
    expect((await titlesIn(app, 'cherry')).titles).toEqual(['Article 1']);
    expect((await titlesIn(app, 'apple')).titles).toEqual([]);
  });

  it('goes with its reader', async () => {
    await add(1, ['apple']);
    await titlesIn(app, 'apple');
    expect(await names()).not.toEqual([]);
    await app.as(USER).call('leave', { body: { email: USER } });
    await app.settle();
    app.advance(16);
    await app.settle();
    expect(await names()).toEqual([]);
  });

  it('is searched by rows while texts are still read, newest first, and tells how far that is', async () => {
    for (let at = 0; at < 250; at += 1) await add(at, [`word${at}`]);
    const { stores } = app;
    const getMany = stores.entries.getMany;
    // Reading a batch takes longer than a search may read.
    stores.entries.getMany = (...asked) => {
      app.advance(asked[1].length === 100 ? 1 : 0);
      return getMany(...asked);
    };
    expect(await titlesIn(app, 'word240 OR "article 240"')).toMatchObject({
      titles: ['Article 240'],
      articles: 100,
      of: 250,
    });
    expect(await titlesIn(app, 'word240')).toMatchObject({ total: 0, articles: 200, of: 250 });
    expect(await titlesIn(app, 'word240')).toMatchObject({ total: 1, articles: 250, of: 250 });
  });

  it('has the notes of writes ended two days after the last search', async () => {
    await add(0, ['apple']);
    await titlesIn(app, 'apple');
    const at = app.now().getTime();
    await app.stores.entryNotes.put(USER, { begun_at: at, asked: 8, asked_from: at });
    const cleanUp = async (): Promise<void> => {
      await app.as(USER).call('cleanupArticles');
      await app.settle();
    };
    app.advance(47 * 60);
    await cleanUp();
    expect(await app.stores.entryNotes.get(USER)).not.toBeNull();
    app.advance(2 * 60);
    await cleanUp();
    expect(await app.stores.entryNotes.get(USER)).toBeNull();
  });
});
