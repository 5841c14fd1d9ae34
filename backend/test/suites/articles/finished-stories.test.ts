import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { tellingsOf } from '../../harness/samples/told-stories.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const PAPERS = [0, 1, 2] as const;

/** What happens: a paper tells of an event, or a reader reads what they have of it, or marks that unread again. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ paper: fc.constantFrom(...PAPERS), event: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ reader: fc.nat(1), event: fc.nat(2), is_read: fc.boolean(), many: fc.boolean() }),
  },
);

describe('two readers who read stories', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeAll(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
    // Which words tell a story is known from other texts, so that the first stories are not the first texts of all.
    const items = Array.from({ length: 40 }, (_, n) => ({
      title: tellingsOf(10_000 + n)[n % 3] ?? '',
      link: `https://others.example/${n}`,
      guid: `${n}`,
      date: app.now().toISOString(),
    }));
    server.set('/others', { body: rss(items, { title: 'Others' }) });
    await app.as('third').call('addFeed', { body: { url: server.url('/others') } });
    await app.settle();
  });
  afterAll(() => Promise.all([app.close(), server.close()]));

  it('never see one again that they read, and always the others, in list, Today, counts and searches', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        run += 1;
        const own = run;
        const told = PAPERS.map((): number[] => []);
        const publish = (paper: number) =>
          server.set(`/${own}/${paper}`, {
            body: rss(
              told[paper]!.map((event) => ({
                title: tellingsOf(own * 3 + event)[paper] ?? '',
                link: `https://paper${paper}.run${own}.example/${event}`,
                guid: `${event}`,
                date: new Date(app.now().getTime() - 60_000).toISOString(),
              })),
              { title: `Paper ${paper}` },
            ),
          });
        const apis = [0, 1].map((reader) => app.as(`run${own}-${reader}`));
        const feedIds: string[] = [];
        for (const paper of PAPERS) {
          publish(paper);
          for (const api of apis)
            feedIds[paper] = (
              await api.call('addFeed', { body: { url: server.url(`/${own}/${paper}`) } })
            ).feed_id;
        }
        await app.settle();
        /** The papers whose article of an event each reader has read. */
        const finished = [new Set<number>(), new Set<number>()];
        const listOf = async (reader: number, filter: 'all' | 'unread') =>
          (
            await apis[reader]!.call('listArticles', {
              query: { sort: 'importance_score', filter, fold: true, limit: 50 },
            })
          ).items;
        for (const each of steps) {
          if ('paper' in each) {
            if (!told[each.paper]!.includes(each.event)) told[each.paper]!.push(each.event);
            publish(each.paper);
            app.advance(1);
            await apis[0]!.call('fetchFeeds', { body: { feed_id: feedIds[each.paper]! } });
            await app.settle();
          } else {
            const api = apis[each.reader]!;
            const row = (await listOf(each.reader, 'all')).find(({ link }) =>
              link?.endsWith(`/${each.event}`),
            );
            if (row === undefined) continue;
            const others = row.story?.others ?? [];
            const ids = [row, ...(each.is_read ? [] : others)].map(({ article_id }) => article_id);
            if (ids.length === 1 && !each.many)
              await api.call('setRead', {
                params: { article_id: row.article_id },
                body: { is_read: each.is_read },
              });
            else await api.call('setReadOfMany', { body: { article_ids: ids, is_read: each.is_read } });
            finished[each.reader]![each.is_read ? 'add' : 'delete'](each.event);
          }
          for (const reader of [0, 1]) {
            const wanted = [0, 1, 2].filter(
              (event) => !finished[reader]!.has(event) && told.some((events) => events.includes(event)),
            );
            const shown = (await listOf(reader, 'unread')).map(({ link }) => Number(link?.split('/').at(-1)));
            expect(shown.toSorted((a, b) => a - b)).toEqual(wanted);
            const today = await apis[reader]!.call('listToday', { query: { limit: 50 } });
            const unread = today.items.filter(({ is_read }) => !is_read);
            expect(
              unread.map(({ link }) => Number(link?.split('/').at(-1))).toSorted((a, b) => a - b),
            ).toEqual(wanted);
            const { items } = await apis[reader]!.call('listFeeds');
            const articles = told.flat().filter((event) => wanted.includes(event)).length;
            expect(items.reduce((sum, { unread_count }) => sum + unread_count, 0)).toBe(articles);
            app.advance(1 / 5);
            const found = await apis[reader]!.call('searchArticles', {
              query: { q: 'is:unread', order: 'time', limit: 50, tz: 'UTC' },
            });
            expect(found.total).toBe(articles);
          }
        }
      }),
      { numRuns: runs(100) },
    );
  }, 600_000);
});
