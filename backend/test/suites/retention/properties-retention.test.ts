import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';
import { expectRefused } from '../../harness/wire-client.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const often = { numRuns: runs(100) };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const items = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    title: `Article ${from + at} on the climate`,
    text: `<p>The climate, part ${from + at}.</p>`,
  }));

/** Checks that exactly these articles are left in every list and that nothing remains of the others. */
const expectLeft = async (reader: TestReader, ids: string[], gone: string[]) => {
  const [rows, best, stored] = await Promise.all([
    reader.list(),
    reader.list({ sort: 'importance_score' }),
    reader.items('ENTRY#'),
  ]);
  const left = ids.toSorted();
  expect(rows.map(({ article_id }) => article_id).toSorted()).toEqual(left);
  expect(best.map(({ article_id }) => article_id).toSorted()).toEqual(left);
  // Ignore tombstones of read articles, which consist of a key and a time to live only.
  const whole = stored.filter((item) => Object.keys(item).toSorted().join() !== 'PK,SK,ttl');
  expect(whole.map(({ SK }) => String(SK).slice('ENTRY#'.length))).toEqual(left);
  for (const article_id of gone) {
    await expectRefused(reader.open(article_id), 'NOT_FOUND');
    await expectRefused(reader.reasons(article_id), 'NOT_FOUND');
  }
};

type Row = { article_id: string };

/** Checks that exactly `shown` of the articles are listed and can be opened. */
const expectShown = async (reader: TestReader, all: Row[], shown: Row[]) => {
  const ids = shown.map(({ article_id }) => article_id).toSorted();
  expect((await reader.list()).map(({ article_id }) => article_id).toSorted()).toEqual(ids);
  for (const { article_id } of all) {
    if (ids.includes(article_id)) expect(await reader.open(article_id)).toMatchObject({ article_id });
    else await expectRefused(reader.open(article_id), 'NOT_FOUND');
  }
};

const follow = async (count: number) => {
  const reader = await world.newReader();
  const feed = world.publish(items(0, count));
  await reader.follow(feed.url);
  await world.app.settle();
  return { reader, feed };
};

describe('the cleanup', () => {
  it('property 24: deletes what arrived a week ago or before, and nothing younger or saved', async () => {
    const minutes = fc.oneof(fc.integer({ min: 0, max: 10 * DAY }), {
      arbitrary: fc.constantFrom(7 * DAY - 1, 7 * DAY, 7 * DAY + 1, 0),
      weight: 3,
    });
    // The older article is often looked at within a minute of its last instant, however long after it the younger one came.
    const atBorder = fc
      .tuple(fc.integer({ min: 0, max: 7 * DAY - 1 }), fc.constantFrom(7 * DAY - 1, 7 * DAY, 7 * DAY + 1))
      .map(([between, age]) => [between, age - between] as const);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.tuple(minutes, minutes), { arbitrary: atBorder, weight: 2 }),
        fc.boolean(),
        fc.boolean(),
        async ([between, after], isSaved, isSeen) => {
          const { reader, feed } = await follow(1);
          const [old] = await reader.list();
          // Marking it read and unread again computes its expiry anew, from its arrival.
          if (isSeen) for (const isRead of [true, false]) await reader.setRead(old!.article_id, isRead);
          if (isSaved) await reader.setSaved(old!.article_id, true);
          world.app.advance(between);
          feed.now(items(0, 2));
          await reader.api.call('fetchFeeds');
          await world.app.settle();
          const young = (await reader.list()).find(({ article_id }) => article_id !== old!.article_id)!;
          world.app.advance(after);
          const isOldDue = between + after >= 7 * DAY && !isSaved;
          const isYoungDue = after >= 7 * DAY;
          // Lists and opened articles hide what is due at the very instant, before a cleanup runs.
          const shown = [isOldDue ? [] : [old!], isYoungDue ? [] : [young]].flat();
          await expectShown(reader, [old!, young], shown);
          const { result } = await reader.cleanUp();
          expect(result).toMatchObject({
            deleted_articles: Number(isOldDue) + Number(isYoungDue),
            deleted_read_articles: 0,
          });
          const isDue = (article: { article_id: string }) => (article === young ? isYoungDue : isOldDue);
          await expectLeft(
            reader,
            [old!, young].filter((article) => !isDue(article)).map(({ article_id }) => article_id),
            [old!, young].filter(isDue).map(({ article_id }) => article_id),
          );
          const [{ unread_count } = { unread_count: -1 }] = await reader.feeds();
          expect(unread_count).toBe(Number(!isOldDue) + Number(!isYoungDue));
        },
      ),
      often,
    );
  });

  it('property 25: deletes what was read a day ago or before, and nothing unread or saved', async () => {
    const anyMark = fc.record({
      readAfter: fc.option(fc.constantFrom(0, HOUR, 30 * HOUR), { nil: null, freq: 4 }),
      isSaved: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMark, { minLength: 1, maxLength: 2 }),
        fc.oneof(fc.integer({ min: 0, max: 3 * DAY }), fc.constantFrom(DAY - 1, DAY, DAY - HOUR)),
        async (marks, wait) => {
          const { reader } = await follow(marks.length);
          const rows = await reader.list();
          const start = world.app.now().getTime();
          const readTimes = [...new Set(marks.flatMap(({ readAfter }) => readAfter ?? []))].toSorted(
            (a, b) => a - b,
          );
          for (const [at, { isSaved }] of marks.entries())
            if (isSaved) await reader.setSaved(rows[at]!.article_id, true);
          for (const time of readTimes) {
            world.app.advance(time - (world.app.now().getTime() - start) / 60_000);
            for (const [at, { readAfter }] of marks.entries())
              if (readAfter === time) await reader.setRead(rows[at]!.article_id, true);
          }
          world.app.advance(wait);
          const now = (world.app.now().getTime() - start) / 60_000;
          const isDue = marks.map(
            ({ readAfter, isSaved }) => readAfter !== null && !isSaved && now - readAfter >= DAY,
          );
          await expectShown(
            reader,
            rows,
            rows.filter((_, at) => !isDue[at]),
          );
          const { result } = await reader.cleanUp();
          expect(result).toMatchObject({
            deleted_articles: 0,
            deleted_read_articles: isDue.filter(Boolean).length,
          });
          const ids = rows.map(({ article_id }) => article_id);
          await expectLeft(
            reader,
            ids.filter((_, at) => !isDue[at]),
            ids.filter((_, at) => isDue[at]),
          );
        },
      ),
      often,
    );
  });

  it('property 26: the reasons of an article go with it, and those of the others stay', async () => {
    const topics = ['climate', 'football', 'piano', 'election', 'moon'];
    const someTopics = fc.subarray(topics, { minLength: 1 });
    const anyArticle = fc.record({ topics: someTopics, isRead: fc.boolean(), isSaved: fc.boolean() });
    let removed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyArticle, { minLength: 1, maxLength: 2 }),
        someTopics,
        fc.constantFrom(DAY - 1, DAY, 7 * DAY - 1, 7 * DAY),
        async (articles, keywords, minutes) => {
          const reader = await world.newReader();
          await reader.api.call('updatePreferences', { body: { freshness_days: 0 } });
          for (const [at, text] of keywords.entries()) await reader.addKeyword(text, at + 0.5);
          const titled = articles.map((article, at) => ({ title: `${at} ${article.topics.join(' and ')}` }));
          await reader.follow(world.publish(titled).url);
          await world.app.settle();
          const rows = (await reader.list()).toSorted((a, b) => a.title.localeCompare(b.title));
          const reasonsOf = ({ article_id }: { article_id: string }) => reader.reasons(article_id);
          const before = await Promise.all(rows.map(reasonsOf));
          for (const [at, reasons] of before.entries()) {
            expect(reasons.filter(({ kind }) => kind === 'keyword')).toHaveLength(keywords.length);
            const isTold = articles[at]!.topics.some((topic) => keywords.includes(topic));
            const stored = await reader.items(`ENTRY#${rows[at]!.article_id}`);
            expect(isTold ? stored[0] : { reasons: null }).toHaveProperty('reasons');
          }
          for (const [at, { isRead, isSaved }] of articles.entries()) {
            if (isSaved) await reader.setSaved(rows[at]!.article_id, true);
            if (isRead) await reader.setRead(rows[at]!.article_id, true);
          }
          world.app.advance(minutes);
          await reader.cleanUp();
          const isDue = (_: unknown, at: number) =>
            !articles[at]!.isSaved && minutes >= (articles[at]!.isRead ? DAY : 7 * DAY);
          const isLeft = (one: unknown, at: number) => !isDue(one, at);
          const idOf = ({ article_id }: { article_id: string }) => article_id;
          removed += rows.filter(isDue).length;
          await expectLeft(reader, rows.filter(isLeft).map(idOf), rows.filter(isDue).map(idOf));
          expect(await Promise.all(rows.filter(isLeft).map(reasonsOf))).toEqual(before.filter(isLeft));
        },
      ),
      often,
    );
    expect(removed).toBeGreaterThanOrEqual(atLeastMet(21));
  });
});
