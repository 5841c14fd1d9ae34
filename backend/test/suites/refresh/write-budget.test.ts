import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { presentEngines } from '../../harness/engines/engines.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { keyword } from '../../harness/scoring-samples.ts';

const item = (site: string) => (_: unknown, n: number) => ({
  title: `The climate of the week, part ${n} of a longer series`,
  link: `https://${site}.example/2026/03/01/the-climate-of-the-week-${n}`,
  text: `<p>${`Sentence ${n} on what the climate of the week was like. `.repeat(20)}</p>`,
  date: new Date(Date.UTC(2026, 1, 1, n)).toISOString(),
});

describe.each(presentEngines)(
  'write units of what a reader does, on $name',
  { timeout: 240_000 },
  ({ start }) => {
    let app: TestApp;
    let server: FeedServer;
    beforeAll(async () => {
      [app, server] = await Promise.all([startTestApp({ startEngine: start }), startFeedServer()]);
    });
    afterAll(() => Promise.all([app.close(), server.close()]));

    /** Creates a reader with ten keywords and this many articles. */
    const readerOf = async (count: number) => {
      const local = app.as(`reader-${count}`);
      for (let n = 0; n < 10; n += 1) await local.call('addKeyword', keyword(`climate part ${n}`));
      server.set(`/${count}`, { body: rss(Array.from({ length: count }, item(`site${count}`))) });
      await local.call('addFeed', { body: { url: server.url(`/${count}`) } });
      await app.settle();
      return local;
    };
    const written = async (work: () => Promise<unknown>): Promise<number> => {
      app.takeUnits();
      await work();
      return app.takeUnits().write;
    };

    it('marking an article read, unread or saved stays within the budget, however much else there is', async () => {
      const local = await readerOf(12);
      const [row] = (
        await local.call('listArticles', { query: { sort: 'published_at', filter: 'all', limit: 1 } })
      ).items;
      const params = { article_id: row?.article_id ?? '' };
      const figures = {
        'read mark': await written(() => local.call('setRead', { params, body: { is_read: true } })),
        'unread mark': await written(() => local.call('setRead', { params, body: { is_read: false } })),
        saved: await written(() => local.call('setSaved', { params, body: { is_saved: true } })),
        'let go': await written(() => local.call('setSaved', { params, body: { is_saved: false } })),
      };
      expect(figures['read mark']).toBeLessThanOrEqual(8);
      expect(figures['unread mark']).toBeLessThanOrEqual(8);
      // The writes are the saved copy, the entry, and a row in the index of saved articles.
      expect(figures.saved).toBeLessThanOrEqual(6);
      // The count of its feed is written too, because the article expires again.
      expect(figures['let go']).toBeLessThanOrEqual(7);
    });

    it('marking all read, and undoing it, cost the same for few and many articles', async () => {
      const figures = async (count: number) => {
        const local = await readerOf(count);
        let job_id = '';
        const marked = await written(async () => {
          ({ job_id } = await local.call('markRead', { body: { before: app.now().toISOString() } }));
        });
        const undone = await written(() => local.call('cancelJob', { params: { job_id } }));
        const { items } = await local.call('listArticles', {
          query: { sort: 'published_at', filter: 'unread', limit: 50 },
        });
        expect(items).toHaveLength(count);
        return { marked, undone };
      };
      const few = await figures(5);
      const many = await figures(50);
      expect(many).toEqual(few);
      expect(few.marked).toBeLessThanOrEqual(2);
      expect(few.undone).toBeLessThanOrEqual(3);
    });
  },
);
