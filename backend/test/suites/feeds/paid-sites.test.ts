import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newSiteSignIn } from '../../../src/contract/index.ts';
import { isPrivateArticle } from '../../../src/model/article/canonical-link.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { articlePage } from '../../harness/servers/articles-web.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

const cookie = 'session=planted-secret';
const signIn = newSiteSignIn.parse({ cookie });

let app: TestApp;
let site: FeedServer;
/** What each request to the site carried, in order. */
let asked: { path: string; headers: IncomingHttpHeaders }[];
/** The cookie by which the site knows its subscriber. */
let accepted: string;
beforeEach(async () => {
  [app, site] = await Promise.all([startTestApp({ asksForPages: true }), startFeedServer()]);
  [asked, accepted] = [[], cookie];
});
afterEach(() => Promise.all([app.close(), site.close()]));

const reader = (name = 'anna') => testReader(app, name);
const pathsAsked = (of: (headers: IncomingHttpHeaders) => boolean) =>
  [...new Set(asked.filter(({ headers }) => of(headers)).map(({ path }) => path))].toSorted();
const withCookie = ({ cookie: sent }: IncomingHttpHeaders) => sent !== undefined;

const item = (n: number) => ({
  title: `Article ${n}`,
  link: site.url(`/articles/${n}`),
  guid: `guid-${n}`,
  text: `<p>A teaser of article ${n}, whose page tells it in full.</p>`,
  date: new Date(Date.UTC(2026, 1, 28, 0, n)).toISOString(),
});
type Shown = { status?: number; body: string; type?: string; location?: string };
const teaser = articlePage('Article', { paragraphs: 1, topic: 'wall' });
const whole = articlePage('Article', { topic: 'vault' });

/** Answers at a path: subscribers get one thing, everybody else another. */
const show = (path: string, inside: Shown, outside: Shown = { status: 401, body: 'sign in' }): void =>
  site.set(path, ({ headers }, response) => {
    asked.push({ path, headers });
    const {
      status = 200,
      body,
      type = 'application/rss+xml',
      location,
    } = headers.cookie === accepted ? inside : outside;
    response
      .writeHead(status, { 'content-type': type, ...(location === undefined ? {} : { location }) })
      .end(body);
  });
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const showFeed = (
  count: number,
  outside?: Shown,
  page: Shown = { body: teaser, type: 'text/html' },
): void => {
  show('/feed', { body: rss(numbers(count).map(item), { site: site.url('/') }) }, outside);
  for (const n of numbers(count)) show(`/articles/${n}`, { body: whole, type: 'text/html' }, page);
};
const follow = (name = 'anna', url = site.url('/feed')) =>
  reader(name).api.call('followWithSignIn', { body: { url, sign_in: signIn } });
const setSignIn = (feed_id: string, body: object = { cookie }, name = 'anna') =>
  reader(name).api.call('setFeedSignIn', { params: { feed_id }, body: newSiteSignIn.parse(body) });
const known = (feed_id: string, name = 'anna') =>
  reader(name).api.call('getFeedSignIn', { params: { feed_id } });
const setFull = (feed_id: string, name = 'anna') =>
  reader(name).api.call('updateFeed', { params: { feed_id }, body: { text_mode: 'full' } });
const kept = async () => (await app.dump()).filter(({ SK }) => SK === 'SIGNIN');
const fetchLater = async (): Promise<void> => {
  app.advance(90);
  await app.dispatch();
  await app.settle();
};

describe('a feed behind a sign-in', () => {
  it('is not followed with a wrong one, which the answer says, and nothing of it is kept', async () => {
    showFeed(1);
    const body = { url: site.url('/feed'), sign_in: newSiteSignIn.parse({ cookie: 'session=wrong' }) };
    await expect(reader().api.call('followWithSignIn', { body })).rejects.toMatchObject({
      code: 'FEED_UNREACHABLE',
      details: { error_code: 'sign_in_needed' },
    });
    expect(await reader().feeds()).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('brings its articles and their pages to the reader who gave it, and nothing to another', async () => {
    showFeed(2);
    await expect(reader().follow(site.url('/feed'))).rejects.toMatchObject({ code: 'FEED_UNREACHABLE' });
    const { feed_id } = await follow();
    await setFull(feed_id);
    await app.settle();
    showFeed(3);
    await fetchLater();
    expect(await reader().titles()).toEqual(['Article 3', 'Article 2', 'Article 1']);
    const [latest] = await reader().list();
    expect((await reader().open(latest!.article_id)).content).toContain('vault');
    expect(await known(feed_id)).toEqual({
      is_available: true,
      kinds: ['cookie'],
      set_at: '2026-03-01T08:00:00.000Z',
    });
    await expect(reader('ben').follow(site.url('/feed'))).rejects.toMatchObject({ code: 'FEED_UNREACHABLE' });
    await expect(known(feed_id, 'ben')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(reader('ben').open(latest!.article_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is another feed for each reader, with articles and texts of their own', async () => {
    showFeed(1, { body: rss([item(1)], { site: site.url('/') }) });
    const shared = await reader('ben').follow(site.url('/feed'));
    await setFull(shared.feed_id, 'ben');
    const own = await follow();
    const carla = await follow('carla');
    await setFull(own.feed_id);
    expect(new Set([shared.feed_id, own.feed_id, carla.feed_id]).size).toBe(3);
    showFeed(2, { body: rss([item(1), item(2)], { site: site.url('/') }) });
    await fetchLater();
    const textOf = async (name: string) => {
      const [row] = await reader(name).list();
      const { content, title } = await reader(name).open(row!.article_id);
      return { title, id: row!.article_id, isWhole: content?.includes('vault') };
    };
    const [anna, ben] = [await textOf('anna'), await textOf('ben')];
    expect(anna).toMatchObject({ title: 'Article 2', isWhole: true });
    expect(ben).toMatchObject({ title: 'Article 2', isWhole: false });
    expect([anna.id, ben.id].map(isPrivateArticle)).toEqual([true, false]);
    await expect(reader('ben').open(anna.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is not followed twice, and its address leads nobody else to it', async () => {
    showFeed(1, { body: rss([item(1)]) });
    const own = await follow();
    const twice = { code: 'ALREADY_SUBSCRIBED', details: { feed_id: own.feed_id } };
    await expect(reader().follow(site.url('/feed'))).rejects.toMatchObject(twice);
    await expect(follow()).rejects.toMatchObject(twice);
    const shared = await reader('ben').follow(site.url('/feed'));
    await expect(follow('ben')).rejects.toMatchObject({
      code: 'ALREADY_SUBSCRIBED',
      details: { feed_id: shared.feed_id },
    });
    const moved = await reader().api.call('updateFeed', {
      params: { feed_id: own.feed_id },
      body: { url: site.url('/feed') },
    });
    expect(moved.feed_id).toBe(own.feed_id);
  });

  it('sends the sign-in for the feed and its pages alone, not for robots.txt, icons, pictures or other sites', async () => {
    const other = await startFeedServer();
    other.set('/articles/9', ({ headers }, response) => {
      asked.push({ path: 'other', headers });
      response.writeHead(200, { 'content-type': 'text/html' }).end(whole);
    });
    showFeed(1);
    for (const path of ['/', '/robots.txt', '/favicon.ico']) show(path, { body: '' }, { body: '' });
    const { feed_id } = await follow();
    await setFull(feed_id);
    show('/feed', { body: rss([item(1), item(2), { ...item(3), link: other.url('/articles/9') }]) });
    show('/articles/2', { body: whole, type: 'text/html' });
    await fetchLater();
    expect(pathsAsked(withCookie)).toEqual(['/articles/1', '/articles/2', '/feed']);
    expect(pathsAsked((headers) => !withCookie(headers))).toEqual(
      expect.arrayContaining(['/robots.txt', 'other']) as string[],
    );
    await other.close();
  });

  it('follows a redirect to another site without it', async () => {
    const other = await startFeedServer();
    other.set('/feed', ({ headers }, response) => {
      asked.push({ path: 'other', headers });
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rss([item(1), item(2)]));
    });
    showFeed(1);
    const login = { user: 'anna', password: 'planted-secret' };
    const { feed_id } = await follow();
    await setSignIn(feed_id, { cookie, login, headers: [{ name: 'X-Key', value: 'planted-secret' }] });
    show('/feed', { status: 301, body: '', location: other.url('/feed') });
    for (let n = 0; n < 4; n += 1) await fetchLater();
    const atOther = asked.filter(({ path }) => path === 'other');
    expect(atOther.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(atOther)).not.toContain('planted-secret');
    expect(atOther[0]!.headers).not.toHaveProperty('authorization');
    const own = asked.filter(({ path }) => path === '/feed').at(-1)!;
    expect(own.headers).toMatchObject({
      cookie,
      'x-key': 'planted-secret',
      authorization: `Basic ${Buffer.from('anna:planted-secret').toString('base64')}`,
    });
    // It would move there after three such redirects if it were everybody's.
    expect((await reader().feed(feed_id)).url).toBe(site.url('/feed'));
    expect(await reader().titles()).toContain('Article 2');
    await other.close();
  });

  it('is refused at a site that another address leads to, so that the sign-in goes where it was meant to', async () => {
    const other = await startFeedServer();
    other.set('/feed', { body: rss([item(1)]) });
    show('/feed', { status: 301, body: '', location: other.url('/feed') });
    await expect(follow()).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(other.url('/feed')) as string,
    });
    expect(await kept()).toEqual([]);
    await other.close();
  });
});

describe('a sign-in for a feed that the reader follows', () => {
  const openFeed = { body: '' };
  const startOpen = async (page?: Shown) => {
    openFeed.body = rss(numbers(3).map(item), { site: site.url('/') });
    showFeed(3, openFeed, page);
    for (const name of ['anna', 'ben']) await reader(name).follow(site.url('/feed'), 'News');
    await app.settle();
    return (await reader().feeds())[0]!.feed_id;
  };

  it('moves the articles with what was read, brings none twice, and takes new ones by the sign-in', async () => {
    const shared = await startOpen();
    const [, second] = await reader().list();
    await reader().setRead(second!.article_id, true);
    await setFull(shared);
    await setFull(shared, 'ben');
    const own = await setSignIn(shared);
    await app.settle();
    expect(own.feed_id).not.toBe(shared);
    expect(
      (await reader().feeds()).map(({ feed_id, folder, text_mode }) => [feed_id, folder, text_mode]),
    ).toEqual([[own.feed_id, 'News', 'full']]);
    const states = async (name = 'anna') =>
      (await reader(name).list()).map(({ title, is_read, feed_id }) => [title, is_read, feed_id]);
    expect(await states()).toEqual([
      ['Article 3', false, own.feed_id],
      ['Article 2', true, own.feed_id],
      ['Article 1', false, own.feed_id],
    ]);
    expect((await states('ben')).map(([, , feed]) => feed)).toEqual([shared, shared, shared]);
    expect((await reader().open(second!.article_id)).content).toContain('wall');

    showFeed(4, { body: rss(numbers(4).map(item)) });
    await fetchLater();
    expect(await reader().titles()).toEqual(['Article 4', 'Article 3', 'Article 2', 'Article 1']);
    expect(await reader('ben').titles()).toHaveLength(4);
    const contentOf = async (name: string) => {
      const rows = await reader(name).list();
      return (await Promise.all(rows.map(async ({ article_id }) => reader(name).open(article_id)))).map(
        ({ content }) => content,
      );
    };
    expect((await contentOf('anna'))[0]).toContain('vault');
    expect(JSON.stringify(await contentOf('ben'))).not.toContain('vault');
  });

  it('asks for the page of an article that others have too as anybody would', async () => {
    const shared = await startOpen({ status: 404, body: '' });
    await setSignIn(shared);
    await app.settle();
    asked = [];
    const [row] = await reader().list();
    expect(isPrivateArticle(row!.article_id)).toBe(false);
    await reader().api.call('fetchFullText', { params: { article_id: row!.article_id } });
    app.advance(1);
    await app.settle();
    expect(asked.map(({ path, headers }) => [path, withCookie(headers)])).toEqual([['/articles/3', false]]);
  });

  it('changes nothing if the site refuses it', async () => {
    const shared = await startOpen();
    show('/feed', { body: rss([item(1)]) }, { status: 403, body: '' });
    await expect(setSignIn(shared, { cookie: 'session=wrong' })).rejects.toMatchObject({
      code: 'FEED_UNREACHABLE',
      details: { error_code: 'sign_in_needed' },
    });
    expect((await reader().feeds()).map(({ feed_id }) => feed_id)).toEqual([shared]);
    expect(await known(shared)).toMatchObject({ kinds: [], set_at: null });
  });

  it('is taken away without leaving the feed, and with the feed', async () => {
    const own = await setSignIn(await startOpen());
    await app.settle();
    await reader().api.call('deleteFeedSignIn', { params: { feed_id: own.feed_id } });
    expect((await known(own.feed_id)).kinds).toEqual([]);
    asked = [];
    await fetchLater();
    expect(asked.filter(({ path }) => path === '/feed')).toHaveLength(2);
    expect(pathsAsked(withCookie)).toEqual([]);
    await setSignIn(own.feed_id);
    expect(await kept()).toHaveLength(1);
    await reader().leave(own.feed_id);
    expect(await kept()).toEqual([]);
  });
});

describe('a sign-in that does not work any more', () => {
  it.each([401, 402, 403])(
    'is told as that after status %i, and not tried again for 12 hours',
    async (status) => {
      showFeed(1, { status, body: '' });
      const { feed_id } = await follow();
      accepted = 'session=another';
      await fetchLater();
      const failed = await reader().feed(feed_id);
      expect(failed).toMatchObject({ error_code: 'sign_in_needed', fetch_status: 'active' });
      expect(Date.parse(failed.next_fetch_at!) - app.now().getTime()).toBeGreaterThanOrEqual(
        11.9 * 3_600_000,
      );
      asked = [];
      await fetchLater();
      expect(asked).toEqual([]);
      for (let half = 0; half < 6; half += 1) {
        app.advance(8 * 90);
        await fetchLater();
      }
      expect(asked).toHaveLength(2);
      expect((await reader().feed(feed_id)).fetch_status).toBe('stopped');

      accepted = 'session=new';
      await setSignIn(feed_id, { cookie: 'session=new' });
      await app.settle();
      expect(await reader().feed(feed_id)).toMatchObject({ error_code: null, fetch_status: 'active' });
    },
  );

  it('is asked for again where it cannot be read, and nothing is requested meanwhile', async () => {
    showFeed(1);
    const { feed_id } = await follow();
    await app.settle();
    const elsewhere = await startTestApp({ over: app, secretsKey: Buffer.alloc(32, 9).toString('base64') });
    elsewhere.advance(24 * 60);
    asked = [];
    await elsewhere.dispatch();
    await elsewhere.settle();
    expect(asked).toEqual([]);
    expect(await testReader(elsewhere, 'anna').feed(feed_id)).toMatchObject({
      error_code: 'sign_in_needed',
      error_message: 'Your sign-in for the site was kept by another key, so give it again.',
    });
    await elsewhere.close();
  });

  it('cannot be given where there is no key, nor for a site that is asked over http', async () => {
    showFeed(1, { body: rss([item(1)]) });
    const keyless = await startTestApp({ secretsKey: null });
    const { feed_id } = await testReader(keyless).follow(site.url('/feed'));
    const api = testReader(keyless).api;
    const params = { feed_id };
    expect(await api.call('getFeedSignIn', { params })).toMatchObject({ is_available: false });
    await expect(api.call('setFeedSignIn', { params, body: signIn })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    await keyless.close();
    const plain = { url: 'http://paid.example/feed', sign_in: signIn };
    await expect(reader().api.call('followWithSignIn', { body: plain })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(asked.filter(({ headers }) => withCookie(headers))).toEqual([]);
  });
});
