import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArticleUnknownError } from '../../../src/articles/reading/errors.ts';
import { startWorld, type World } from '../../harness/property-world.ts';
import type { TestReader } from '../../harness/reader.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

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
    await expect(reader.api.call('getArticle', { params: { article_id } })).rejects.toThrow(
      ArticleUnknownError,
    );
    await expect(reader.reasons(article_id)).rejects.toThrow(ArticleUnknownError);
  }
};

const follow = async (count: number) => {
  const reader = world.newReader();
  const feed = world.publish(items(0, count));
  await reader.follow(feed.url);
  await world.app.settle();
  return { reader, feed };
};

describe('the cleanup', () => {
  it('property 24: deletes what arrived a week ago or before, and nothing younger or saved', async () => {
    const minutes = fc.oneof(
      fc.integer({ min: 0, max: 10 * DAY }),
      fc.constantFrom(7 * DAY - 1, 7 * DAY, 7 * DAY + 1, 0),
    );
    await fc.assert(
      fc.asyncProperty(minutes, minutes, fc.boolean(), async (between, after, isSaved) => {
        const { reader, feed } = await follow(1);
        const [old] = await reader.list();
        if (isSaved) await reader.setSaved(old!.article_id, true);
        world.app.advance(between);
        feed.now(items(0, 2));
        await reader.api.call('fetchFeeds');
        await world.app.settle();
        const young = (await reader.list()).find(({ article_id }) => article_id !== old!.article_id)!;
        world.app.advance(after);
        const isOldDue = between + after >= 7 * DAY && !isSaved;
        const isYoungDue = after >= 7 * DAY;
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
      }),
      { numRuns: 60 },
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
      { numRuns: 60 },
    );
  });

  it('property 26: the reasons of an article go with it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.integer({ min: 1, max: 3 }), async (isRead, keywords) => {
        const reader = world.newReader();
        for (let n = 0; n < keywords; n += 1) await reader.addKeyword(`climate part ${n}`);
        await reader.follow(world.publish(items(0, 1)).url);
        await world.app.settle();
        const [{ article_id } = { article_id: '' }] = await reader.list();
        const reasons = await reader.reasons(article_id);
        expect(reasons.length).toBeGreaterThan(0);
        expect((await reader.items(`ENTRY#${article_id}`))[0]).toHaveProperty('reasons');
        if (isRead) await reader.setRead(article_id, true);
        world.app.advance(isRead ? DAY : 7 * DAY);
        await reader.cleanUp();
        await expectLeft(reader, [], [article_id]);
      }),
      { numRuns: 40 },
    );
  });
});
