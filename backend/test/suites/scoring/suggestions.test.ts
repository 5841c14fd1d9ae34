import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { addReaders, keyword, queueArticles, seedArticle } from '../../harness/scoring-samples.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  await addReaders(app, ['local']);
});
afterEach(() => app.close());

const bring = async (titles: string[]) => {
  const articles = titles.map((title, n) => ({ ...seedArticle(app, n), title }));
  await queueArticles(app, articles);
  await app.settle();
  return articles;
};
const advice = () => app.as('local').call('suggestKeywords');
const other = ['Monday’s weather', 'Bread for beginners', 'A walk in the hills'];

describe('suggested keywords', () => {
  it('come from saved titles, with the titles as the reason, until the reader has them', async () => {
    const articles = await bring(['The solar sail unfolds', 'A second solar sail', ...other]);
    expect((await advice()).items).toEqual([]);
    for (const { article_id } of articles.slice(0, 2))
      await app.as('local').call('setSaved', { params: { article_id }, body: { is_saved: true } });
    expect((await advice()).items).toEqual([
      {
        text: 'solar sail',
        source: 'liked',
        count: 2,
        titles: expect.arrayContaining(['The solar sail unfolds', 'A second solar sail']),
      },
    ]);
    await app.as('local').call('addKeyword', keyword('Solar sails'));
    expect((await advice()).items).toEqual([]);
  });

  it('come from names of folders that say something, and from the titles of the list', async () => {
    await bring(['Solar sail one', 'Solar sail two', 'Solar sail three', ...other]);
    const { items: feeds } = await app.as('local').call('listFeeds');
    const { feed_id } = feeds[0]!;
    for (const folder of ['News', 'Machine learning']) {
      await app.as('local').call('updateFeed', { params: { feed_id }, body: { folder } });
      const { items } = await advice();
      expect(items.map(({ source, text }) => [source, text])).toEqual([
        ...(folder === 'News' ? [] : [['folder', 'Machine learning']]),
        ['listed', 'Solar sail'],
      ]);
    }
  });

  it('name keywords that are the same, of which the one with the larger weight stays', async () => {
    await app.as('local').call('addKeyword', keyword('semiconductor', 1));
    await app.as('local').call('addKeyword', keyword('semiconductors', 3));
    await app.as('local').call('addKeyword', keyword('football', 2));
    await app.as('local').call('addKeyword', keyword('footballs', 2, true));
    const { items } = await app.as('local').call('listKeywords');
    const idOf = (text: string) => items.find((each) => each.text === text)!.keyword_id;
    expect((await advice()).same).toEqual([
      { keep_id: idOf('semiconductors'), drop_id: idOf('semiconductor'), is_variant: true },
    ]);
  });

  it('name a keyword that matches too many articles, once there are forty', async () => {
    await app.as('local').call('addKeyword', keyword('football'));
    const broadAt = async (count: number) => {
      await queueArticles(
        app,
        Array.from({ length: count }, (_, n) => ({
          ...seedArticle(app, n),
          title: n % 2 === 0 ? `Football ${n}` : `Bread ${n}`,
          content: '',
          summary: '',
        })),
      );
      await app.settle();
      return (await advice()).broad.map(({ share }) => share);
    };
    expect(await broadAt(20)).toEqual([]);
    expect(await broadAt(60)).toEqual([0.5]);
  });
});
