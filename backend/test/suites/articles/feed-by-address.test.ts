import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AddressedList } from '../../../src/contract/index.ts';
import { newSecret } from '../../../src/accounts/secret.ts';
import { parseFeed } from '../../../src/parser/parse-feed.ts';
import { createApiBrowser } from '../../harness/api/api-browser.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { startHandmadeProvider } from '../../harness/servers/handmade-provider.ts';

let app: TestApp;
let server: FeedServer;
const logged: string[] = [];
const keep = (message: string, fields: object) => void logged.push(JSON.stringify({ message, ...fields }));
beforeEach(async () => {
  logged.length = 0;
  const log = { info: keep, warn: keep, error: keep };
  [app, server] = await Promise.all([startTestApp({ log }), startFeedServer()]);
});
afterEach(() => Promise.all([app.close(), server.close()]));

const VOLCANO = 'Volcano near Grindavik erupts: lava flows over the Reykjanes road';
const FERRY = 'Sailors in Piraeus begin a strike, ferries stay in the harbour';
const HOSTILE = `]]> "quoted" & 'single' <script>alert(1)</script> &lt;b&gt; 重み 🗻`;

/** Serves a feed with these titles, follows it as a reader and has it fetched. */
const follow = async (name: string, titles: string[], user = 'local', over = app) => {
  server.set(`/${name}`, {
    body: rss(
      titles.map((title, at) => ({
        title: `<![CDATA[${title.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`,
        link: `https://${name}.example/${at}?a=1&amp;b=2`,
        guid: `${name} ${at}`,
        text: `<p>About ${at} &amp; more</p>`,
        date: new Date(over.now().getTime() - at * 60_000).toISOString(),
      })),
      { title: name },
    ),
  });
  await testReader(over, user).follow(server.url(`/${name}`));
  await over.settle();
};

const makeAddress = async (user = 'local', over = app, list: AddressedList = { kind: 'today' }) => {
  const made = await over.as(user).call('createFeedAddress', { body: { name: 'phone', list } });
  const { atom_path, json_path, html_path } = made;
  return { ...made, atom_path: atom_path ?? '', json_path: json_path ?? '', html_path: html_path ?? '' };
};
const ask = (path: string, headers: Record<string, string> = {}, over = app) =>
  createApiBrowser(over.api).get(path, headers);
const parsed = async (text: string, type: string) => parseFeed(new TextEncoder().encode(text), type);

describe('Today as a feed', () => {
  it('is Atom and JSON Feed of the same stories, with ids, links, dates, feeds, excerpts and reasons', async () => {
    await testReader(app).addKeyword('volcano');
    await app.settle();
    await follow('one', [VOLCANO]);
    const { atom_path, json_path } = await makeAddress();
    const [row] = await testReader(app).list();
    const [atom, json] = [await ask(atom_path), await ask(json_path)];
    expect(atom).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'private, max-age=900',
      },
    });
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    for (const { text, headers } of [atom, json]) {
      const { items, title } = await parsed(text, String(headers['content-type']));
      expect(title).toBe('Omomi: Today');
      expect(items).toHaveLength(1);
      expect(items[0]).toMatchObject({
        guid: `urn:omomi:article:${row!.article_id}`,
        title: VOLCANO,
        link: 'https://one.example/0?a=1&b=2',
        author: 'one',
      });
      expect(items[0]?.content).toBe('<p>About 0 &amp; more</p><p>Why: your keyword “volcano”.</p>');
    }
    expect(JSON.parse(json.text)).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: expect.stringMatching(/^https:.*\.json$/),
    });
  });

  it.each(['atom_path', 'json_path'] as const)('can be followed by another reader: %s', async (path) => {
    await follow('one', [VOLCANO, FERRY]);
    const { text, headers } = await ask((await makeAddress())[path]);
    server.set('/today', { body: text, type: String(headers['content-type']) });
    const second = testReader(app, 'second');
    await second.follow(server.url('/today'));
    await app.settle();
    expect((await second.titles()).toSorted()).toEqual([FERRY, VOLCANO]);
  });

  it('escapes hostile titles, so that they arrive as they are', async () => {
    await follow('one', [HOSTILE]);
    const [row] = await testReader(app).list();
    const { atom_path, json_path } = await makeAddress();
    const atom = await ask(atom_path);
    expect(atom.text).not.toContain('<script');
    const one = await parsed(atom.text, 'application/atom+xml');
    expect(row!.title).toContain('<b>');
    expect(one.items[0]?.title).toBe(row!.title);
    expect(JSON.parse((await ask(json_path)).text).items[0].title).toBe(row!.title);
  });

  it('is a light page too, black on white, which runs and loads nothing', async () => {
    await testReader(app).addKeyword('volcano');
    await app.settle();
    await follow('one', [VOLCANO, HOSTILE]);
    const { html_path } = await makeAddress('local', app, { kind: 'all' });
    for (const path of [html_path, `${html_path}?full=1`]) {
      const { status, headers, text } = await ask(path);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
      // The address is a secret, so no publisher learns where a link was followed.
      expect(headers['referrer-policy']).toBe('same-origin');
      expect(text).toContain(`<h2><a href="https://one.example/0?a=1&amp;b=2">${VOLCANO}</a></h2>`);
      expect(text).toContain('&lt;b&gt;');
      expect(text).not.toMatch(/<script|<b>|\son\w+=/);
    }
    expect((await ask(html_path)).text).toContain('<p>Why: your keyword “volcano”.</p>');
  });

  it('shows 72 hours, begins no visit, and keeps what is read', async () => {
    await follow('one', [VOLCANO]);
    const { atom_path } = await makeAddress();
    const [row] = await testReader(app).list();
    const before = await app.stores.profiles.get('local');
    app.advance(71 * 60);
    await testReader(app).setRead(row!.article_id, true);
    expect((await ask(atom_path)).text).toContain('Volcano');
    expect((await app.stores.profiles.get('local'))?.today_seen_at).toEqual(before?.today_seen_at);
    app.advance(2 * 60);
    const empty = await ask(atom_path);
    expect((await parsed(empty.text, 'application/atom+xml')).items).toEqual([]);
  });

  it('answers 304 to its ETag, until there is something new', async () => {
    await follow('one', [VOLCANO]);
    const { atom_path } = await makeAddress();
    const etag = String((await ask(atom_path)).headers['etag']);
    app.advance(30);
    const again = await ask(atom_path, { 'if-none-match': etag });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    expect(again.headers['cache-control']).toBe('private, max-age=900');
    await follow('two', [FERRY]);
    expect((await ask(atom_path, { 'if-none-match': etag })).status).toBe(200);
  });
});

it('the feeds of a reader are OPML at an address of their own, and no other address tells them', async () => {
  await follow('one', [VOLCANO]);
  const made = await makeAddress('local', app, { kind: 'feeds' });
  expect([made.atom_path, made.json_path]).toEqual(['', '']);
  const { status, text, headers } = await ask(made.opml_path!);
  expect([status, headers['content-type']]).toEqual([200, 'text/x-opml; charset=utf-8']);
  const second = app.as('second');
  await second.call('importOpml', { body: Buffer.from(text) });
  await app.settle();
  expect((await second.call('listFeeds')).items.map(({ url, title }) => [url, title])).toEqual([
    [server.url('/one'), 'one'],
  ]);
  app.advance(60);
  expect((await ask(made.opml_path!, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  await follow('two', [FERRY]);
  expect((await ask(made.opml_path!)).text).toContain(server.url('/two'));

  const other = await makeAddress('local', app, { kind: 'all' });
  for (const path of [other.atom_path.replace('.atom', '.opml'), made.opml_path!.replace('.opml', '.atom')])
    expect((await ask(path)).status).toBe(404);
});

describe('a list as a feed', () => {
  const titlesOf = async (list: AddressedList): Promise<[string, string[]]> => {
    const { json_path } = await makeAddress('local', app, list);
    const { title, items } = JSON.parse((await ask(json_path)).text);
    return [title, items.map((item: { title: string }) => item.title)];
  };

  it('has the newest articles of a feed, a folder, a tag, a saved search, or of all, unread and saved ones', async () => {
    await follow('one', [VOLCANO, FERRY]);
    await follow('two', ['A quiet day']);
    const reader = testReader(app);
    const rows = await reader.list();
    const idOf = (title: string) => rows.find((row) => row.title === title)!;
    const { feed_id, article_id } = idOf(FERRY);
    await reader.setTags(article_id, ['Harbour']);
    await reader.setSaved(idOf(VOLCANO).article_id, true);
    app.advance(1);
    await reader.setSaved(article_id, true);
    await reader.setRead(idOf(VOLCANO).article_id, true);
    await app.as('local').call('updateFeed', { params: { feed_id }, body: { folder: 'News & more' } });
    const search = { name: 'Lava', q: 'lava', order: 'relevance' as const };
    const { search_id } = await app.as('local').call('addSearch', { body: search });
    expect(await titlesOf({ kind: 'all' })).toEqual(['Omomi: All articles', [VOLCANO, 'A quiet day', FERRY]]);
    expect(await titlesOf({ kind: 'unread' })).toEqual(['Omomi: Unread', ['A quiet day', FERRY]]);
    expect(await titlesOf({ kind: 'saved' })).toEqual(['Omomi: Saved', [FERRY, VOLCANO]]);
    expect(await titlesOf({ kind: 'feed', feed_id })).toEqual(['Omomi: one', [VOLCANO, FERRY]]);
    const folder = await titlesOf({ kind: 'folder', folder: 'News & more' });
    expect(folder).toEqual(['Omomi: News & more', [VOLCANO, FERRY]]);
    expect(await titlesOf({ kind: 'tag', tag: 'Harbour' })).toEqual(['Omomi: Harbour', [FERRY]]);
    expect(await titlesOf({ kind: 'search', search_id })).toEqual(['Omomi: Lava', [VOLCANO]]);
  });

  it('has full texts with ?full=1, and the reason', async () => {
    await testReader(app).addKeyword('volcano');
    await app.settle();
    await follow('one', [VOLCANO]);
    const { json_path } = await makeAddress('local', app, { kind: 'all' });
    const contentOf = async (path: string): Promise<string> =>
      JSON.parse((await ask(path)).text).items[0].content_html;
    expect(await contentOf(json_path)).toBe('<p>About 0 &amp; more</p><p>Why: your keyword “volcano”.</p>');
    expect(await contentOf(`${json_path}?full=1`)).toMatch(
      /^<p><small>.*volcano.*<\/small><\/p><p>About 0 &amp; more<\/p>$/,
    );
    expect((await ask(`${json_path}?full=perhaps`)).status).toBe(400);
  });

  it('is gone when its feed or its saved search is', async () => {
    await follow('one', [VOLCANO]);
    const [{ feed_id } = { feed_id: '' }] = await testReader(app).list();
    const { atom_path } = await makeAddress('local', app, { kind: 'feed', feed_id });
    expect((await ask(atom_path)).status).toBe(200);
    await app.as('local').call('deleteFeed', { params: { feed_id } });
    await app.settle();
    const unknown = await ask('/api/nothing-here.atom');
    expect(await ask(atom_path)).toMatchObject({ status: 404, json: unknown.json });
    const search = await makeAddress('local', app, { kind: 'search', search_id: '0'.repeat(12) });
    expect(await ask(search.atom_path)).toMatchObject({ status: 404, json: unknown.json });
  });
});

describe('an address of a feed', () => {
  it('answers as an unknown path once it is revoked, and with another secret', async () => {
    const { atom_path, address_id } = await makeAddress();
    expect((await ask(atom_path)).status).toBe(200);
    await app.as('local').call('deleteFeedAddress', { params: { address_id } });
    const unknown = await ask('/api/nothing-here.atom');
    const another = atom_path.replace(/_[\w-]{43}\.atom$/, `_${newSecret()}.atom`);
    for (const path of [atom_path, another, '/api/out/x.atom', `${atom_path.slice(0, -5)}.rss`])
      expect(await ask(path)).toMatchObject({ status: 404, json: unknown.json });
  });

  it('is no access token, and an access token is no address', async () => {
    const { atom_path } = await makeAddress();
    const secret = atom_path.slice('/api/out/'.length, -'.atom'.length);
    const asToken = secret.replace(/^feed_/, 'omomi_');
    for (const token of [secret, asToken])
      expect((await ask('/api/feeds', { 'x-viewer-authorization': `Bearer ${token}` })).status).toBe(401);
    const { token } = await app.as('local').call('createToken', { body: { name: 'script', scope: 'write' } });
    for (const text of [token, token.replace(/^omomi_/, 'feed_')])
      expect((await ask(`/api/out/${text}.atom`)).status).toBe(404);
  });

  it('is stored as a hash, listed without its secret, and one of twenty at most', async () => {
    const { atom_path, address_id } = await makeAddress();
    const secret = /[\w-]{43}(?=\.atom$)/.exec(atom_path)?.[0] ?? '';
    expect(JSON.stringify(await app.dump())).not.toContain(secret);
    await ask(atom_path);
    const { items } = await app.as('local').call('listFeedAddresses');
    expect(items).toMatchObject([{ name: 'phone', address_id, last_used_at: app.now().toISOString() }]);
    expect(JSON.stringify(items)).not.toContain(secret);
    for (let made = 1; made < 20; made += 1) await makeAddress();
    await expect(makeAddress()).rejects.toMatchObject({ code: 'FEED_ADDRESS_LIMIT', details: { limit: 20 } });
  });

  it('is never logged, not even with an error of its request', async () => {
    const { atom_path } = await makeAddress();
    const secret = /[\w-]{43}(?=\.atom$)/.exec(atom_path)?.[0] ?? '';
    await ask(atom_path);
    app.log.error(`GET ${atom_path} failed`, {
      path: atom_path,
      error: new Error(`no answer to ${atom_path}`),
    });
    expect(logged.some((line) => line.includes('/api/out/{file}'))).toBe(true);
    expect(logged.join('\n')).not.toContain(secret);
  });
});

describe('with two readers who sign in', () => {
  it('shows no article of another reader, and ends when its reader is taken off the list or leaves', async () => {
    const handmade = await startHandmadeProvider();
    const allowed = ['owner@example.org', '@team.example'];
    const signIn = {
      owner: 'owner@example.org',
      allowed,
      providers: [
        { provider: 'work', name: 'Work', issuer: handmade.issuer, client_id: 'omomi', client_secret: 'x' },
      ],
    };
    const shared = await startTestApp({ signIn });
    const enter = async (sub: string): Promise<string> => {
      const own = createApiBrowser(shared.api);
      const sent = new URL((await own.get('/api/auth/login')).location).searchParams;
      handmade.state.nonce = sent.get('nonce');
      handmade.state.forgery = { claims: { sub, email: `${sub}@team.example` } };
      await own.get(`/api/auth/callback?code=c&state=${sent.get('state') ?? ''}`);
      return (await own.get('/api/me')).json.user_id;
    };
    const [one, two] = [await enter('one'), await enter('two')];
    await follow('one', [VOLCANO], one, shared);
    await follow('two', [FERRY], two, shared);
    const path = (await makeAddress(one, shared)).atom_path;
    const { text } = await ask(path, {}, shared);
    expect(text).toContain('Volcano');
    expect(text).not.toContain('Piraeus');

    const { engine, tableName, folder, queues } = shared;
    const stricter = await startTestApp({
      over: { engine, tableName, folder, queues },
      start: shared.now().toISOString(),
      signIn: { ...signIn, allowed: ['owner@example.org'] },
    });
    expect((await ask(path, {}, stricter)).status).toBe(404);
    await shared.as(one).call('leave', { body: { email: 'one@team.example' } });
    expect((await ask(path, {}, shared)).status).toBe(404);
    expect(await shared.stores.feedAddresses.list(one)).toEqual([]);
    await Promise.all([stricter.close(), shared.close(), handmade.close()]);
  });
});
