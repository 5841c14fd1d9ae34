import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
const save = (path: string, name = 'local') =>
  reader(name).api.call('savePage', { body: { url: server.url(path) } });
const savedOf = (name = 'local') => reader(name).list({ filter: 'saved' });
const refused = (reason: string) => ({ code: 'PAGE_NOT_SAVED', details: { reason } });

describe('saving the page at an address', () => {
  it('keeps its article, scored like any other, for this reader alone', async () => {
    await reader().addKeyword('harbour', 2);
    web.setPage(1, articlePage('A page of its own'));
    app.takeUnits();
    const row = await save('/articles/1');
    const units = app.takeUnits();
    expect(units.write).toBeLessThanOrEqual(9);
    expect(units.read).toBeLessThanOrEqual(19);
    expect(row).toMatchObject({
      title: 'A page of its own',
      is_saved: true,
      is_read: true,
      is_former_feed: true,
    });
    expect(row.importance_score).toBeGreaterThan(0.1);
    expect(await savedOf()).toMatchObject([{ article_id: row.article_id, feed_title: server.host }]);
    const opened = await reader().open(row.article_id);
    expect(opened.content).toContain('Paragraph 6');
    expect(opened.content).not.toContain('Imprint');
    expect(opened.reasons.map(({ keyword_text }) => keyword_text)).toContain('harbour');
    // Nothing of it is shared: no feed, no article, no text of a page, and another reader gets it not.
    expect(await savedOf('other')).toEqual([]);
    expect(await app.stores.feeds.listAll()).toEqual([]);
    expect(await app.stores.sitePages.get(row.article_id)).toBeNull();
    expect((await reader().api.call('getCounts')).unread_count).toBe(0);
    expect((await save('/articles/1', 'other')).feed_id).not.toBe(row.feed_id);
  });

  it('is one article however often, by whichever of its addresses and at the same time', async () => {
    const head = `<link rel="canonical" href="${server.url('/articles/1')}">`;
    for (const n of [1, 2]) web.setPage(n, articlePage('Article 1', { head }));
    const rows = [
      await save('/articles/2'),
      await save('/articles/1?utm_source=x'),
      ...(await Promise.all([save('/articles/2'), save('/articles/2')])),
      await save('/articles/2'),
    ];
    expect(new Set(rows.map(({ article_id }) => article_id)).size).toBe(1);
    expect(await savedOf()).toHaveLength(1);
  });

  it('saves the article that a feed brought, without asking for the page', async () => {
    web.setFeed('/feed', [web.teaser(1)]);
    const { feed_id } = await reader().follow(server.url('/feed'));
    await app.settle();
    const asked = web.requestsOf(1);
    expect(await save('/articles/1')).toMatchObject({ feed_id, is_saved: true, is_read: false });
    expect(web.requestsOf(1)).toBe(asked);
  });

  it('brings back what the reader let go, and is followed by its feed', async () => {
    web.setPage(1, articlePage('Article 1'));
    const { article_id } = await save('/articles/1');
    await reader().setSaved(article_id, false);
    app.advance(100 * 24 * 60);
    await reader().cleanUp();
    expect(await app.stores.entries.get('local', article_id)).toBeNull();
    expect(await save('/articles/1')).toMatchObject({ article_id, is_saved: true });
    web.setFeed('/feed', [web.teaser(1, { date: app.now().toISOString() })]);
    const { feed_id } = await reader().follow(server.url('/feed'));
    await app.settle();
    expect(await savedOf()).toMatchObject([{ article_id, feed_id, is_saved: true }]);
    expect((await reader().open(article_id)).content).toContain('Paragraph 6');
  });

  it.each([
    ['a page that is not there', { status: 404 }, 'not_found'],
    ['a file', { type: 'application/pdf' }, 'not_a_page'],
    ['a page that must not be kept', { headers: { 'x-robots-tag': 'noarchive' } }, 'no_archive'],
    ['a page behind a paywall', { status: 402 }, 'paywall'],
  ])('says why it cannot be had, and keeps nothing: %s', async (_, answer, reason) => {
    web.setPage(1, articlePage('Article 1'), answer);
    const before = (await app.dump()).filter(({ PK }) => String(PK).startsWith('USER#'));
    await expect(save('/articles/1')).rejects.toMatchObject(refused(reason));
    expect((await app.dump()).filter(({ PK }) => String(PK).startsWith('USER#'))).toEqual(before);
    expect(await savedOf()).toEqual([]);
  });

  it('does not ask for what robots.txt forbids', async () => {
    server.set('/robots.txt', { body: 'User-agent: *\nDisallow: /articles/', type: 'text/plain' });
    web.setPage(1, articlePage('Article 1'));
    await expect(save('/articles/1')).rejects.toMatchObject(refused('robots'));
    expect(web.requestsOf(1)).toBe(0);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'no address at all'])('refuses %s', async (url) => {
    await expect(reader().api.call('savePage', { body: { url } })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('is in the reader’s export', async () => {
    web.setPage(1, articlePage('Article 1'));
    await save('/articles/1');
    const { entries } = await reader().api.call('exportAccount', { query: {} });
    expect(entries).toMatchObject([{ title: 'Article 1', saved: { feed_title: server.host } }]);
  });
});

describe('saving a page with the document that the browser sent', () => {
  const sent = (n: number, html: string, name = 'local') =>
    reader(name).api.call('savePage', { body: { url: server.url(`/articles/${n}`), html } });
  const walled = (title: string) =>
    articlePage(title, {
      head: `<meta charset="shift_jis"><meta name="robots" content="noarchive">
        <script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>`,
    });

  it('takes the text from it, asks the site for nothing and gives it to nobody else', async () => {
    await reader().addKeyword('harbour', 2);
    app.takeUnits();
    const row = await sent(1, walled('記事の題名'));
    const units = app.takeUnits();
    expect(units.write).toBeLessThanOrEqual(9);
    expect(units.read).toBeLessThanOrEqual(19);
    expect(row).toMatchObject({ title: '記事の題名', is_saved: true, is_former_feed: true });
    expect(row.importance_score).toBeGreaterThan(0.1);
    expect((await reader().open(row.article_id)).content).toContain('Paragraph 6');
    expect(server.requests.size).toBe(0);
    expect(await app.stores.sitePages.get(row.article_id)).toBeNull();
    expect(await savedOf('other')).toEqual([]);
    await expect(reader('other').open(row.article_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('replaces a teaser in the reader’s copy alone, and no later version replaces it', async () => {
    web.setFeed('/feed', [web.teaser(1)]);
    const { feed_id } = await reader().follow(server.url('/feed'));
    await reader('other').follow(server.url('/feed'));
    for (const name of ['local', 'other'])
      await reader(name).api.call('updateFeed', { params: { feed_id }, body: { text_mode: 'full' } });
    await app.settle();
    const row = await sent(1, walled('Article 1'));
    expect(row).toMatchObject({ feed_id, is_saved: true });
    const texts = async () =>
      Promise.all(['local', 'other'].map(async (name) => (await reader(name).open(row.article_id)).content));
    const [mine, theirs] = await texts();
    expect(mine).toContain('Paragraph 6');
    expect(theirs).not.toContain('Paragraph');
    // The page can be had later, and the reader lets the article go and saves it again.
    web.setPage(1, articlePage('Article 1', { topic: 'lighthouse' }));
    await reader('other').api.call('fetchFullText', { params: { article_id: row.article_id } });
    await app.settle();
    expect(await texts()).toEqual([mine, expect.stringContaining('lighthouse')]);
    await reader().setSaved(row.article_id, false);
    await reader().setSaved(row.article_id, true);
    expect((await texts())[0]).toBe(mine);
    // The reader sends a longer one, and then chooses the feed's own after all.
    const longer = articlePage('Article 1', { paragraphs: 9 });
    await sent(1, longer);
    expect((await texts())[0]).toContain('Paragraph 9');
    await reader().api.call('dropFullText', { params: { article_id: row.article_id } });
    expect((await texts())[0]).toContain('A teaser');
  });

  it('is one article however often and whichever way it is sent', async () => {
    web.setPage(1, articlePage('Article 1'));
    const rows = await Promise.all([
      sent(1, walled('Article 1')),
      sent(1, walled('Article 1')),
      save('/articles/1'),
    ]);
    rows.push(await sent(1, walled('Article 1')));
    expect(new Set(rows.map(({ article_id }) => article_id)).size).toBe(1);
    expect(await savedOf()).toHaveLength(1);
  });

  it('keeps nothing of a document without a text, and reads one of 2 MB', async () => {
    await expect(sent(1, '<p></p>')).rejects.toMatchObject(refused('no_text'));
    expect(await savedOf()).toEqual([]);
    expect(await sent(1, walled('x').padEnd(2_090_000))).toMatchObject({ is_saved: true });
  });
});

/** Matches HTML that a browser would run as a script. */
const DANGEROUS =
  /<script|<iframe|<svg|<style|\son\w+\s*=\s*["']?[^"'<>]*\(|(?:href|src)="?\s*(?:javascript|data|vbscript):/iu;

const payloads = join(import.meta.dirname, '../../../../../shared/xss/payloads.txt');

describe.skipIf(!existsSync(payloads))('a saved page with published payloads (needs ../shared)', () => {
  it('is sanitised like the text of a feed', async () => {
    const some = readFileSync(payloads, 'utf8').split('\n').filter(Boolean).slice(0, 200);
    const body = articlePage('Payloads').replace(
      '</article>',
      `${some.map((one) => `<p>${one}</p>`).join('')}</article>`,
    );
    web.setPage(1, body);
    const sent = { url: server.url('/articles/2'), html: body };
    expect(body).toMatch(DANGEROUS);
    for (const { article_id } of [
      await save('/articles/1'),
      await reader().api.call('savePage', { body: sent }),
    ]) {
      const { content } = await reader().open(article_id);
      expect(content).toContain('Paragraph 6');
      expect(content).not.toMatch(DANGEROUS);
    }
  });
});
