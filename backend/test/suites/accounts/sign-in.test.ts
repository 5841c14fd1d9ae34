import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiBrowser, ourOrigin } from '../../harness/api/api-browser.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { startHandmadeProvider, type Forgery } from '../../harness/servers/handmade-provider.ts';
import { startRealProvider } from '../../harness/servers/real-provider.ts';

const sessionName = '__Host-omomi';

let real: Awaited<ReturnType<typeof startRealProvider>>;
let handmade: Awaited<ReturnType<typeof startHandmadeProvider>>;
let app: TestApp;
const lines: string[] = [];

beforeAll(async () => {
  real = await startRealProvider({
    redirectUris: () => [`${ourOrigin}/api/auth/callback`],
    accounts: {
      owner: { email: 'Owner@Example.org', email_verified: true, name: 'The Owner' },
      colleague: { email: 'someone@team.example', email_verified: true, name: 'A Colleague' },
      subdomain: { email: 'someone@evil.team.example', email_verified: true },
      unverified: { email: 'someone@team.example', email_verified: false },
      stranger: { email: 'stranger@elsewhere.example', email_verified: true },
      nameless: {},
    },
  });
  handmade = await startHandmadeProvider();
  const log = (message: string, fields: object) => lines.push(JSON.stringify({ message, ...fields }));
  app = await startTestApp({
    log: { info: log, warn: log, error: log },
    signIn: {
      owner: 'owner@example.org',
      allowed: ['owner@example.org', '@team.example', 'reader@example.org', 'second@example.org'],
      providers: [
        { provider: 'real', name: 'Real', ...real.settings },
        {
          provider: 'handmade',
          name: 'Handmade',
          issuer: handmade.issuer,
          client_id: 'omomi',
          client_secret: 'x',
        },
      ],
    },
  });
});
afterAll(async () => {
  await app.close();
  await real.close();
  await handmade.close();
});
beforeEach(() => {
  real.state.login = null;
  handmade.state.forgery = {};
  handmade.state.nonce = null;
});

const browser = () => createApiBrowser(app.api);
const errorIn = (location: string) => new URL(location, ourOrigin).searchParams.get('error');

const signedIn = async (login: string) => {
  real.state.login = login;
  const own = browser();
  const answer = await own.signIn('?provider=real&return_to=/feeds%3Fpage%3D2');
  expect(answer.location).toBe('/feeds?page=2');
  return own;
};

/** Begins a sign-in at the handmade provider. `finish` returns from it with a code. */
const beginHandmade = async (
  own = browser(),
  path = '/api/auth/login?provider=handmade&return_to=/feeds',
) => {
  const { location } = await own.get(path);
  const sent = new URL(location).searchParams;
  const state = sent.get('state') ?? '';
  handmade.state.nonce = sent.get('nonce');
  const finish = (query: Record<string, string> = { code: 'a-code', state }) =>
    own.get(`/api/auth/callback?${new URLSearchParams(query).toString()}`);
  return { own, location: new URL(location), state, finish };
};

describe('signing in', () => {
  it('lists the providers', async () => {
    expect((await browser().get('/api/auth/providers')).json).toEqual({
      needs_sign_in: true,
      has_accounts: false,
      has_proxy: false,
      is_http_allowed: false,
      providers: [
        { provider: 'real', name: 'Real' },
        { provider: 'handmade', name: 'Handmade' },
      ],
    });
  });

  it('creates a session through a real provider', async () => {
    const own = await signedIn('owner');
    const me = await own.get('/api/me');
    expect(me.json).toMatchObject({
      email: 'Owner@Example.org',
      name: 'The Owner',
      is_owner: true,
      via: 'session',
      scope: 'write',
      needs_sign_in: true,
      identities: [{ provider: 'real', provider_name: 'Real', email: 'Owner@Example.org' }],
    });
    expect(me.json.user_id).toMatch(/^[0-9a-f]{32}$/);
    expect((await own.get('/api/feeds')).status).toBe(200);
  });

  it('creates one reader per identity, however often it signs in', async () => {
    const ids = [];
    for (const login of ['owner', 'owner', 'colleague'])
      ids.push((await (await signedIn(login)).get('/api/me')).json.user_id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
    const colleague = await signedIn('colleague');
    expect((await colleague.get('/api/me')).json).toMatchObject({
      is_owner: false,
      email: 'someone@team.example',
    });
  });

  it('sends state, nonce and a PKCE challenge that differ each time', async () => {
    const [one, other] = [await beginHandmade(), await beginHandmade()];
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const values = [one, other].map(({ location }) => location.searchParams.get(name));
      expect(values[0]).toMatch(/^[\w-]{43}$/);
      expect(values[0]).not.toBe(values[1]);
    }
    expect(one.location.searchParams.get('code_challenge_method')).toBe('S256');
    expect(one.location.searchParams.get('redirect_uri')).toBe(`${ourOrigin}/api/auth/callback`);
  });

  it('sets cookies for this host only, hidden from scripts and other sites', async () => {
    const { own, finish } = await beginHandmade();
    const login = own.cookies.get('__Host-omomi-login');
    expect(login).toMatch(/^[\w-]{43}$/);
    const { cookies } = await finish();
    const session = cookies.find((cookie) => cookie.startsWith(`${sessionName}=`));
    const attributes = session?.split('; ').slice(1) ?? [];
    expect(new Set(attributes)).toEqual(
      new Set(['HttpOnly', 'Max-Age=7776000', 'Path=/', 'SameSite=Lax', 'Secure']),
    );
    expect(own.cookies.has('__Host-omomi-login')).toBe(false);
  });

  it('reads the e-mail address from UserInfo if the ID token has none', async () => {
    const { own, finish } = await beginHandmade();
    handmade.state.forgery = {
      claims: { email: undefined, email_verified: undefined },
      userinfo: { email: 'reader@example.org', email_verified: true },
    };
    expect((await finish()).location).toBe('/feeds');
    expect((await own.get('/api/me')).json.email).toBe('reader@example.org');
  });

  it('redirects only to our own paths', async () => {
    for (const foreign of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const own = browser();
      const { finish } = await beginHandmade(
        own,
        `/api/auth/login?provider=handmade&return_to=${encodeURIComponent(foreign)}`,
      );
      expect((await finish()).location).toBe('/');
    }
  });
});

describe('a failed sign-in leads to the page that explains why', () => {
  it.each<[string, string]>([
    ['stranger', 'not_allowed'],
    ['subdomain', 'not_allowed'],
    ['unverified', 'email_unverified'],
    ['nameless', 'not_allowed'],
    ['denied', 'cancelled'],
  ])('%s at the real provider: %s', async (login, code) => {
    real.state.login = login;
    const own = browser();
    const answer = await own.signIn('?provider=real');
    expect(answer.status).toBe(302);
    expect(errorIn(answer.location)).toBe(code);
    expect(answer.location.startsWith('/sign-in?')).toBe(true);
    expect(own.cookies.size).toBe(0);
    expect((await own.get('/api/feeds')).status).toBe(401);
  });

  it.each<[string, Forgery, string]>([
    ['a wrong nonce', { claims: { nonce: 'another' } }, 'sign_in_failed'],
    ['no nonce', { claims: { nonce: undefined } }, 'sign_in_failed'],
    ['nobody', { claims: { sub: '' } }, 'sign_in_failed'],
    ['a blank', { claims: { sub: ' ' } }, 'sign_in_failed'],
    ['a wrong audience', { claims: { aud: 'another-client' } }, 'sign_in_failed'],
    ['a wrong issuer', { claims: { iss: 'https://evil.example' } }, 'sign_in_failed'],
    ['alg none', { isUnsigned: true }, 'sign_in_failed'],
    ['a foreign key', { hasForeignKey: true }, 'sign_in_failed'],
    ['an ID token that has expired', { claims: { exp: 1_700_000_000 } }, 'sign_in_failed'],
    ['an expired code', { refusesCode: true }, 'sign_in_failed'],
    ['a provider that is down', { isDown: true }, 'provider_unavailable'],
    ['an unverified e-mail', { claims: { email_verified: false } }, 'email_unverified'],
    ['an e-mail that nobody vouches for', { claims: { email_verified: undefined } }, 'email_unverified'],
    ['no e-mail', { claims: { email: undefined }, userinfo: { sub: 'stranger-not_allowed' } }, 'not_allowed'],
    [
      'another one’s UserInfo',
      { claims: { email: undefined }, userinfo: { sub: 'other' } },
      'sign_in_failed',
    ],
    ['an e-mail that is not on the list', { claims: { email: 'x@example.net' } }, 'not_allowed'],
  ])('%s', async (_, forgery, code) => {
    const { own, finish } = await beginHandmade();
    handmade.state.forgery = { ...forgery, claims: { sub: `stranger-${code}`, ...forgery.claims } };
    const answer = await finish();
    expect(answer.location).toBe(`/sign-in?error=${code}&return_to=%2Ffeeds`);
    expect(own.cookies.has(sessionName)).toBe(false);
  });

  it('a wrong or missing state, or another browser’s', async () => {
    for (const query of [{ code: 'c', state: 'x'.repeat(43) }, { code: 'c' }, { code: 'c', state: '' }]) {
      const { finish } = await beginHandmade();
      expect(errorIn((await finish(query)).location)).toBe('login_expired');
    }
    const { state } = await beginHandmade();
    const other = browser();
    const answer = await other.get(`/api/auth/callback?code=c&state=${state}`);
    expect(errorIn(answer.location)).toBe('login_expired');
  });

  it('another person’s answer in a browser that has begun its own login', async () => {
    const attacker = await beginHandmade();
    const victim = await beginHandmade();
    const answer = await victim.own.get(`/api/auth/callback?code=c&state=${attacker.state}`);
    expect(errorIn(answer.location)).toBe('login_expired');
    expect(victim.own.cookies.has(sessionName)).toBe(false);
  });

  it('the same answer twice, even if the cookie is kept', async () => {
    const { own, finish } = await beginHandmade();
    const cookie = own.cookies.get('__Host-omomi-login') ?? '';
    expect((await finish()).location).toBe('/feeds');
    own.cookies.set('__Host-omomi-login', cookie);
    expect(errorIn((await finish()).location)).toBe('login_expired');
  });

  it('a code that the real provider has already redeemed', async () => {
    real.state.login = 'owner';
    const own = browser();
    const first = await own.get('/api/auth/login?provider=real');
    const used = new URL(await own.throughProvider(first.location), ourOrigin).searchParams;
    await own.get(`/api/auth/callback?${used.toString()}`);
    const second = await own.get('/api/auth/login?provider=real');
    const state = new URL(second.location).searchParams.get('state') ?? '';
    used.set('state', state);
    const answer = await own.get(`/api/auth/callback?${used.toString()}`);
    expect(errorIn(answer.location)).toBe('sign_in_failed');
  });

  it('an answer after ten minutes, but not an earlier one', async () => {
    const inTime = await beginHandmade();
    app.advance(9.9);
    expect((await inTime.finish()).location).toBe('/feeds');
    const late = await beginHandmade();
    app.advance(10);
    expect(errorIn((await late.finish()).location)).toBe('login_expired');
  });

  it('an unknown provider', async () => {
    expect(errorIn((await browser().get('/api/auth/login?provider=nobody')).location)).toBe(
      'unknown_provider',
    );
  });

  it('logs neither a secret nor an e-mail address', async () => {
    const text = lines.join('\n');
    expect(text).toContain('sign-in refused');
    expect(text).not.toMatch(/a-code|an access token|@example|@team|stranger@/i);
  });
});
