import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SignInSettings } from '../../../src/config/sign-in.ts';
import { createApiBrowser, ourOrigin, type ApiBrowser } from '../../harness/api/api-browser.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startHandmadeProvider } from '../../harness/servers/handmade-provider.ts';

const sessionName = '__Host-omomi';
const DAY = 24 * 60;

let handmade: Awaited<ReturnType<typeof startHandmadeProvider>>;
let settings: SignInSettings;
let app: TestApp;

beforeAll(async () => {
  handmade = await startHandmadeProvider();
  const { issuer } = handmade;
  settings = {
    owner: 'owner@example.org',
    allowed: ['owner@example.org', '@team.example'],
    providers: [
      { provider: 'work', name: 'Work', issuer, client_id: 'omomi', client_secret: 'x' },
      { provider: 'home', name: 'Home', issuer, client_id: 'omomi', client_secret: 'x' },
    ],
  };
  app = await startTestApp({ signIn: settings });
});
afterAll(async () => {
  await app.close();
  await handmade.close();
});
beforeEach(() => {
  handmade.state.forgery = {};
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const secondsNow = () => Math.floor(app.now().getTime() / 1000);

/** Follows one redirect to the provider, which has signed in `sub`, and back to the application. */
const through = async (own: ApiBrowser, location: string, sub: string, claims: object = {}) => {
  const sent = new URL(location).searchParams;
  handmade.state.nonce = sent.get('nonce');
  // OpenID Connect Core, 3.1.2.1: if max_age was requested, the ID token must contain auth_time.
  const told = sent.has('max_age') ? { auth_time: secondsNow() } : {};
  handmade.state.forgery = { claims: { sub, email: `${sub}@team.example`, ...told, ...claims } };
  return own.get(`/api/auth/callback?code=c&state=${sent.get('state') ?? ''}`, {
    'user-agent': firefox,
    'sec-fetch-site': 'cross-site',
  });
};

const enter = async (sub: string, own = createApiBrowser(app.api), claims: object = {}) => {
  const { location } = await own.get('/api/auth/login');
  const answer = await through(own, location, sub, claims);
  expect(answer.location).toBe('/');
  return own;
};

const write = (own: ApiBrowser, method: string, path: string, body?: unknown, headers = {}) =>
  own.send({ method, path, ...(body === undefined ? {} : { body }), headers });

/** Begins to link an identity and returns the address that the browser is sent to. */
const beginLink = async (own: ApiBrowser): Promise<string> => {
  const body = { provider: 'home', return_to: '/settings' };
  const { status, json } = await write(own, 'POST', '/api/auth/link', body);
  expect(status).toBe(200);
  return json.location;
};

/** Links an identity: signs in again as `first`, then as `second`. Returns the final redirect address. */
const linkTo = async (own: ApiBrowser, first: string, second: string, claims: object = {}) => {
  const next = await through(own, await beginLink(own), first);
  return (await through(own, next.location, second, claims)).location;
};

const secretOf = (own: ApiBrowser) => own.cookies.get(sessionName)?.split('.')[1] ?? '';

describe('a session', () => {
  it('ends after 30 days without use, and not before', async () => {
    const own = await enter('sliding');
    app.advance(30 * DAY - 1);
    expect((await own.get('/api/me')).status).toBe(200);
    app.advance(30 * DAY - 1);
    expect((await own.get('/api/me')).status).toBe(200);
    app.advance(30 * DAY);
    expect((await own.get('/api/me')).status).toBe(401);
  });

  it('ends after 90 days, however much it is used', async () => {
    const own = await enter('absolute');
    for (let day = 1; day < 90; day += 1) {
      app.advance(DAY);
      expect((await own.get('/api/me')).status).toBe(200);
    }
    app.advance(DAY - 1);
    expect((await own.get('/api/me')).status).toBe(200);
    app.advance(1);
    expect((await own.get('/api/me')).status).toBe(401);
  });

  it('is written at most once an hour', async () => {
    const own = await enter('busy');
    app.takeUnits();
    for (let turn = 0; turn < 20; turn += 1) await own.get('/api/me');
    expect(app.takeUnits().write).toBe(0);
    app.advance(60);
    for (let turn = 0; turn < 20; turn += 1) await own.get('/api/me');
    expect(app.takeUnits().write).toBe(1);
    const { items } = (await own.get('/api/sessions')).json;
    expect(items).toMatchObject([{ device: 'Firefox on Linux', last_seen_at: app.now().toISOString() }]);
  });

  it('is created at each sign-in, which ends the previous session', async () => {
    const own = await enter('rotated');
    const before = own.cookies.get(sessionName) ?? '';
    await enter('rotated', own);
    expect(own.cookies.get(sessionName)).not.toBe(before);
    const old = await own.send({ path: '/api/me', cookies: [`${sessionName}=${before}`] });
    expect(old.status).toBe(401);
    expect((await own.get('/api/sessions')).json.items).toHaveLength(1);
  });

  it('ends at the server with sign-out, and the cookie is deleted', async () => {
    const own = await enter('leaver');
    const before = own.cookies.get(sessionName) ?? '';
    const answer = await write(own, 'POST', '/api/auth/logout');
    expect(answer.status).toBe(204);
    expect(own.cookies.size).toBe(0);
    const replayed = await own.send({ path: '/api/me', cookies: [`${sessionName}=${before}`] });
    expect(replayed.status).toBe(401);
    expect((await write(own, 'POST', '/api/auth/logout')).status).toBe(204);
  });

  it('ends with sign-out even if a token is sent too, and for a reader who is no longer on the list', async () => {
    const cookiesOf = (own: ApiBrowser) => [...own.cookies].map(([name, value]) => `${name}=${value}`);
    const own = await enter('two-ways');
    const cookies = cookiesOf(own);
    const { token } = (await write(own, 'POST', '/api/tokens', { name: 'script' })).json;
    await write(own, 'POST', '/api/auth/logout', undefined, { 'x-viewer-authorization': `Bearer ${token}` });
    expect((await own.send({ path: '/api/me', cookies })).status).toBe(401);

    const gone = await enter('unlisted');
    const kept = cookiesOf(gone);
    const { engine, tableName, folder, queues } = app;
    const stricter = await startTestApp({
      over: { engine, tableName, folder, queues },
      start: app.now().toISOString(),
      signIn: { ...settings, allowed: ['owner@example.org'] },
    });
    const path = '/api/auth/logout';
    await createApiBrowser(stricter.api).send({ method: 'POST', path, cookies: kept });
    await stricter.close();
    expect((await gone.send({ path: '/api/me', cookies: kept })).status).toBe(401);
  });

  it('is listed with the others of the reader, and each can be ended', async () => {
    const [one, two, three] = [await enter('many'), await enter('many'), await enter('many')];
    const { items } = (await one.get('/api/sessions')).json;
    expect(items).toHaveLength(3);
    expect(items.filter((item: { is_current: boolean }) => item.is_current)).toHaveLength(1);
    const currentOf = async (own: ApiBrowser) =>
      (await own.get('/api/sessions')).json.items.find((item: { is_current: boolean }) => item.is_current);
    const { session_id } = await currentOf(two);
    expect((await write(one, 'DELETE', `/api/sessions/${session_id}`)).status).toBe(204);
    expect((await write(one, 'DELETE', `/api/sessions/${session_id}`)).status).toBe(404);
    expect((await two.get('/api/me')).status).toBe(401);
    expect((await write(one, 'DELETE', '/api/sessions')).status).toBe(204);
    expect((await three.get('/api/me')).status).toBe(401);
    expect((await one.get('/api/sessions')).json.items).toHaveLength(1);
  });

  it('of another reader cannot be ended', async () => {
    const [one, other] = [await enter('one'), await enter('other')];
    const { session_id } = (await other.get('/api/sessions')).json.items[0];
    expect((await write(one, 'DELETE', `/api/sessions/${session_id}`)).status).toBe(404);
    expect((await other.get('/api/me')).status).toBe(200);
  });

  it('is not accepted with a cookie that differs in any way', async () => {
    const own = await enter('exact');
    const right = own.cookies.get(sessionName) ?? '';
    const wrong = [
      '',
      '.',
      right.slice(0, -1),
      `${right}x`,
      right.toUpperCase(),
      `x${right}`,
      `${right}; x=y`,
    ];
    const others = [
      right.replace(/^[^.]*/, 'local'),
      'a'.repeat(5000),
      '%00',
      `${right.split('.')[0]}#X.${secretOf(own)}`,
    ];
    for (const value of [...wrong, ...others].filter((text) => text.split(';')[0] !== right)) {
      const answer = await own.send({ path: '/api/me', cookies: [`${sessionName}=${value}`] });
      expect(answer.status).toBe(401);
    }
  });

  it('accepts writes only from our own pages', async () => {
    const own = await enter('origin');
    const body = { text: 'origin' };
    const refused: Record<string, string | undefined>[] = [
      { origin: undefined, 'sec-fetch-site': undefined },
      { origin: undefined },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `${ourOrigin}:8443` },
    ];
    for (const headers of refused) {
      const answer = await write(own, 'POST', '/api/keywords', body, headers);
      expect(answer.json).toMatchObject({ error: { code: 'ORIGIN_REFUSED' } });
    }
    expect((await write(own, 'POST', '/api/keywords', body)).status).toBe(201);
  });

  it('ends when the reader is taken off the list', async () => {
    const own = await enter('dismissed');
    const token = (await write(own, 'POST', '/api/tokens', { name: 'script' })).json.token;
    const { engine, tableName, folder, queues } = app;
    const after = await startTestApp({
      over: { engine, tableName, folder, queues },
      start: app.now().toISOString(),
      signIn: { ...settings, allowed: ['owner@example.org'] },
    });
    const cookies = [...own.cookies].map(([name, value]) => `${name}=${value}`);
    const later = createApiBrowser(after.api);
    expect((await later.send({ path: '/api/me', cookies })).status).toBe(401);
    expect((await later.get('/api/me', { 'x-viewer-authorization': `Bearer ${token}` })).status).toBe(401);
    const { location } = await later.get('/api/auth/login');
    expect((await through(later, location, 'dismissed')).location).toMatch(
      /^\/sign-in\?error=not_allowed(&|$)/,
    );
    await after.close();
  });
});

describe('an API token', () => {
  const bearer = (token: string) => ({ 'x-viewer-authorization': `Bearer ${token}` });
  const script = (token: string, method = 'GET', path = '/api/feeds', body?: unknown) =>
    createApiBrowser(app.api).send({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      headers: { ...bearer(token), origin: undefined, 'sec-fetch-site': undefined },
    });
  const make = async (own: ApiBrowser, scope: string) =>
    (await write(own, 'POST', '/api/tokens', { name: `a ${scope} token`, scope })).json;

  it('is shown once, and can write only with scope write', async () => {
    const own = await enter('scripted');
    const [read, both] = [await make(own, 'read'), await make(own, 'write')];
    for (const { token } of [read, both]) expect((await script(token)).status).toBe(200);
    const keyword = { text: 'by script' };
    const refused = await script(read.token, 'POST', '/api/keywords', keyword);
    expect(refused.json).toMatchObject({ error: { code: 'FORBIDDEN' } });
    expect((await script(both.token, 'POST', '/api/keywords', keyword)).status).toBe(201);
    const list = await own.get('/api/tokens');
    expect(list.json.items).toHaveLength(2);
    for (const { token } of [read, both]) expect(list.text).not.toContain(token.slice(-43));
    expect((await script(read.token, 'GET', '/api/me')).json).toMatchObject({ via: 'token', scope: 'read' });
  });

  it('takes precedence over a cookie, valid or not', async () => {
    const own = await enter('both');
    expect((await own.get('/api/me', bearer('omomi_local_x'))).status).toBe(401);
    const { token } = await make(await enter('other-both'), 'write');
    expect((await own.get('/api/me', bearer(token))).json.email).toBe('other-both@team.example');
  });

  it('records its last use with the precision of an hour', async () => {
    const own = await enter('noted');
    const { token, last_used_at } = await make(own, 'read');
    expect(last_used_at).toBeNull();
    const used = async () => (await own.get('/api/tokens')).json.items[0].last_used_at;
    await script(token);
    const first = app.now().toISOString();
    expect(await used()).toBe(first);
    app.advance(59);
    await script(token);
    expect(await used()).toBe(first);
    app.advance(1);
    await script(token);
    expect(await used()).toBe(app.now().toISOString());
  });

  it('ends when it is revoked', async () => {
    const own = await enter('revoked');
    const { token, token_id } = await make(own, 'write');
    expect((await write(await enter('thief'), 'DELETE', `/api/tokens/${token_id}`)).status).toBe(404);
    expect((await script(token)).status).toBe(200);
    expect((await write(own, 'DELETE', `/api/tokens/${token_id}`)).status).toBe(204);
    expect((await script(token)).status).toBe(401);
    expect((await write(own, 'DELETE', `/api/tokens/${token_id}`)).status).toBe(404);
  });

  it('cannot create tokens or change sessions or identities', async () => {
    const own = await enter('bounded');
    const { token, token_id } = await make(own, 'write');
    const { session_id } = (await own.get('/api/sessions')).json.items[0];
    const { identity_id } = (await own.get('/api/me')).json.identities[0];
    const refused = [
      await script(token, 'POST', '/api/tokens', { name: 'another' }),
      await script(token, 'GET', '/api/tokens'),
      await script(token, 'DELETE', `/api/tokens/${token_id}`),
      await script(token, 'GET', '/api/sessions'),
      await script(token, 'DELETE', '/api/sessions'),
      await script(token, 'DELETE', `/api/sessions/${session_id}`),
      await script(token, 'DELETE', `/api/me/identities/${identity_id}`),
      await script(token, 'POST', '/api/auth/link', { provider: 'home' }),
    ];
    for (const { json } of refused) expect(json).toMatchObject({ error: { code: 'FORBIDDEN' } });
  });

  it('is limited to fifty per reader', async () => {
    const own = await enter('collector');
    for (let made = 0; made < 50; made += 1) await make(own, 'read');
    const refused = await write(own, 'POST', '/api/tokens', { name: 'one more' });
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ error: { code: 'TOKEN_LIMIT', details: { limit: 50 } } });
  });

  it('and a session are stored only as hashes', async () => {
    const own = await enter('hashed');
    const { token } = await make(own, 'write');
    const { location } = await own.get('/api/auth/login');
    const state = new URL(location).searchParams.get('state') ?? '';
    const text = JSON.stringify(await app.dump());
    expect(text).toContain('hashed@team.example');
    for (const secret of [secretOf(own), token.slice(-43), state]) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(text).not.toContain(secret);
    }
  });
});

describe('linking an identity', () => {
  const idOf = async (own: ApiBrowser) => (await own.get('/api/me')).json.user_id;
  const asksAgain = (location: string) => {
    const asked = new URL(location).searchParams;
    return asked.get('prompt') === 'login' && asked.get('max_age') === '0';
  };
  const loginsOf = async () =>
    (await app.dump()).filter(({ SK }) => SK === 'LOGIN').map((item) => JSON.stringify(item));

  it('asks for a fresh sign-in with both, and then both lead to one reader', async () => {
    const own = await enter('first');
    const asked = await beginLink(own);
    expect(asksAgain(asked)).toBe(true);
    const again = await through(own, asked, 'first');
    // The callback redirects directly to the second provider: after the first one, a browser treats any page that it
    // opens as reached from another site.
    expect(new URL(again.location).origin).toBe(handmade.issuer);
    expect(asksAgain(again.location)).toBe(true);
    expect((await through(own, again.location, 'second')).location).toBe('/settings');
    expect(
      (await own.get('/api/me')).json.identities.map(({ email }: { email: string }) => email).toSorted(),
    ).toEqual(['first@team.example', 'second@team.example']);
    expect(await idOf(await enter('second'))).toBe(await idOf(own));
  });

  it('skips the sign-in if the provider reports a recent one', async () => {
    const own = await enter('recent', undefined, { auth_time: secondsNow() - 9 * 60 });
    expect((await through(own, await beginLink(own), 'recent-second')).location).toBe('/settings');
    const early = await enter('early', undefined, { auth_time: secondsNow() - 11 * 60 });
    expect((await through(early, await beginLink(early), 'early')).location).toMatch(/^http/);
    // The confirmation holds for ten minutes. After that it has expired, even if the provider's clock is ahead.
    expect((await through(early, await beginLink(early), 'early-second')).location).toBe('/settings');
    app.advance(10);
    expect((await through(early, await beginLink(early), 'early')).location).toMatch(/^http/);
    const ahead = await enter('ahead', undefined, { auth_time: secondsNow() + 3600 });
    app.advance(10);
    expect((await through(ahead, await beginLink(ahead), 'ahead')).location).toMatch(/^http/);
  });

  it('cannot be started by a link or by another site', async () => {
    const own = await enter('lured');
    const begun = (await loginsOf()).length;
    const path = '/api/auth/link?provider=home&return_to=/settings';
    expect((await own.get(path, { 'sec-fetch-site': 'same-origin' })).status).toBe(405);
    const body = { provider: 'home' };
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await write(own, 'POST', '/api/auth/link', body, headers)).json).toMatchObject({
        error: { code: 'ORIGIN_REFUSED' },
      });
    expect(await loginsOf()).toHaveLength(begun);
  });

  it('reports an unknown provider on the sign-in page', async () => {
    const answer = await write(await enter('typo'), 'POST', '/api/auth/link', { provider: 'nobody' });
    expect(answer.json).toEqual({ location: '/sign-in?error=unknown_provider' });
  });

  it('stores no user_id if it is not completed', async () => {
    const own = await enter('halfway');
    const user_id = await idOf(own);
    const asked = await beginLink(own);
    await through(own, asked, 'halfway');
    await beginLink(own);
    expect((await loginsOf()).join()).toContain('reader_mark');
    expect((await loginsOf()).join()).not.toContain(user_id);
  });

  it('is refused where the first identity is another reader’s', async () => {
    const own = await enter('confused');
    await enter('somebody');
    expect((await through(own, await beginLink(own), 'somebody')).location).toMatch(
      /^\/sign-in\?error=other_reader(&|$)/,
    );
  });

  it('is refused where the new identity is another reader’s', async () => {
    const taken = await idOf(await enter('taken'));
    const own = await enter('taker');
    expect(await linkTo(own, 'taker', 'taken')).toMatch(/^\/sign-in\?error=identity_taken(&|$)/);
    expect(await idOf(await enter('taken'))).toBe(taken);
  });

  it.each([
    ['asked long ago', () => ({ auth_time: secondsNow() - 3600 })],
    ['does not say when', () => ({ auth_time: undefined })],
  ])('is refused where the provider %s', async (_, claims) => {
    const own = await enter('lazy');
    const asked = await beginLink(own);
    expect((await through(own, asked, 'lazy', claims())).location).toMatch(
      /^\/sign-in\?error=sign_in_failed(&|$)/,
    );
    expect(await linkTo(own, 'lazy', 'lazy-second', claims())).toMatch(
      /^\/sign-in\?error=sign_in_failed(&|$)/,
    );
    expect((await own.get('/api/me')).json.identities).toHaveLength(1);
  });

  it('is refused to one who signed out in between', async () => {
    const own = await enter('hesitant');
    const asked = await beginLink(own);
    await write(own, 'POST', '/api/auth/logout');
    expect((await through(own, asked, 'hesitant')).location).toMatch(/^\/sign-in\?error=other_reader(&|$)/);
  });

  it.each([
    ['is not on the list', 'kept', { email: 'me@elsewhere.example' }],
    ['is not verified', 'lent', { email: 'lent@team.example', email_verified: false }],
  ])('admits an identity whose address %s while the admitted one stays linked', async (_, first, claims) => {
    const second = `${first}-second`;
    const own = await enter(first);
    const [proof] = (await own.get('/api/me')).json.identities;
    expect(await linkTo(own, first, second, claims)).toBe('/settings');
    // An identity that may not sign in itself cannot give that right to a third identity.
    expect((await through(own, await beginLink(own), `${first}-third`, claims)).location).toBe('/settings');
    const bySecond = await enter(second, undefined, claims);
    expect((await bySecond.get('/api/me')).json.email).toBe(`${first}@team.example`);
    expect((await write(bySecond, 'DELETE', `/api/me/identities/${proof.identity_id}`)).status).toBe(204);
    const later = createApiBrowser(app.api);
    const { location } = await later.get('/api/auth/login');
    expect((await through(later, location, second, claims)).location).toMatch(
      /^\/sign-in\?error=(not_allowed|email_unverified)(&|$)/,
    );
    expect(later.cookies.has(sessionName)).toBe(false);
  });

  it.each([
    ['changes to one that is not on the list', { email: 'changed@elsewhere.example' }],
    ['is verified no more', { email_verified: false }],
  ])('does not admit an identity alone whose address %s', async (_, claims) => {
    await enter('fickle');
    const later = createApiBrowser(app.api);
    const { location } = await later.get('/api/auth/login');
    expect((await through(later, location, 'fickle', claims)).location).toMatch(
      /^\/sign-in\?error=(not_allowed|email_unverified)(&|$)/,
    );
  });

  it('can be undone, except for the last identity', async () => {
    const own = await enter('undone');
    const user_id = await idOf(own);
    await linkTo(own, 'undone', 'undone-second');
    const byFirst = await enter('undone');
    const { identities } = (await own.get('/api/me')).json;
    const [first, second] = ['undone@', 'undone-second@'].map(
      (start) => identities.find(({ email }: { email: string }) => email.startsWith(start)).identity_id,
    );
    const bySecond = await enter('undone-second');
    expect((await write(await enter('one'), 'DELETE', `/api/me/identities/${first}`)).status).toBe(404);
    expect((await write(bySecond, 'DELETE', `/api/me/identities/${first}`)).status).toBe(204);
    // Unlinking ends the sessions that the identity began. From now on it signs in to a reader of its own.
    for (const over of [own, byFirst]) expect((await over.get('/api/me')).status).toBe(401);
    expect(await idOf(await enter('undone'))).not.toBe(user_id);
    expect(await idOf(bySecond)).toBe(user_id);
    const last = await write(bySecond, 'DELETE', `/api/me/identities/${second}`);
    expect(last.json).toMatchObject({ error: { code: 'LAST_IDENTITY' } });
  });
});

describe('unlinking both identities at the same time', () => {
  it('leaves the reader one identity', async () => {
    const own = await enter('hasty');
    await linkTo(own, 'hasty', 'hasty-second');
    const { identities } = (await own.get('/api/me')).json;
    await Promise.all(
      identities.map(({ identity_id }: { identity_id: string }) =>
        write(own, 'DELETE', `/api/me/identities/${identity_id}`),
      ),
    );
    expect((await own.get('/api/me')).json.identities.length).toBeGreaterThanOrEqual(1);
  });
});

describe('the owner', () => {
  it('is the reader with the address named at deployment, with any identity', async () => {
    const own = createApiBrowser(app.api);
    const { location } = await own.get('/api/auth/login');
    await through(own, location, 'the-owner', { email: 'Owner@Example.ORG' });
    expect((await own.get('/api/me')).json.is_owner).toBe(true);
    const next = await through(own, await beginLink(own), 'the-owner', { email: 'Owner@Example.ORG' });
    await through(own, next.location, 'owner-second');
    expect((await (await enter('owner-second')).get('/api/me')).json.is_owner).toBe(true);
    expect((await (await enter('nobody-special')).get('/api/me')).json.is_owner).toBe(false);
  });
});

describe('without sign-in', () => {
  it('everyone is the one local reader, and says so', async () => {
    const local = await startTestApp();
    const own = createApiBrowser(local.api);
    expect((await own.get('/api/auth/providers')).json).toMatchObject({
      needs_sign_in: false,
      has_accounts: false,
      providers: [],
    });
    expect((await own.get('/api/me')).json).toMatchObject({ user_id: 'local', is_owner: true, via: 'local' });
    expect((await own.get('/api/auth/login')).location).toMatch(/^\/sign-in\?error=unknown_provider(&|$)/);
    const { token } = (await write(own, 'POST', '/api/tokens', { name: 'script' })).json;
    const headers = { 'x-viewer-authorization': `Bearer ${token}` };
    expect((await own.get('/api/me', headers)).json).toMatchObject({ via: 'token', scope: 'read' });
    expect((await write(own, 'POST', '/api/keywords', { text: 'x' }, headers)).status).toBe(403);
    await local.close();
  });
});
