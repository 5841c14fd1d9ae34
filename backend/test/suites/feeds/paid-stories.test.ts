import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSiteSignIn } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { tellingsOf } from '../../harness/samples/told-stories.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const signIn = newSiteSignIn.parse({ cookie: 'session=anna' });
/** A word that the title, the text and the address of each article behind the sign-in have, and nothing else. */
const INSIDE = 'insideonly';

describe('a story that a feed behind a sign-in tells, too', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeAll(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
    // Which words tell a story is known from other texts, so that the first stories are not the first texts of all.
    publish(
      '/others',
      'Others',
      numbers(40).map((n) => tellingsOf(10_000 + n)[n % 3] ?? ''),
    );
    await testReader(app, 'third').follow(server.url('/others'));
    await app.settle();
  });
  afterAll(() => Promise.all([app.close(), server.close()]));

  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  const publish = (path: string, title: string, titles: readonly string[], isInside = false): void =>
    server.set(path, ({ headers }, response) => {
      const isLetIn = !isInside || headers.cookie === signIn.cookie;
      const items = titles.map((told, n) => ({
        title: isInside ? `${told} ${INSIDE}` : told,
        link: `https://paper.example${path}/${isInside ? INSIDE : 'open'}/${n}`,
        guid: `${path}${n}`,
        ...(isInside ? { text: `<p>${told}, as ${INSIDE} alone tells it.</p>` } : {}),
        date: new Date(app.now().getTime() - 60_000).toISOString(),
      }));
      response.writeHead(isLetIn ? 200 : 401, { 'content-type': 'application/rss+xml' });
      response.end(isLetIn ? rss(items, { title }) : 'sign in');
    });

  it.each(['first', 'last'])('shows nothing of it to another reader, if it tells it %s', async (order) => {
    const tellings = tellingsOf(order === 'first' ? 1 : 2);
    const [anna, ben] = [testReader(app, `anna-${order}`), testReader(app, `ben-${order}`)];
    const open = numbers(2).map((paper) => server.url(`/${order}/${paper}`));
    numbers(2).forEach((paper) => publish(`/${order}/${paper}`, `Paper ${paper}`, [tellings[paper] ?? '']));
    publish(`/${order}/inside`, 'Inside', [tellings[2] ?? ''], true);
    const followInside = () =>
      anna.api.call('followWithSignIn', { body: { url: server.url(`/${order}/inside`), sign_in: signIn } });
    const followOpen = async () => {
      for (const each of [anna, ben]) for (const url of open) await each.follow(url);
    };
    for (const act of order === 'first' ? [followInside, followOpen] : [followOpen, followInside]) {
      await act();
      await app.settle();
    }
    const seenBy = async (reader: typeof anna) => {
      const { items: list } = await reader.api.call('listArticles', {
        query: { sort: 'importance_score', filter: 'all', fold: true, limit: 50 },
      });
      const articles = await Promise.all(
        list.map(({ article_id }) => reader.api.call('getArticle', { params: { article_id } })),
      );
      return { list, articles, today: await reader.api.call('listToday', { query: { limit: 50 } }) };
    };
    const [ofAnna, ofBen] = [await seenBy(anna), await seenBy(ben)];
    expect(ofAnna.list).toHaveLength(1);
    expect(ofAnna.list[0]?.story?.others).toHaveLength(2);
    expect(JSON.stringify(ofAnna)).toContain(INSIDE);
    expect(ofBen.list).toHaveLength(1);
    expect(ofBen.list[0]?.story?.others).toHaveLength(1);
    expect(JSON.stringify(ofBen)).not.toContain(INSIDE);
  });
});
