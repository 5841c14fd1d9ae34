import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const makeLink = (user = 'local', over = app) =>
  over.as(user).call('createTodayLink', { body: { name: 'phone' } });
const ask = (path: string, headers: Record<string, string> = {}, over = app) =>
  createApiBrowser(over.api).get(path, headers);
const parsed = async (text: string, type: string) => parseFeed(new TextEncoder().encode(text), type);

describe('Today as a feed', () => {
  it('is Atom and JSON Feed of the same stories, with ids, links, dates, feeds, excerpts and reasons', async () => {
    await testReader(app).addKeyword('volcano');
    await app.settle();
    await follow('one', [VOLCANO]);
    const { atom_path, json_path } = await makeLink();
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
    const { text, headers } = await ask((await makeLink())[path]);
    server.set('/today', { body: text, type: String(headers['content-type']) });
    const second = testReader(app, 'second');
    await second.follow(server.url('/today'));
    await app.settle();
    expect((await second.titles()).toSorted()).toEqual([FERRY, VOLCANO]);
  });

  it('escapes hostile titles, so that they arrive as they are', async () => {
    await follow('one', [HOSTILE]);
    const [row] = await testReader(app).list();
    const { atom_path, json_path } = await makeLink();
    const atom = await ask(atom_path);
    expect(atom.text).not.toContain('<script');
    const one = await parsed(atom.text, 'application/atom+xml');
    expect(row!.title).toContain('<b>');
    expect(one.items[0]?.title).toBe(row!.title);
    expect(JSON.parse((await ask(json_path)).text).items[0].title).toBe(row!.title);
  });

  it('shows 72 hours, begins no visit, and keeps what is read', async () => {
    await follow('one', [VOLCANO]);
    const { atom_path } = await makeLink();
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
    const { atom_path } = await makeLink();
    const etag = String((await ask(atom_path)).headers['etag']);
    app.advance(30);
    const again = await ask(atom_path, { 'if-none-match': etag });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    expect(again.headers['cache-control']).toBe('private, max-age=900');
    await follow('two', [FERRY]);
    expect((await ask(atom_path, { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('an address of Today', () => {
  it('answers as an unknown path once it is revoked, and with another secret', async () => {
    const { atom_path, link_id } = await makeLink();
    expect((await ask(atom_path)).status).toBe(200);
    await app.as('local').call('deleteTodayLink', { params: { link_id } });
    const unknown = await ask('/api/nothing-here.atom');
    const another = atom_path.replace(/_[\w-]{43}\.atom$/, `_${newSecret()}.atom`);
    for (const path of [atom_path, another, '/api/out/x.atom', `${atom_path.slice(0, -5)}.rss`])
      expect(await ask(path)).toMatchObject({ status: 404, json: unknown.json });
  });

  it('is no access token, and an access token is no address', async () => {
    const { atom_path } = await makeLink();
    const secret = atom_path.slice('/api/out/'.length, -'.atom'.length);
    const asToken = secret.replace(/^today_/, 'omomi_');
    for (const token of [secret, asToken])
      expect((await ask('/api/feeds', { 'x-viewer-authorization': `Bearer ${token}` })).status).toBe(401);
    const { token } = await app.as('local').call('createToken', { body: { name: 'script', scope: 'write' } });
    for (const text of [token, token.replace(/^omomi_/, 'today_')])
      expect((await ask(`/api/out/${text}.atom`)).status).toBe(404);
  });

  it('is stored as a hash, listed without its secret, and one of five at most', async () => {
    const { atom_path, link_id } = await makeLink();
    const secret = /[\w-]{43}(?=\.atom$)/.exec(atom_path)?.[0] ?? '';
    expect(JSON.stringify(await app.dump())).not.toContain(secret);
    await ask(atom_path);
    const { items } = await app.as('local').call('listTodayLinks');
    expect(items).toMatchObject([{ name: 'phone', link_id, last_used_at: app.now().toISOString() }]);
    expect(JSON.stringify(items)).not.toContain(secret);
    for (let made = 1; made < 5; made += 1) await makeLink();
    await expect(makeLink()).rejects.toMatchObject({ code: 'TODAY_LINK_LIMIT', details: { limit: 5 } });
  });

  it('is never logged, not even with an error of its request', async () => {
    const { atom_path } = await makeLink();
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
    const path = (await makeLink(one, shared)).atom_path;
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
    expect(await shared.stores.todayLinks.list(one)).toEqual([]);
    await Promise.all([stricter.close(), shared.close(), handmade.close()]);
  });
});
