import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newInvitation } from '../../../src/accounts/own/invitations.ts';
import { tools } from '../../../src/clients/mcp/tools.ts';
import { greaderRoutes } from '../../../src/clients/greader/endpoints.ts';
import type { EndpointName } from '../../../src/contract/index.ts';
import {
  MARKER,
  askWithout,
  bearer,
  byAddress,
  byProof,
  endpointOf,
  guarded,
  isRight,
  itemsOf,
  makeVictim,
  markedDomain,
  open,
  post,
  refusalByAddress,
  requestFor,
  signInAs,
  writes,
  type Victim,
} from '../../harness/api/access.ts';
import { createApiBrowser, type ApiBrowser } from '../../harness/api/api-browser.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startFeedServer } from '../../harness/servers/feed-server.ts';
import { startHandmadeProvider } from '../../harness/servers/handmade-provider.ts';

/*
 * Calls every endpoint without the rights for it, using ids that belong to another reader (the victim). A new endpoint of
 * the contract is tested without further work. `infrastructure/test/box/access.ts` does so at the address of a deployment.
 */
const DAY = 24 * 60;

let handmade: Awaited<ReturnType<typeof startHandmadeProvider>>;
let server: Awaited<ReturnType<typeof startFeedServer>>;
let app: TestApp;
let victim: Victim;

const enter = (sub: string, email = `${sub}@team.example`) =>
  signInAs(createApiBrowser(app.api), handmade, { sub, email });

beforeAll(async () => {
  handmade = await startHandmadeProvider();
  server = await startFeedServer();
  const { issuer } = handmade;
  app = await startTestApp({
    signIn: {
      owner: 'owner@example.org',
      allowed: ['owner@example.org', '@team.example', `@${markedDomain}`],
      providers: [{ provider: 'work', name: 'Work', issuer, client_id: 'omomi', client_secret: 'x' }],
      hasAccounts: true,
      proxy: { header: 'remote-user', owner: 'nobody here' },
    },
  });

  const own = await enter('victim', `reader@${markedDomain}`);
  victim = await makeVictim(own, server, async () => {
    await app.settle();
    // A crawl waits for the turn of its host.
    for (let minutes = 0; minutes < 3; minutes += 1) {
      app.advance(1);
      await app.settle();
    }
  });
});
afterAll(async () => {
  await app.close();
  await server.close();
  await handmade.close();
});

const victimItems = async () => itemsOf(victim, await app.dump());

const ask = (name: EndpointName, own: ApiBrowser, headers?: Record<string, string>) =>
  askWithout(victim, name, own, headers);

describe('nobody', () => {
  it.each(guarded)('without a session: %s', async (name) => {
    expect((await ask(name, createApiBrowser(app.api))).status).toBe(401);
  });

  it.each(open)('without a session, public: %s', async (name) => {
    expect((await ask(name, createApiBrowser(app.api))).status).toBeLessThan(400);
  });

  it.each(byAddress)('with an address of nobody: %s', async (name) => {
    expect((await ask(name, createApiBrowser(app.api))).status).toBe(refusalByAddress(name));
  });

  it.each(byProof)('with a proof of nobody: %s', async (name) => {
    const own = createApiBrowser(app.api);
    expect((await ask(name, own)).status).toBe(403);
    expect(own.cookies.size).toBe(0);
  });

  it.each(open)('without a valid session, public: %s', async (name) => {
    const own = await enter('expired-public');
    const { token: read } = await post(own, '/api/tokens', { name: 'read', scope: 'read' });
    const revoked = await post(own, '/api/tokens', { name: 'gone', scope: 'write' });
    await own.send({ method: 'DELETE', path: `/api/tokens/${revoked.token_id}` });
    const withToken = (token: string) => ask(name, createApiBrowser(app.api), bearer(token));
    expect((await withToken(read)).status).toBeLessThan(400);
    expect((await withToken(revoked.token)).status).toBeLessThan(400);
    app.advance(30 * DAY);
    expect((await ask(name, own)).status).toBeLessThan(400);
    app.advance(-30 * DAY);
  });

  it('with a session that has expired: every endpoint', async () => {
    const own = await enter('expired');
    app.advance(30 * DAY);
    for (const name of guarded) expect([name, (await ask(name, own)).status]).toEqual([name, 401]);
    app.advance(-30 * DAY);
  });

  it('with a token that was revoked: every endpoint', async () => {
    const own = await enter('revoked');
    const { token, token_id } = await post(own, '/api/tokens', { name: 'gone', scope: 'write' });
    await own.send({ method: 'DELETE', path: `/api/tokens/${token_id}` });
    for (const name of guarded) {
      const { status } = await ask(name, createApiBrowser(app.api), bearer(token));
      expect([name, status]).toEqual([name, 401]);
    }
  });
});

/** Signs another reader in anew, in each way that there is. */
const entries = {
  'a provider': () => enter('other'),
  'a password': async () => {
    const own = createApiBrowser(app.api);
    const { invitation, code } = newInvitation({ kind: 'reader' }, app.now());
    await app.stores.invitations.put(invitation);
    const way = { kind: 'password', password: 'kettle under the seventh bridge' };
    await post(own, '/api/auth/invitation/accept', { code, name: `Other ${code}`, way });
    return own;
  },
  'the header of a proxy': () => Promise.resolve(createApiBrowser(app.api)),
} as const;

describe.each(Object.keys(entries) as (keyof typeof entries)[])('another reader by %s', (way) => {
  it('finds nothing under another reader’s ids, and changes nothing', async () => {
    const before = await victimItems();
    expect(before).toContain(MARKER);
    const headers = way === 'the header of a proxy' ? { 'x-viewer-user': 'other' } : {};
    let own = await entries[way]();
    for (const name of guarded) {
      const { status } = await ask(name, own, headers);
      expect([name, status, isRight(name, 'session', status)]).toEqual([name, status, true]);
      // Some endpoints end the session. A new one for each call would hash a password each time.
      if ((await own.get('/api/me', headers)).status !== 200) own = await entries[way]();
    }
    await app.settle();
    expect(await victimItems()).toBe(before);
  });
});

describe('another reader', () => {
  it.each<['read' | 'write']>([['read'], ['write']])(
    'finds and changes nothing with a %s token',
    async (scope) => {
      const before = await victimItems();
      for (const name of guarded) {
        const own = await enter(`with-${scope}`);
        const { token } = await post(own, '/api/tokens', { name, scope });
        const { status } = await ask(name, createApiBrowser(app.api), bearer(token));
        expect([name, status, isRight(name, scope, status)]).toEqual([name, status, true]);
        const made = (await own.get('/api/tokens')).json?.items ?? [];
        for (const { token_id } of made)
          await own.send({ method: 'DELETE', path: `/api/tokens/${token_id}` });
      }
      await app.settle();
      expect(await victimItems()).toBe(before);
    },
  );
});

/** Writes without a digest of their body, which a deployment hands to the function of other feed readers. */
describe('a script', () => {
  it('needs a token for every write: a session counts for nothing, beside a wrong token either', async () => {
    const own = await enter('with-scripts');
    const clients = app.createClients();
    const cookies = { cookies: [...own.cookies].map(([name, value]) => `${name}=${value}`) };
    const before = JSON.stringify(await app.dump());
    for (const headers of [{}, bearer('omomi_wrong_wrong')])
      for (const name of [...writes, 'logout' as const]) {
        const event = functionUrlEvent({ ...requestFor(victim, name), headers, ...cookies });
        const { statusCode, body } = await clients(event, lambdaContext());
        const answer = [name, statusCode, JSON.parse(body ?? '{}').error?.code];
        const isOpen = endpointOf(name).access === 'public';
        expect(answer).toEqual(isOpen ? [name, 204, undefined] : [name, 401, 'UNAUTHENTICATED']);
      }
    expect(JSON.stringify(await app.dump())).toBe(before);
    expect((await own.get('/api/me')).status).toBe(200);
  });

  it.each<['read' | 'write']>([['read'], ['write']])(
    'finds and changes nothing of another reader with a %s token',
    async (scope) => {
      const own = await enter(`scripts-${scope}`);
      const { token } = await post(own, '/api/tokens', { name: scope, scope });
      const before = await victimItems();
      const clients = createApiBrowser(app.createClients());
      for (const name of writes) {
        const { status } = await ask(name, clients, bearer(token));
        expect([name, status, isRight(name, scope, status)]).toEqual([name, status, true]);
      }
      await app.settle();
      expect(await victimItems()).toBe(before);
    },
  );

  it('of the owner sends no dead letters back, for which this function has no right, and learns how to', async () => {
    const own = await enter('owner', 'owner@example.org');
    const { token } = await post(own, '/api/tokens', { name: 'owner', scope: 'write' });
    const { status, json } = await ask(
      'redriveDeadLetters',
      createApiBrowser(app.createClients()),
      bearer(token),
    );
    expect([status, json.error.message]).toEqual([403, expect.stringContaining('x-amz-content-sha256')]);
  });
});

/** Every path of other feed readers, with the victim's ids in the path, in the query and in the form. */
describe('other feed readers', () => {
  const routes = () => {
    const feed = `feed%2F${victim.theirs['feed_id']}`;
    const lists = [`GET /reader/api/0/stream/contents/${feed}`, `GET /reader/atom/${feed}`];
    return [...greaderRoutes, ...lists].flatMap((route) => {
      const [method = '', path = ''] = route.split(' ');
      return ['', '/api/greader.php'].map((base) => ({ method, path: base + path }));
    });
  };
  const form = () =>
    new URLSearchParams([
      ['i', victim.theirs['article_id'] ?? ''],
      ['s', `feed/${victim.theirs['feed_id']}`],
      ['s', `user/${victim.user_id}/label/${MARKER} folder`],
      ['a', 'user/-/state/com.google/read'],
      ['ac', 'unsubscribe'],
      ['dest', 'user/-/label/Other'],
    ]).toString();
  const askAs = async (
    { method, path }: { method: string; path: string },
    headers: Record<string, string>,
    own = createApiBrowser(app.api),
  ) => {
    const answer = await own.send({
      method,
      path: `${path}?${form()}`,
      headers,
      ...(method === 'POST' ? { body: form() } : {}),
    });
    const text = JSON.stringify(answer).toLowerCase();
    expect(text).not.toContain(MARKER.toLowerCase());
    return answer;
  };
  const google = (token: string) => ({ 'x-viewer-authorization': `GoogleLogin auth=${token}` });

  it('need a token: a session counts for nothing, nor does a token that was revoked', async () => {
    const own = await enter('with-apps');
    const { token, token_id } = await post(own, '/api/tokens', { name: 'gone', scope: 'write' });
    await own.send({ method: 'DELETE', path: `/api/tokens/${token_id}` });
    for (const route of routes()) {
      const answers = [
        await askAs(route, {}),
        await askAs(route, {}, own),
        await askAs(route, google(token)),
      ];
      expect([route.path, answers.map(({ status }) => status)]).toEqual([route.path, [401, 401, 401]]);
    }
  });

  it.each(['read', 'write'])('find and change nothing of another reader with a %s token', async (scope) => {
    const before = await victimItems();
    const own = await enter(`apps-${scope}`);
    const { token } = await post(own, '/api/tokens', { name: 'phone', scope });
    for (const route of routes()) {
      const { status } = await askAs(route, google(token));
      expect([route.path, status === 500]).toEqual([route.path, false]);
    }
    const key = createHash('md5').update(`omomi:${token}`).digest('hex');
    const fever = { method: 'POST', path: `/fever/${victim.user_id}/`, body: `api_key=${key}` };
    const answer = await createApiBrowser(app.api).send(fever);
    expect(JSON.parse(answer.text)).toEqual({ api_version: 3, auth: 0 });
    const password = Buffer.from(`${victim.user_id}:${token}`).toString('base64');
    for (const path of ['/opds', '/opds/v2', '/opds/today.epub']) {
      const given = await createApiBrowser(app.api).send({
        path,
        headers: { 'x-viewer-authorization': `Basic ${password}` },
      });
      expect(given.status).toBe(200);
      // A book of the reader's own has no chapter, since nothing came for them.
      expect(given.text).not.toContain('c1.xhtml');
    }
    const assistants = {
      ...bearer(token),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const given = {
      article_id: victim.theirs['article_id'],
      article_ids: [victim.theirs['article_id']],
      feed_id: victim.theirs['feed_id'],
      folder: `${MARKER} folder`,
      query: MARKER,
      text: 'own word',
      url: 'https://own.invalid/',
    };
    for (const [name, { input, writes }] of Object.entries(tools)) {
      const args = Object.fromEntries(
        Object.entries(given).filter(([key]) => Object.hasOwn(input.shape, key)),
      );
      const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      const told = await createApiBrowser(app.api).send({
        method: 'POST',
        path: '/api/mcp',
        headers: assistants,
        body: JSON.stringify(rpc),
      });
      expect([name, told.status]).toEqual([name, 200]);
      expect([name, told.text.toLowerCase().includes(MARKER.toLowerCase())]).toEqual([name, false]);
      const isRefused = told.text.includes('error');
      expect([name, isRefused || !writes || scope === 'write']).toEqual([name, true]);
      // It is asked, and not refused for its form.
      expect([name, name !== 'list_feeds' || !isRefused]).toEqual([name, true]);
    }
    await app.settle();
    expect(await victimItems()).toBe(before);
  });
});

/** At the address of a subscription only the secret of the hub counts. Nobody else is heard there, signed in or not. */
describe('hubs', () => {
  it('find nothing at an address of nobody, and change nothing at one of a feed without its secret', async () => {
    const now = app.now();
    const feed_id = victim.theirs['feed_id'] ?? '';
    const id = `${MARKER}-0123456789`.padEnd(22, '0');
    const topic_url = server.url('/theirs.xml');
    const at = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000).toISOString();
    await app.stores.hubs.create(
      {
        id,
        feed_id,
        hub_url: server.url('/hub'),
        topic_url,
        secret: MARKER,
        asked: { mode: 'subscribe', at: at(-2) },
        tries: 0,
        signs_better: false,
      },
      now,
    );
    await app.stores.feeds.update(feed_id, { push: { id, of: '01234567', until: at(1), ask_at: at(1) } });
    const own = await enter('with-hub');
    const { token } = await post(own, '/api/tokens', { name: 'hub', scope: 'write' });
    const dumped = async () =>
      JSON.stringify((await app.dump()).filter(({ PK }) => /^(FEED|WEBSUB|ARTICLE)/.test(String(PK))));
    const unchanged = await dumped();
    const query = new URLSearchParams({ 'hub.topic': topic_url, 'hub.challenge': MARKER });
    for (const who of [createApiBrowser(app.api), own])
      for (const headers of [{}, bearer(token)]) {
        for (const place of ['0'.repeat(22), `${id}0`, id.slice(1), `${id}/more`, '', feed_id])
          for (const method of ['GET', 'POST', 'PUT'])
            expect([
              method,
              place,
              (await who.send({ method, path: `/hooks/websub/${place}`, headers })).status,
            ]).toEqual([method, place, method === 'PUT' && place.length === 22 ? 405 : 404]);
        for (const mode of ['subscribe', 'unsubscribe', 'publish', '']) {
          const path = `/hooks/websub/${id}?hub.mode=${mode}&${query.toString()}`;
          const { status, text } = await who.send({ path, headers });
          expect([mode, status, text.includes(MARKER)]).toEqual([mode, 404, false]);
        }
        for (const signature of ['', 'sha256=00', `sha256=${'0'.repeat(64)}`]) {
          const signed = { ...headers, 'x-hub-signature': signature };
          const path = `/hooks/websub/${id}`;
          expect(await who.send({ method: 'POST', path, headers: signed, body: 'news' })).toMatchObject({
            status: 202,
            text: '',
          });
        }
      }
    expect(await dumped()).toBe(unchanged);
    expect(app.queues.fetch).toEqual([]);
  });
});
