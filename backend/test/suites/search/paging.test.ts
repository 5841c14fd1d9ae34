// @module-tag long
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleRow, SearchOrder } from '../../../src/contract/index.ts';
import { toStored } from '../../../src/model/score/vector.ts';
import { storyOfFirst } from '../../../src/model/story/story.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import {
  sampleArticle,
  sampleArticleId,
  sampleEntry,
  sampleFeedId,
} from '../../harness/samples/storage-samples.ts';
import { articleUnknown } from '../../../src/articles/reading/shown-entry.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const feed_id = sampleFeedId(1);

/** Gives a reader an article with the words, that many times. */
const add = async (
  user_id: string,
  at: number,
  text: string,
  changes: Parameters<typeof sampleEntry>[0] = {},
) => {
  const article_id = sampleArticleId(at);
  await app.stores.articles.putMany([sampleArticle({ article_id, feed_id, content: `<p>${text}</p>` })]);
  await app.stores.entries.create(
    sampleEntry({
      user_id,
      article_id,
      feed_ids: [feed_id],
      title: `Article ${at}`,
      excerpt: '',
      published_at: new Date(app.now().getTime() - (at % 7) * 3_600_000).toISOString(),
      created_at: app.now().toISOString(),
      expires_at: new Date(app.now().getTime() + 86_400_000).toISOString(),
      importance_score: (at % 5) / 4,
      ...changes,
    }),
  );
};

const page = (user_id: string, q: string, order: SearchOrder, limit: number, cursor?: string) =>
  app.as(user_id).call('searchArticles', {
    query: { q, order, limit, tz: 'UTC', ...(cursor === undefined ? {} : { cursor }) },
  });

const idsOf = (items: Pick<ArticleRow, 'article_id'>[]) => items.map(({ article_id }) => article_id);

describe('the pages of a search', () => {
  it('have each hit once and in order, while articles arrive between them', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 }),
        fc.constantFrom<SearchOrder>('relevance', 'time', 'importance'),
        fc.integer({ min: 1, max: 5 }),
        fc.boolean(),
        // Every other article has both words of the second query, the others only one of them.
        fc.constantFrom('apple', 'apple plum'),
        async (counts, order, limit, isLater, q) => {
          run += 1;
          const user = `reader${run}`;
          for (const [at, count] of counts.entries())
            await add(user, at, `${'apple '.repeat(count)} ${at % 2 === 0 ? 'plum' : 'pear'}`);
          app.advance(1);
          const all = idsOf((await page(user, q, order, 50)).items);
          const seen: string[] = [];
          let cursor: string | undefined;
          do {
            const next = await page(user, q, order, limit, cursor);
            seen.push(...idsOf(next.items));
            expect(next.has_more).toBe(next.next_cursor !== null);
            cursor = next.next_cursor ?? undefined;
            if (isLater) app.advance(1);
            await add(user, 100 + seen.length, 'apple apple apple plum');
          } while (cursor !== undefined);
          expect(seen).toEqual(all);
        },
      ),
      { numRuns: runs(100) },
    );
  }, 300_000);

  it('leave out what no longer matches when it is shown, and what follows takes its place', async () => {
    for (let at = 0; at < 6; at += 1) await add('anna', at, 'apple');
    const first = await page('anna', 'apple is:unread ', 'time', 6);
    expect(first.total).toBe(6);
    // Another process marks one read, so that this one remembers it as unread for a few seconds.
    const read = first.items[1]!.article_id;
    await app.stores.entries.change('anna', read, (entry) => ({
      ...entry,
      is_read: true,
      read_at: app.now().toISOString(),
    }));
    const again = await page('anna', 'apple is:unread ', 'time', 3);
    expect(idsOf(again.items)).toEqual(
      idsOf(first.items)
        .filter((id) => id !== read)
        .slice(0, 3),
    );
    expect(again.total).toBe(5);
    await app.stores.entries.delete('anna', again.items[0]!.article_id);
    expect(idsOf((await page('anna', 'apple', 'time', 50)).items)).toHaveLength(5);
  });

  it('refuse a cursor of another query, order or reader', async () => {
    for (let at = 0; at < 3; at += 1) for (const user of ['anna', 'ben']) await add(user, at, 'apple pear');
    const { next_cursor } = await page('anna', 'apple', 'time', 1);
    const refused = { code: 'INVALID_CURSOR' };
    await expect(page('anna', 'pear', 'time', 1, next_cursor!)).rejects.toMatchObject(refused);
    await expect(page('anna', 'apple', 'relevance', 1, next_cursor!)).rejects.toMatchObject(refused);
    await expect(page('ben', 'apple', 'time', 1, next_cursor!)).rejects.toMatchObject(refused);
    await expect(page('anna', 'apple', 'time', 1, `${next_cursor!.slice(0, -2)}AA`)).rejects.toMatchObject(
      refused,
    );
  });
});

describe('related articles', () => {
  const MODEL = 'embedded-test';
  const values = (seed: number, flipped: number) =>
    Float32Array.from(
      { length: 100 },
      (_, at) => ((at * 7919 + seed * 104_729) % 13 > 6 ? 1 : -1) * (at < flipped ? -1 : 1),
    );
  const related = async (at: number, limit = 6) =>
    idsOf(
      (
        await app
          .as('anna')
          .call('listRelated', { params: { article_id: sampleArticleId(at) }, query: { limit } })
      ).items,
    ).map((id) => [...Array(20).keys()].find((n) => sampleArticleId(n) === id));
  const vectorOf = async (at: number, seed: number, flipped: number, model: string) => {
    const vector = toStored({ kind: 'dense', values: values(seed, flipped) }, model, '');
    await app.stores.vectors.putMany([
      { article_id: sampleArticleId(at), feed_id, vector, ttl: 2_000_000_000 },
    ]);
  };

  it('are the nearest of the reader, one of a story, never the article itself or one of its story', async () => {
    const { model } = (await import('../../../src/scoring/embedders/embedded.ts')).createEmbeddedEmbedder();
    const near = [0, 3, 1, 2, 60, 5, 4, 0, 0] as const;
    for (const [at, flipped] of near.entries()) {
      await vectorOf(at, 1, flipped, at === 8 ? MODEL : model);
      await add(at === 7 ? 'ben' : 'anna', at, `text ${at}`);
    }
    await add('anna', 9, 'no vector');
    const at = app.now().toISOString();
    const member = (article: number, story: number) => ({
      story_id: storyOfFirst(sampleArticleId(story)),
      article_id: sampleArticleId(article),
      feed_id,
      first_feed_id: feed_id,
      written_at: at,
      ttl: 2_000_000_000,
    });
    await app.stores.stories.putMembers([member(2, 0), member(3, 1)]);
    const blobs = () => app.stores.blobs.list('search/anna/');
    expect(await related(0)).toEqual([]);
    // A reader who never searches pays for no segment.
    expect(await blobs()).toEqual([]);
    expect(app.takeUnits().read).toBeLessThan(20);

    await app.as('anna').call('searchArticles', { query: { q: 'text', order: 'time', limit: 1, tz: 'UTC' } });
    expect(await blobs()).not.toEqual([]);
    app.takeUnits();
    expect(await related(0)).toEqual([3, 6, 5]);
    expect(app.takeUnits().read).toBeLessThan(30);
    expect(await related(0, 2)).toEqual([3, 6]);
    expect(await related(4)).toEqual([]);
    expect(await related(9)).toEqual([]);
    await expect(related(12)).rejects.toThrow(articleUnknown());
    await app.stores.entries.delete('anna', sampleArticleId(3));
    expect(await related(0)).toEqual([1, 6, 5]);
  });
});
