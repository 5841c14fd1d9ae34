import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextMode } from '../../../src/contract/index.ts';
import { createRobotsFor } from '../../../src/web/robots/robots-for.ts';
import { handleFullText } from '../../../src/full-text/handle-full-text.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { articlePage, createArticlesWeb } from '../../harness/servers/articles-web.ts';
import { startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { testReader } from '../../harness/reader.ts';

let app: TestApp;
let server: FeedServer;
let web: ReturnType<typeof createArticlesWeb>;
beforeEach(async () => {
  [app, server] = await Promise.all([startTestApp({ asksForPages: true }), startFeedServer()]);
  web = createArticlesWeb(server);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const reader = (name = 'local') => testReader(app, name);

const setMode = (feed_id: string, text_mode: TextMode, name = 'local') =>
  reader(name).api.call('updateFeed', { params: { feed_id }, body: { text_mode } });

/** Follows a feed without articles in this mode, so that the articles that follow are new to it. */
const follow = async (path: string, mode: TextMode, name = 'local'): Promise<string> => {
  if (!server.requests.has(path)) web.setFeed(path, []);
  const { feed_id } = await reader(name).follow(server.url(path));
  await setMode(feed_id, mode, name);
  await app.settle();
  return feed_id;
};

/** Delivers the messages of fetching and scoring, and none for pages. */
const settleWithoutPages = async (): Promise<void> => {
  const deliverNext = async () =>
    (await app.deliver('fetch', 10, 'feed')) || (await app.deliver('score')) || (await app.deliver('jobs'));
  while (await deliverNext());
};

const publish = async (path: string, items: Parameters<typeof web.setFeed>[1]): Promise<void> => {
  web.setFeed(path, items);
  app.advance(90);
  await app.dispatch();
  await settleWithoutPages();
};

const only = async (name = 'local') => {
  const [row] = await reader(name).list();
  return reader(name).open(row!.article_id);
};

describe('an article of a feed in full', () => {
  it('appears at once with the text of the feed, and grows when the page came', async () => {
    await reader().addKeyword('harbour', 2);
    await follow('/feed', 'full');
    web.setPage(1, articlePage('Article 1'));
    await publish('/feed', [web.teaser(1)]);
    const before = await only();
    expect(before.full_text).toEqual({ state: 'coming', reason: null, site: null });
    expect(before.content).toContain('A teaser');
    expect(before.importance_score).toBe(0);

    await app.settle();
    const after = await only();
    expect(after.full_text).toEqual({ state: 'full', reason: null, site: server.host });
    expect(after.content).toContain('Paragraph 6');
    expect(after.content).not.toContain('Imprint');
    expect(after.excerpt).toContain('Paragraph 1');
    expect([before.reading_minutes, after.reading_minutes]).toEqual([1, 2]);
    expect(after.importance_score).toBeGreaterThan(0.1);
    const reasons = await reader().reasons(after.article_id);
    expect(reasons.map(({ keyword_text }) => keyword_text)).toEqual(['harbour', 'harbour', 'Age']);
    const sum = reasons.reduce((total, { contribution }) => total + contribution, 0);
    expect(sum).toBeCloseTo(after.importance_score!, 9);
  });

  it('is requested once for all readers and feeds', async () => {
    await follow('/feed', 'full');
    await follow('/feed', 'full', 'other');
    await follow('/second', 'full', 'other');
    web.setPage(1, articlePage('Article 1'));
    web.setFeed('/second', [web.teaser(1)]);
    await publish('/feed', [web.teaser(1)]);
    await app.settle();
    app.advance(1);
    await app.settle();
    expect(web.requestsOf(1)).toBe(1);
    for (const name of ['local', 'other']) expect((await only(name)).full_text.state).toBe('full');
  });

  it('is not asked for again when the feed changes its text, and keeps the text of the page', async () => {
    await follow('/feed', 'full');
    web.setPage(1, articlePage('Article 1'));
    await publish('/feed', [web.teaser(1)]);
    await app.settle();
    await publish('/feed', [web.teaser(1, { title: 'Another title', text: '<p>Another teaser.</p>' })]);
    await app.settle();
    expect(web.requestsOf(1)).toBe(1);
    const article = await only();
    expect(article).toMatchObject({
      title: 'Another title',
      reading_minutes: 2,
      full_text: { state: 'full' },
    });
    expect(article.content).toContain('Paragraph 6');
  });

  it('shows each reader the text of their mode', async () => {
    await follow('/feed', 'full');
    await follow('/feed', 'feed', 'other');
    web.setPage(1, articlePage('Article 1'));
    await publish('/feed', [web.teaser(1)]);
    await app.settle();
    expect(await only('local')).toMatchObject({ reading_minutes: 2, full_text: { state: 'full' } });
    const other = await only('other');
    expect(other).toMatchObject({ reading_minutes: 1, full_text: { state: 'available' } });
    expect(other.content).toContain('A teaser');
    await setMode(other.feed_id, 'full', 'other');
    expect((await only('other')).content).toContain('Paragraph 6');
  });

  it('is in the saved copy, whether it was saved before the page came or after', async () => {
    await follow('/feed', 'full');
    for (const n of [1, 2]) web.setPage(n, articlePage(`Article ${n}`));
    await publish('/feed', [web.teaser(1), web.teaser(2)]);
    const [second, first] = await reader().list();
    await reader().setSaved(first!.article_id, true);
    await app.settle();
    await reader().setSaved(second!.article_id, true);
    for (const { article_id } of [first!, second!]) {
      const copy = await app.stores.saved.get('local', article_id);
      expect(copy?.content).toContain('Paragraph 6');
      expect((await reader().open(article_id)).content).toContain('Paragraph 6');
    }
  });

  it('is not asked for while every reader wants the text of the feed, nor for articles that are not new', async () => {
    const feedId = await follow('/feed', 'feed');
    web.setPage(1, articlePage('Article 1'));
    await publish('/feed', [web.teaser(1)]);
    await setMode(feedId, 'full');
    await publish('/feed', [web.teaser(1)]);
    await follow('/feed', 'full', 'other');
    await app.settle();
    expect(web.requestsOf(1)).toBe(0);
    expect((await only()).full_text.state).toBe('feed');
  });
});

describe('a page that gives no text', () => {
  it.each([
    ['forbidden', { status: 403 }],
    ['not_found', { status: 404 }],
    ['not_found', { status: 410 }],
    ['paywall', { status: 402 }],
    ['rate_limited', { status: 429 }],
    ['http_error', { status: 418 }],
    ['no_archive', { headers: { 'x-robots-tag': 'noarchive' } }],
    ['no_archive', { headers: { 'x-robots-tag': 'omomi: nosnippet' } }],
    ['not_a_page', { type: 'application/pdf' }],
  ])('keeps the text of the feed and says why: %s', async (reason, page) => {
    await follow('/feed', 'full');
    web.setPage(1, articlePage('Article 1'), page);
    await publish('/feed', [web.teaser(1)]);
    await app.settle();
    const article = await only();
    expect(article.full_text).toMatchObject({ state: 'failed', reason });
    expect(article.content).toContain('A teaser');
  });

  it.each([
    ['no_archive', articlePage('Article 1', { head: '<meta name="robots" content="noarchive">' })],
    ['no_text', '<!doctype html><title>Article 1</title><body><div id="app"></div></body>'],
    ['not_longer', articlePage('Article 1', { paragraphs: 6 })],
  ])('says of the page itself: %s', async (reason, body) => {
    await follow('/feed', 'full');
    web.setPage(1, body);
    const text =
      reason === 'not_longer' ? `<p>${'All of it and more of it is here. '.repeat(200)}</p>` : undefined;
    await publish('/feed', [web.teaser(1, text === undefined ? {} : { text })]);
    await app.settle();
    expect((await only()).full_text).toMatchObject({ state: 'failed', reason });
  });

  it.each([
    ['the host of each', true, 5],
    ['no hosts, as an older one', false, 9],
  ])('is read when its host has a turn, by a message that names %s', async (_, namesHosts, reads) => {
    const feed_id = await follow('/feed', 'full');
    const numbers = [1, 2, 3, 4, 5];
    for (const n of numbers) web.setPage(n, articlePage(`Article ${n}`));
    await publish(
      '/feed',
      numbers.map((n) => web.teaser(n)),
    );
    const articles = (await reader().list()).map(({ article_id }) =>
      namesHosts ? { article_id, host: server.host } : { article_id },
    );
    const read: string[] = [];
    // The server is an allowed host here, of which pages need no pause. By these settings it is one of others.
    const ctx = {
      ...app.ctx,
      robotsFor: createRobotsFor(app.ctx),
      settings: { ...app.ctx.settings, FETCH_ALLOW_HOSTS: '' },
      articles: {
        ...app.ctx.articles,
        getMany: (keys: Parameters<typeof app.ctx.articles.getMany>[0]) => {
          read.push(...keys.map(({ article_id }) => article_id));
          return app.ctx.articles.getMany(keys);
        },
      },
    };
    let again = await handleFullText(ctx, { kind: 'full_text', feed_id, articles });
    const left: number[] = [];
    while (again !== null) {
      app.advance(1);
      left.push(again.message.articles.length);
      again = await handleFullText(ctx, again.message);
    }
    expect(left).toEqual([4, 3, 2, 1]);
    expect(read).toHaveLength(reads);
    expect(new Set(read)).toEqual(new Set(articles.map(({ article_id }) => article_id)));
    for (const n of numbers) expect(web.requestsOf(n)).toBe(1);
  });

  it('is not asked for if robots.txt forbids it', async () => {
    server.set('/robots.txt', { body: 'User-agent: *\nDisallow: /articles/', type: 'text/plain' });
    await follow('/feed', 'full');
    web.setPage(1, articlePage('Article 1'));
    await publish('/feed', [web.teaser(1)]);
    await app.settle();
    expect((await only()).full_text).toEqual({ state: 'failed', reason: 'robots', site: null });
    expect(web.requestsOf(1)).toBe(0);
  });

  it('says that a site does not answer, and not that its robots.txt forbids the page', async () => {
    await follow('/feed', 'full');
    await publish('/feed', [web.teaser(1, { link: 'https://nowhere.example/1' })]);
    await app.settle();
    expect((await only()).full_text).toEqual({ state: 'failed', reason: 'unreachable', site: null });
  });

  it('is not asked for again by itself', async () => {
    await follow('/feed', 'full');
    web.setPage(1, 'no', { status: 403 });
    await publish('/feed', [web.teaser(1)]);
    await app.settle();
    await publish('/feed', [web.teaser(1, { text: '<p>Another teaser.</p>' })]);
    await app.settle();
    expect(web.requestsOf(1)).toBe(1);
  });
});

describe('the mode auto', () => {
  const numbers = [1, 2, 3, 4, 5];

  it('takes the pages of a feed whose texts are short, after a sample of three, and shows what it found', async () => {
    const feedId = await follow('/feed', 'auto');
    for (const n of numbers) web.setPage(n, articlePage(`Article ${n}`));
    await publish(
      '/feed',
      numbers.map((n) => web.teaser(n)),
    );
    expect((await reader().feed(feedId)).found_text).toBeNull();
    await app.settle();
    expect(await reader().feed(feedId)).toMatchObject({ text_mode: 'auto', found_text: 'full' });
    const rows = await reader().list();
    expect(rows.map(({ reading_minutes }) => reading_minutes)).toEqual([2, 2, 2, 2, 2]);
    for (const { article_id } of rows) expect((await reader().open(article_id)).full_text.state).toBe('full');
  });

  it('leaves a feed alone whose texts are whole, and asks for three pages only', async () => {
    const feedId = await follow('/feed', 'auto');
    for (const n of numbers) web.setPage(n, articlePage(`Article ${n}`, { paragraphs: 4 }));
    const text = `<p>${'This feed carries its articles in full, as it should. '.repeat(25)}</p>`;
    await publish(
      '/feed',
      numbers.map((n) => web.teaser(n, { text })),
    );
    await app.settle();
    expect((await reader().feed(feedId)).found_text).toBe('feed');
    expect(numbers.reduce((sum, n) => sum + web.requestsOf(n), 0)).toBe(3);
    expect((await reader().list()).map(({ reading_minutes }) => reading_minutes)).toEqual([1, 1, 1, 1, 1]);
    await publish('/feed', [web.teaser(6)]);
    await app.settle();
    expect(web.requestsOf(6)).toBe(0);
  });

  it('asks for six pages of a fetch at most while they give no text, and goes on with the next fetch', async () => {
    const feedId = await follow('/feed', 'auto');
    const many = Array.from({ length: 9 }, (_, n) => n + 1);
    for (const n of many) web.setPage(n, 'no', { status: 403 });
    await publish(
      '/feed',
      many.map((n) => web.teaser(n)),
    );
    await app.settle();
    expect(many.reduce((sum, n) => sum + web.requestsOf(n), 0)).toBe(6);
    const next = [11, 12, 13];
    for (const n of next) web.setPage(n, articlePage(`Article ${n}`));
    await publish(
      '/feed',
      next.map((n) => web.teaser(n)),
    );
    await app.settle();
    expect((await reader().feed(feedId)).found_text).toBe('full');
  });
});

describe('the button of an article', () => {
  const press = (article_id: string, name = 'local') =>
    reader(name).api.call('fetchFullText', { params: { article_id } });

  it('fetches the page of an article whose feed is read as it is, for this reader alone, and lets it go again', async () => {
    await follow('/feed', 'feed');
    await follow('/feed', 'feed', 'other');
    web.setPage(1, articlePage('Article 1'));
    await publish('/feed', [web.teaser(1)]);
    const { article_id } = await only();
    expect(await press(article_id)).toMatchObject({ full_text: { state: 'coming' } });
    expect(await press(article_id)).toMatchObject({ full_text: { state: 'coming' } });
    await app.settle();
    expect(web.requestsOf(1)).toBe(1);
    expect(await only()).toMatchObject({ reading_minutes: 2, full_text: { state: 'full' } });
    expect(await only('other')).toMatchObject({ reading_minutes: 1, full_text: { state: 'available' } });

    const asked = web.requestsOf(1);
    expect(await press(article_id, 'other')).toMatchObject({
      reading_minutes: 2,
      full_text: { state: 'full' },
    });
    await app.settle();
    expect(web.requestsOf(1)).toBe(asked);

    const dropped = await reader().api.call('dropFullText', { params: { article_id } });
    expect(dropped).toMatchObject({ reading_minutes: 1, full_text: { state: 'available' } });
    expect(dropped.content).toContain('A teaser');
    expect((await only('other')).full_text.state).toBe('full');
  });

  it('asks again for a page that failed before', async () => {
    await follow('/feed', 'full');
    web.setPage(1, 'no', { status: 403 });
    await publish('/feed', [web.teaser(1)]);
    await app.settle();
    const { article_id } = await only();
    web.setPage(1, articlePage('Article 1'));
    app.advance(1);
    await press(article_id);
    await app.settle();
    expect(await only()).toMatchObject({ full_text: { state: 'full' } });
  });

  it('brings the page of an article of which only a saved copy is left', async () => {
    await follow('/feed', 'feed');
    web.setPage(1, articlePage('Article 1'));
    await publish('/feed', [web.teaser(1)]);
    const { article_id } = await only();
    await reader().setSaved(article_id, true);
    app.advance(9 * 24 * 60);
    await app.expire();
    await app.cleanup();
    expect((await press(article_id)).full_text.state).toBe('coming');
    await app.settle();
    expect((await reader().open(article_id)).content).toContain('Paragraph 6');
    expect((await app.stores.saved.get('local', article_id))?.content).toContain('Paragraph 6');
  });

  it('says that an article without a link has no page, and refuses an unknown one', async () => {
    await follow('/feed', 'feed');
    const { link: _, ...bare } = web.teaser(1);
    await publish('/feed', [bare]);
    const { article_id } = await only();
    expect((await press(article_id)).full_text).toEqual({ state: 'failed', reason: 'no_link', site: null });
    expect(app.queues.fetch).toEqual([]);
    await expect(press('1234567890123456789')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the pages of a day', () => {
  it('are at most 200 for each feed, and say so', async () => {
    const feedId = await follow('/feed', 'full');
    const today = Math.floor(app.now().getTime() / 86_400_000);
    for (let n = 0; n < 198; n += 1) await app.stores.feedPages.takeRequest(feedId, today, 200);
    const numbers = [1, 2, 3, 4, 5];
    for (const n of [...numbers, 6]) web.setPage(n, articlePage(`Article ${n}`));
    await publish(
      '/feed',
      numbers.map((n) => web.teaser(n)),
    );
    await app.settle();
    expect(numbers.map((n) => web.requestsOf(n))).toEqual([0, 0, 0, 1, 1]);
    const oldest = (await reader().list()).at(-1)!;
    expect((await reader().open(oldest.article_id)).full_text).toMatchObject({
      state: 'failed',
      reason: 'limit_reached',
    });
    app.advance(24 * 60);
    await publish('/feed', [web.teaser(6, { date: app.now().toISOString() })]);
    await app.settle();
    expect(web.requestsOf(6)).toBe(1);
  });
});

describe('articles that two feeds link differently', () => {
  const canonical = (n: number) =>
    articlePage(`Article ${n}`, { head: `<link rel="canonical" href="${server.url(`/articles/${n}`)}">` });

  const followBoth = async (): Promise<[string, string]> => {
    const first = await follow('/first', 'full');
    const second = await follow('/second', 'full');
    for (const address of ['1', '1?story=yes', '1?from=front']) web.setPage(address, canonical(1));
    return [first, second];
  };
  const other = () => web.teaser(1, { link: server.url('/articles/1?story=yes'), guid: 'other' });

  it('become one entry when the page names the address of the other', async () => {
    const [first, second] = await followBoth();
    web.setFeed('/second', [other()]);
    await publish('/first', [web.teaser(1)]);
    expect(await reader().list()).toHaveLength(2);
    await app.settle();
    const rows = await reader().list();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ feed_id: first, link: server.url('/articles/1') });
    expect(await reader().unread(first)).toBe(1);
    expect(await reader().unread(second)).toBe(0);
    // The one that was folded does not return, and the other stays if its first feed is left.
    await publish('/second', [{ ...other(), text: '<p>Another teaser.</p>' }]);
    await app.settle();
    expect(await reader().list()).toHaveLength(1);
    await reader().leave(first);
    await app.settle();
    expect(await reader().list()).toMatchObject([{ feed_id: second }]);
  });

  it('are one from the start if the page came before the other article', async () => {
    const [first, second] = await followBoth();
    await publish('/second', [other()]);
    await app.settle();
    await reader().setRead((await reader().list())[0]!.article_id, true);
    await publish('/first', [web.teaser(1)]);
    await app.settle();
    expect(await reader().list()).toMatchObject([{ feed_id: second, is_read: true }]);
    expect(await reader().unread(first)).toBe(0);
  });

  it('stay two if one is saved, or if the page names an address of another host', async () => {
    await followBoth();
    web.setFeed('/second', [other()]);
    await publish('/first', [web.teaser(1)]);
    const folded = (await reader().list()).find(({ link }) => link?.endsWith('yes'))!;
    await reader().setSaved(folded.article_id, true);
    await app.settle();
    expect(await reader().list()).toHaveLength(2);

    const head = '<link rel="canonical" href="https://elsewhere.example/articles/1">';
    web.setPage(7, articlePage('Article 7', { head }));
    await publish('/first', [web.teaser(7)]);
    await app.settle();
    const row = (await reader().list()).find(({ title }) => title === 'Article 7')!;
    expect((await app.stores.sitePages.get(row.article_id))?.same_as).toEqual([]);
  });
});
