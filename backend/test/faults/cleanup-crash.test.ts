// @module-tag long
import fc from 'fast-check';
import pMap from 'p-map';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachQueue } from '../../src/queues/messages.ts';
import type { Entry } from '../../src/model/article/entry.ts';
import { createTableClient, type TableClient } from '../../src/storage/table/table.ts';
import { startTestApp, type TestApp } from '../harness/app.ts';
import { crashAt } from '../harness/engines/crashing-table.ts';
import {
  sampleArticle,
  sampleArticleId,
  sampleEntry,
  sampleFeedId,
  sampleSubscription,
} from '../harness/samples/storage-samples.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-01T08:00:00.000Z');
const at = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();

/** An entry, with the hours since it arrived and since it was read (null: unread). */
type Sample = { age: number; read: number | null; is_saved: boolean; feed: number };

const samples = fc.array(
  fc.record({
    age: fc.integer({ min: 1, max: 240 }),
    read: fc.option(fc.integer({ min: 0, max: 48 })),
    is_saved: fc.boolean(),
    feed: fc.integer({ min: 1, max: 2 }),
  }),
  { minLength: 1, maxLength: 6 },
);
const choices = fc.option(
  fc.record({ article_days: fc.integer({ min: 1, max: 7 }), read_hours: fc.integer({ min: 1, max: 24 }) }),
);
type Choice = { article_days: number; read_hours: number } | null;

/** The retention of the deployment. */
const LONGEST = { article_days: 7, read_hours: 24 };

const expiresAt = ({ age, read, is_saved }: Sample, { article_days, read_hours }: NonNullable<Choice>) =>
  is_saved ? null : at(Math.min(article_days * 24 - age, read === null ? Infinity : read_hours - read));

const entryOf = (user_id: string, article_id: string, sample: Sample): Entry =>
  sampleEntry({
    user_id,
    article_id,
    feed_ids: [sampleFeedId(sample.feed)],
    created_at: at(-sample.age),
    is_read: sample.read !== null,
    read_at: sample.read === null ? null : at(-sample.read),
    is_saved: sample.is_saved,
    expires_at: expiresAt(sample, LONGEST),
  });

let shared: TestApp;
let made = 0;
beforeAll(async () => {
  shared = await startTestApp({ start: at(0) });
});
afterAll(() => shared.close());

/** Seeds two readers with the same entries; one of them chooses a retention. All runs share one table. */
const start = async (
  entries: Sample[],
  choice: Choice,
  wrapTable: (table: TableClient) => TableClient,
  isAlone = false,
) => {
  const run = ++made;
  const name = String(run).padStart(4, '0');
  const [ann, ben] = [`ann-${name}`, `ben-${name}`];
  const idOf = (n: number) => sampleArticleId(run * 10_000 + n);
  const keys = entries.map(({ feed }, n) => ({ article_id: idOf(n), feed_id: sampleFeedId(feed) }));
  const { stores } = shared;
  await stores.articles.putMany(
    entries.map(({ age }, n) =>
      sampleArticle({ ...keys[n], created_at: at(-age), ttl: Date.parse(at(7 * 24 - age)) / 1000 }),
    ),
  );
  for (const user_id of isAlone ? [ann] : [ann, ben]) {
    for (const feed of [1, 2])
      await stores.subscriptions.create(
        sampleSubscription({
          user_id,
          feed_id: sampleFeedId(feed),
          unread_count: entries.filter((entry) => entry.feed === feed && entry.read === null).length,
          counted_at: at(-300),
          recount_at: at(-1),
        }),
      );
    await pMap(entries, (sample, n) => stores.entries.create(entryOf(user_id, idOf(n), sample)), {
      concurrency: 16,
    });
  }
  if (choice !== null) await stores.profiles.setPreferences(ann, { retention: choice }, at(-1));
  const { engine, tableName, folder } = shared;
  const over = { engine, tableName, folder, queues: forEachQueue(() => []) };
  const app = await startTestApp({ over, wrapTable, start: at(0) });

  /** Returns the reader's items without jobs and everything else that must be equal after any number of crashes. */
  const itemsOf = async (user_id: string): Promise<string> => {
    const articles = await stores.articles.getMany(keys);
    const items: unknown[] = articles.toSorted((a, b) => (a.article_id < b.article_id ? -1 : 1));
    items.push(
      ...(await createTableClient({ client: engine.client, tableName }).queryAll({
        PK: `USER#${user_id}`,
        prefix: '',
      })),
    );
    const text = JSON.stringify(
      items.filter((item) => !String((item as { SK?: string }).SK).startsWith('JOB')),
      (key, value: unknown) =>
        key === 'rev' ? 0 : value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      1,
    );
    return entries.reduce(
      (plain, _, n) => plain.replaceAll(idOf(n), `article ${n}`),
      text.replaceAll(user_id, 'reader'),
    );
  };
  return { app, stores, ann, ben, idOf, itemsOf };
};

const cleanUp = async (app: TestApp, user: string) => {
  // After a crash, the caller sends the request again.
  await app
    .as(user)
    .call('cleanupArticles')
    .catch(() => app.as(user).call('cleanupArticles'));
  await app.settle();
};

it('has the same correct result after a crash at any point, and changes no other reader', async () => {
  await fc.assert(
    fc.asyncProperty(
      samples,
      choices,
      fc.integer({ min: 1, max: 30 }),
      fc.boolean(),
      async (entries, choice, write, isAfter) => {
        const clean = await start(entries, choice, (table) => table);
        const { stores, ann, ben, idOf } = clean;
        const before = await stores.entries.scan(ben, null, 100);
        await cleanUp(clean.app, ann);
        expect(await stores.entries.scan(ben, null, 100)).toEqual(before);
        const expected = await clean.itemsOf(ann);

        const chosen = choice ?? LONGEST;
        for (const [n, sample] of entries.entries()) {
          const kept = await stores.entries.get(ann, idOf(n));
          const wanted = expiresAt(sample, chosen);
          const stood = expiresAt(sample, LONGEST);
          // The cleanup leaves expiries under an hour away as they are.
          const goesSoon = stood !== null && stood <= at(1) && stood > at(0);
          const isGone = stood !== null && (stood <= at(0) || (!goesSoon && wanted! <= at(0)));
          expect(kept === null).toBe(isGone);
          expect(kept?.expires_at ?? null).toBe(isGone ? null : goesSoon ? stood : wanted);
          const comesBack = await stores.entries.create(entryOf(ann, idOf(n), sample));
          expect(comesBack).toBe(isGone && sample.read === null);
        }
        await clean.app.close();

        const crashed = await start(entries, choice, crashAt(write, isAfter).wrap);
        await cleanUp(crashed.app, crashed.ann);
        expect(crashed.app.deadLetters).toEqual([]);
        expect(await crashed.itemsOf(crashed.ann)).toBe(expected);
        await crashed.app.close();
      },
    ),
    { numRuns: 100, endOnFailure: true },
  );
});

it('continues after a crash, also in a run of several slices', async () => {
  const many: Sample[] = Array.from({ length: 1100 }, (_, n) => ({
    age: n % 10 === 0 ? 24 : 200,
    read: n % 3 === 0 ? 30 : null,
    is_saved: n % 100 === 0,
    feed: 1 + (n % 2),
  }));
  const clean = await start(many, null, (table) => table, true);
  await cleanUp(clean.app, clean.ann);
  const expected = await clean.itemsOf(clean.ann);
  expect(clean.app.cleanups).toMatchObject([{ deleted_articles: 660, deleted_read_articles: 363 }]);
  await clean.app.close();
  const crashed = await start(many, null, crashAt(1500, true).wrap, true);
  await cleanUp(crashed.app, crashed.ann);
  expect(crashed.app.deadLetters).toEqual([]);
  expect(await crashed.itemsOf(crashed.ann)).toBe(expected);
  await crashed.app.close();
});

it('is not disturbed by entries that expire or are saved while it runs', async () => {
  await fc.assert(
    fc.asyncProperty(
      samples,
      fc.array(fc.constantFrom('gone', 'saved', 'none'), { minLength: 6, maxLength: 6 }),
      async (entries, fates) => {
        let meddle: (() => Promise<void>) | undefined;
        const { app, stores, ann, idOf } = await start(entries, null, (table) => ({
          ...table,
          queryPage: async (query) => {
            const page = await table.queryPage(query);
            if (query.index !== 'by-time' || !query.prefix.startsWith('UNREAD')) return page;
            await meddle?.();
            meddle = undefined;
            return page;
          },
        }));
        const fateOf = (n: number) => (entries[n]?.read === null ? fates[n] : 'none');
        meddle = async () => {
          for (const n of entries.keys()) {
            if (fateOf(n) === 'gone') await stores.entries.delete(ann, idOf(n));
            if (fateOf(n) === 'saved')
              await stores.entries.change(ann, idOf(n), (entry) => ({
                ...entry,
                is_saved: true,
                expires_at: null,
              }));
          }
        };
        await cleanUp(app, ann);
        expect(meddle).toBeUndefined();
        expect(app.deadLetters).toEqual([]);
        const [job] = (await app.as(ann).call('listJobs', { query: { limit: 1 } })).items;
        expect(job?.state).toBe('done');
        const saved = entries.flatMap(({ is_saved }, n) =>
          is_saved || fateOf(n) === 'saved' ? [idOf(n)] : [],
        );
        expect(await stores.entries.getMany(ann, saved)).toHaveLength(saved.length);
        for (const { feed_id, unread_count } of await stores.subscriptions.list(ann))
          expect(await stores.entries.countUnread(ann, feed_id, at(0))).toMatchObject({
            count: unread_count,
          });
        await app.close();
      },
    ),
    { numRuns: 100, endOnFailure: true },
  );
});
