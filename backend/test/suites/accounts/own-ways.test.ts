import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PASSWORD_COST } from '../../../src/accounts/own/password-hash.ts';
import { newInvitation } from '../../../src/accounts/own/invitations.ts';
import { onlyAccounts } from '../../../src/config/sign-in.ts';
import { createMemoryWindows } from '../../../src/limits/windows.ts';
import { createLimiter } from '../../../src/limits/limiter.ts';
import { readRules } from '../../../src/limits/rate-class.ts';
import { readEnvironment } from '../../../src/config/env.ts';
import { settings } from '../../../src/config/settings.ts';
import { createApiBrowser, ourOrigin, type ApiBrowser } from '../../harness/api/api-browser.ts';
import { silentLog, startTestApp, type TestApp } from '../../harness/app.ts';
import { createSoftPasskey } from '../../harness/servers/soft-passkey.ts';

const sessionName = '__Host-omomi';
const WORDS = 'kettle under the seventh bridge';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ signIn: onlyAccounts });
});
afterAll(() => app.close());

const browser = () => createApiBrowser(app.api);

const invite = async (purpose: Parameters<typeof newInvitation>[0] = { kind: 'reader' }) => {
  const { invitation, code } = newInvitation(purpose, app.now());
  await app.stores.invitations.put(invitation);
  return code;
};

const post = (own: ApiBrowser, path: string, body: object = {}, more: object = {}) =>
  own.send({ method: 'POST', path, body, ...more });

const acceptBy = (own: ApiBrowser, code: string, name: string, password = WORDS) =>
  post(own, '/api/auth/invitation/accept', { code, name, way: { kind: 'password', password } });

/** Adds a reader with a password and returns their browser. */
const join = async (name: string, password = WORDS) => {
  const own = browser();
  expect((await acceptBy(own, await invite(), name, password)).status).toBe(200);
  return own;
};

const signIn = (own: ApiBrowser, name: string, password = WORDS, more: object = {}) =>
  post(own, '/api/auth/password', { name, password }, more);

const codeOf = ({ json }: { json?: { error?: { code?: string } } }) => json?.error?.code;

/** Adds a passkey to the reader of this browser. */
const addPasskey = async (own: ApiBrowser, name = 'Key', key = createSoftPasskey(ourOrigin)) => {
  const { json, status } = await post(own, '/api/me/passkeys/options');
  expect(status).toBe(200);
  const answer = key.create(json.options);
  return { key, added: await post(own, '/api/me/passkeys', { name, answer }) };
};

const enterBy = async (own: ApiBrowser, key: ReturnType<typeof createSoftPasskey>) => {
  const { json } = await post(own, '/api/auth/passkey/options');
  return post(own, '/api/auth/passkey', { answer: key.get(json.options) });
};

describe('an invitation', () => {
  it('makes the first owner, who is the local reader with everything they have', async () => {
    const fresh = await startTestApp({ signIn: onlyAccounts });
    const { invitation, code } = newInvitation({ kind: 'owner' }, fresh.now());
    await fresh.stores.invitations.put(invitation);
    await fresh.stores.profiles.setPreferences('local', { learns: true }, fresh.now().toISOString());
    const own = createApiBrowser(fresh.api);
    expect((await acceptBy(own, code, 'Anna')).json).toEqual({ location: '/' });
    expect((await own.get('/api/me')).json).toMatchObject({
      user_id: 'local',
      name: 'Anna',
      is_owner: true,
      via: 'session',
      identities: [{ provider: 'password', label: 'Anna' }],
    });
    expect((await own.get('/api/me/preferences')).json.learns).toBe(true);
    // A second link from an earlier start is void.
    const second = newInvitation({ kind: 'owner' }, fresh.now());
    await fresh.stores.invitations.put(second.invitation);
    expect(codeOf(await acceptBy(createApiBrowser(fresh.api), second.code, 'Mallory'))).toBe(
      'INVITATION_UNKNOWN',
    );
    await fresh.close();
  });

  it('adds a reader once, though two use it at the same time', async () => {
    const code = await invite();
    const [one, two] = [browser(), browser()];
    const answers = await Promise.all([acceptBy(one, code, 'Twin one'), acceptBy(two, code, 'Twin two')]);
    expect(answers.map(({ status }) => status).toSorted((a = 0, b = 0) => a - b)).toEqual([200, 403]);
    expect(codeOf(await acceptBy(browser(), code, 'Twin three'))).toBe('INVITATION_UNKNOWN');
    for (const name of ['Twin one', 'Twin two', 'Twin three']) await signIn(browser(), name);
    const inside = await Promise.all([one, two].map(async (own) => (await own.get('/api/me')).status));
    expect(inside.toSorted((a = 0, b = 0) => a - b)).toEqual([200, 401]);
  });

  it('ends after a day, and its answer is the one for a code that never was', async () => {
    const code = await invite();
    expect((await post(browser(), '/api/auth/invitation', { code })).json).toMatchObject({ kind: 'reader' });
    app.advance(24 * 60);
    const late = await post(browser(), '/api/auth/invitation', { code });
    const never = await post(browser(), '/api/auth/invitation', { code: 'x'.repeat(43) });
    expect(late.json.error).toEqual(never.json.error);
    expect(codeOf(late)).toBe('INVITATION_UNKNOWN');
    app.advance(-24 * 60);
  });

  it('is not used up by a common password or a taken name', async () => {
    await join('Taken');
    const code = await invite();
    expect((await acceptBy(browser(), code, 'Bob', 'Password12345!')).status).toBe(400);
    expect(codeOf(await acceptBy(browser(), code, 'TAKEN'))).toBe('NAME_TAKEN');
    expect((await acceptBy(browser(), code, 'Bob')).status).toBe(200);
    // Nothing of the refused tries is left to sign in with.
    expect(codeOf(await signIn(browser(), 'Bob', 'Password12345!'))).toBe('CREDENTIALS_WRONG');
  });

  it('is made by the owner alone', async () => {
    const own = await join('No owner');
    expect((await post(own, '/api/owner/invitations')).status).toBe(403);
    const { path } = await app.as('local').call('createInvitation', {});
    expect(path).toMatch(/^\/invitation#[\w-]{43}$/);
    expect((await acceptBy(browser(), path.split('#')[1] ?? '', 'Invited')).status).toBe(200);
  });

  it('lets a reader in again, and ends what they lost', async () => {
    const own = await join('Forgetful');
    const { user_id } = (await own.get('/api/me')).json;
    const code = await invite({ kind: 'recover', user_id, name: 'Forgetful' });
    const again = browser();
    expect((await acceptBy(again, code, 'Ignored', 'another seven small words')).status).toBe(200);
    expect((await again.get('/api/me')).json).toMatchObject({ user_id, name: 'Forgetful' });
    expect((await own.get('/api/me')).status).toBe(401);
    expect(codeOf(await signIn(browser(), 'Forgetful'))).toBe('CREDENTIALS_WRONG');
    expect((await signIn(browser(), 'Forgetful', 'another seven small words')).status).toBe(200);
  });
});

it('an owner’s removal of a reader ends every way in, a link to come back too', async () => {
  const own = await join('Removed');
  const { user_id } = (await own.get('/api/me')).json;
  const back = await invite({ kind: 'recover', user_id, name: 'Removed' });
  const remove = (by: ApiBrowser) => by.send({ method: 'DELETE', path: `/api/owner/readers/${user_id}` });
  expect((await remove(await join('No remover'))).status).toBe(403);
  expect((await own.get('/api/me')).status).toBe(200);
  await app.as('local').call('removeReader', { params: { user_id } });
  expect((await own.get('/api/me')).status).toBe(401);
  expect(codeOf(await signIn(browser(), 'Removed'))).toBe('CREDENTIALS_WRONG');
  expect(codeOf(await acceptBy(browser(), back, 'Removed'))).toBe('INVITATION_UNKNOWN');
});

describe('a password', () => {
  it('signs in under the same name in other letters, and leads back to our own paths only', async () => {
    await join('Ｋａｔｅ');
    for (const name of ['kate', ' KATE ', 'Ｋａｔｅ'])
      expect((await signIn(browser(), name)).json).toEqual({ location: '/' });
    const to = async (return_to: string) =>
      (await post(browser(), '/api/auth/password', { name: 'kate', password: WORDS, return_to })).json;
    expect(await to('/feeds?x=1')).toEqual({ location: '/feeds?x=1' });
    expect(await to('//evil.example')).toEqual({ location: '/' });
  });

  it('that is wrong gets the answer of a name that nobody has', async () => {
    await join('Known');
    const wrong = await signIn(browser(), 'Known', 'not the words of Known');
    const nobody = await signIn(browser(), 'Nobody at all', 'not the words of Known');
    expect(wrong.status).toBe(403);
    expect(wrong.json).toEqual(nobody.json);
    expect(wrong.cookies).toEqual([]);
  });

  it('costs the same for a name that nobody has', { tags: ['long'] }, async () => {
    const asServed = await startTestApp({ signIn: onlyAccounts, passwordCost: PASSWORD_COST });
    onTestFinished(() => asServed.close());
    const { invitation, code } = newInvitation({ kind: 'reader' }, asServed.now());
    await asServed.stores.invitations.put(invitation);
    expect((await acceptBy(createApiBrowser(asServed.api), code, 'Timed')).status).toBe(200);
    /** Returns the processor time of five wrong passwords, which a busy machine does not change much. */
    const costOf = async (name: string) => {
      const before = process.cpuUsage();
      for (let turn = 0; turn < 5; turn += 1)
        await signIn(createApiBrowser(asServed.api), name, 'not the words of anybody');
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const [known, unknown] = [await costOf('Timed'), await costOf('Nobody here')];
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2);
  });

  it('begins a new session, whatever cookie the browser brought', async () => {
    const own = await join('Fixed');
    const planted = own.cookies.get(sessionName) ?? '';
    const victim = browser();
    victim.cookies.set(sessionName, planted);
    await join('Victim');
    expect((await signIn(victim, 'Victim', WORDS, { headers: { origin: ourOrigin } })).status).toBe(200);
    expect(victim.cookies.get(sessionName)).not.toBe(planted);
    expect((await own.get('/api/me')).status).toBe(401);
  });

  it('is not taken from the page of another site', async () => {
    await join('Framed');
    const answer = await signIn(browser(), 'Framed', WORDS, { headers: { origin: 'https://evil.example' } });
    expect(codeOf(answer)).toBe('ORIGIN_REFUSED');
  });

  it('changes with the present one, and signs out everywhere else', async () => {
    const own = await join('Changer');
    const other = browser();
    await signIn(other, 'Changer');
    app.advance(11);
    const change = (body: object) => own.send({ method: 'PUT', path: '/api/me/password', body });
    const next = { name: 'Changer', password: 'new words for the same one' };
    expect(codeOf(await change(next))).toBe('FRESH_SIGN_IN_NEEDED');
    expect(codeOf(await change({ ...next, present: 'not the words at all' }))).toBe('CREDENTIALS_WRONG');
    expect((await change({ ...next, present: WORDS })).status).toBe(204);
    expect((await own.get('/api/me')).status).toBe(200);
    expect((await other.get('/api/me')).status).toBe(401);
    expect(codeOf(await signIn(browser(), 'Changer'))).toBe('CREDENTIALS_WRONG');
    expect((await signIn(browser(), 'Changer', next.password)).status).toBe(200);
  });

  it('with a new name frees the former one', async () => {
    const own = await join('Before');
    const body = { name: 'After', present: WORDS, password: 'new words for the other name' };
    expect((await own.send({ method: 'PUT', path: '/api/me/password', body })).status).toBe(204);
    expect((await own.get('/api/me')).json.identities).toMatchObject([{ label: 'After' }]);
    await join('Before');
  });

  it('is nowhere in the table or the export, nor is its hash in an answer', async () => {
    const own = await join('Hidden', 'very particular words here');
    const [me, exported] = [await own.get('/api/me'), await own.get('/api/me/export')];
    expect(JSON.stringify(await app.dump())).not.toContain('very particular words here');
    expect(me.text + exported.text).not.toContain('scrypt$');
  });
});

it('attempts are limited by address and by name, and the others go on', async () => {
  // Fewer than the default, because each attempt takes a fifth of a second.
  const most = 3;
  const rules = readRules(readEnvironment(settings, { RATE_LIMIT_SIGN_IN: `${most}/10m` }), () => {});
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const limiter = createLimiter({ windows: createMemoryWindows(), rules, now, log: silentLog });
  const limited = await startTestApp({ signIn: onlyAccounts, limiter });
  const from = (address: string, name: string) =>
    post(
      createApiBrowser(limited.api),
      '/api/auth/password',
      { name, password: WORDS },
      {
        headers: { 'x-viewer-address': address },
      },
    );
  const statuses = [];
  for (let turn = 0; turn <= most; turn += 1) statuses.push((await from('192.0.2.1', `name ${turn}`)).status);
  expect(statuses).toEqual([...Array.from({ length: most }, () => 403), 429]);
  const spread = [];
  for (let turn = 0; turn <= most; turn += 1) spread.push((await from(`198.51.100.${turn}`, 'Anna')).status);
  expect(spread).toEqual([...Array.from({ length: most }, () => 403), 429]);
  const late = await from('203.0.113.1', ' ANNA ');
  expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, 600]);
  expect((await from('203.0.113.2', 'Berta')).status).toBe(403);
  await limited.close();
});

describe('a passkey', () => {
  it('accepts an invitation and signs in', async () => {
    const code = await invite();
    const key = createSoftPasskey(ourOrigin);
    const own = browser();
    const { json } = await post(own, '/api/auth/invitation/passkey-options', { code, name: 'Keyed' });
    const way = { kind: 'passkey', name: 'Phone', answer: key.create(json.options) };
    const body = { code, name: 'Keyed', way };
    expect((await post(own, '/api/auth/invitation/accept', body)).json).toEqual({ location: '/' });
    expect((await own.get('/api/me')).json.identities).toMatchObject([
      { provider: 'passkey', label: 'Phone' },
    ]);
    const again = browser();
    expect((await enterBy(again, key)).json).toEqual({ location: '/' });
    expect((await again.get('/api/me')).json.name).toBe('Keyed');
  });

  it('is one of several, each of which can be removed, but not the last way in', async () => {
    const own = await join('Several');
    app.advance(1);
    const first = await addPasskey(own, 'First');
    app.advance(1);
    const second = await addPasskey(own, 'Second');
    app.advance(-2);
    expect([first.added.status, second.added.status]).toEqual([204, 204]);
    const list = async (): Promise<{ identity_id: string; label: string }[]> =>
      (await own.get('/api/me')).json.identities;
    const remove = async (label: string) => {
      const id = (await list()).find((one) => one.label === label)?.identity_id;
      return own.send({ method: 'DELETE', path: `/api/me/identities/${id}` });
    };
    expect((await list()).map(({ label }) => label)).toEqual(['Several', 'First', 'Second']);
    expect((await remove('First')).status).toBe(204);
    expect(codeOf(await enterBy(browser(), first.key))).toBe('CREDENTIALS_WRONG');
    expect((await enterBy(browser(), second.key)).status).toBe(200);
    expect((await remove('Several')).status).toBe(204);
    expect(codeOf(await signIn(browser(), 'Several'))).toBe('CREDENTIALS_WRONG');
    expect(codeOf(await remove('Second'))).toBe('LAST_IDENTITY');
  });

  it('is not made twice on one device', async () => {
    const own = await join('Twice');
    const { key, added } = await addPasskey(own);
    expect(added.status).toBe(204);
    const excluded = async () =>
      (await post(own, '/api/me/passkeys/options')).json.options.excludeCredentials;
    const made = [{ id: key.id, type: 'public-key', transports: ['internal'] }];
    expect(await excluded()).toEqual(made);
    // A link that lets the reader in again does not replace it either.
    const { user_id, identities } = (await own.get('/api/me')).json;
    const code = await invite({ kind: 'recover', user_id, name: 'Twice' });
    const again = await post(browser(), '/api/auth/invitation/passkey-options', { code, name: 'Twice' });
    expect(again.json.options.excludeCredentials).toEqual(made);
    // Omomi did not store the ids of passkeys at first. A sign-in with such a passkey stores its id.
    const { identity_id } = identities.find(({ provider }: { provider: string }) => provider === 'passkey');
    const found = await app.stores.identities.credentialOf(identity_id);
    if (found?.credential.kind !== 'passkey') throw new Error('the passkey is not stored');
    await app.stores.identities.setCredential(identity_id, user_id, { ...found.credential, id: null });
    expect(await excluded()).toEqual([]);
    expect((await enterBy(browser(), key)).status).toBe(200);
    expect(await excluded()).toEqual(made);
  });

  it('is one of twenty at most', async () => {
    const own = await join('Keys');
    const key = createSoftPasskey(ourOrigin);
    const { json } = await post(own, '/api/me/passkeys/options');
    const answer = key.create(json.options);
    for (let n = 1; n <= 20; n += 1) expect((await addPasskey(own, `Key ${n}`)).added.status).toBe(204);
    expect(codeOf(await post(own, '/api/me/passkeys/options'))).toBe('PASSKEY_LIMIT');
    const late = await post(own, '/api/me/passkeys', { name: 'Late', answer });
    expect(late.json.error).toMatchObject({ code: 'PASSKEY_LIMIT', details: { limit: 20 } });
    expect((await own.get('/api/me')).json.identities).toHaveLength(21);
  });

  it('is added only by a sign-in of the last ten minutes', async () => {
    const own = await join('Stale');
    app.advance(11);
    expect(codeOf(await post(own, '/api/me/passkeys/options'))).toBe('FRESH_SIGN_IN_NEEDED');
    app.advance(-11);
  });

  it('answers a challenge once, and only its own', async () => {
    const own = await join('Replayed');
    const { key } = await addPasskey(own);
    const { json } = await post(browser(), '/api/auth/passkey/options');
    const answer = key.get(json.options);
    expect((await post(browser(), '/api/auth/passkey', { answer })).status).toBe(200);
    expect(codeOf(await post(browser(), '/api/auth/passkey', { answer }))).toBe('CREDENTIALS_WRONG');
    // A challenge for making a passkey does not sign in.
    const made = await post(own, '/api/me/passkeys/options');
    const crossed = key.get(made.json.options);
    expect(codeOf(await post(browser(), '/api/auth/passkey', { answer: crossed }))).toBe('CREDENTIALS_WRONG');
    const old = await post(browser(), '/api/auth/passkey/options');
    app.advance(6);
    const late = { answer: key.get(old.json.options) };
    expect(codeOf(await post(browser(), '/api/auth/passkey', late))).toBe('CREDENTIALS_WRONG');
    app.advance(-6);
  });

  it.each<[string, (state: { origin: string; counter: number; isVerified: boolean }) => void]>([
    ['for the page of another site', (state) => (state.origin = 'https://evil.example')],
    ['without the check of its holder', (state) => (state.isVerified = false)],
    ['from a copy whose counter is behind', (state) => (state.counter = 0)],
  ])('%s is refused', async (_, forge) => {
    const own = await join(`Forged ${_}`);
    const { key } = await addPasskey(own);
    for (let turn = 0; turn < 3; turn += 1) await enterBy(browser(), key);
    forge(key.state);
    expect(codeOf(await enterBy(browser(), key))).toBe('CREDENTIALS_WRONG');
  });

  it('of another reader is not taken over', async () => {
    const [one, two] = [await join('Holder'), await join('Taker')];
    const { key } = await addPasskey(one);
    expect((await addPasskey(two, 'Mine', key)).added.status).toBe(403);
    const entered = browser();
    await enterBy(entered, key);
    expect((await entered.get('/api/me')).json.name).toBe('Holder');
  });
});

describe('a member', () => {
  it('keeps tokens and Today as a feed, and loses everything when they leave', async () => {
    const own = await join('Leaver');
    const { token } = (await post(own, '/api/tokens', { name: 'script', scope: 'read' })).json;
    const bearer = { headers: { 'x-viewer-authorization': `Bearer ${token}` } };
    expect((await browser().send({ path: '/api/me', ...bearer })).json).toMatchObject({ is_owner: false });
    const { atom_path } = (await post(own, '/api/feed-addresses', { name: 'phone' })).json;
    expect((await browser().get(atom_path)).status).toBe(200);
    const { user_id } = (await own.get('/api/me')).json;
    expect((await own.send({ method: 'DELETE', path: '/api/me', body: { email: user_id } })).status).toBe(
      202,
    );
    expect((await browser().get(atom_path)).status).toBe(404);
    expect(codeOf(await signIn(browser(), 'Leaver'))).toBe('CREDENTIALS_WRONG');
  });
});

describe('over plain http', () => {
  it('a session has a cookie without Secure only where the owner allows it', async () => {
    const plain = await startTestApp({ signIn: { ...onlyAccounts, isHttpAllowed: true } });
    const { invitation, code } = newInvitation({ kind: 'owner' }, plain.now());
    await plain.stores.invitations.put(invitation);
    const own = createApiBrowser(plain.api);
    const { cookies } = await acceptBy(own, code, 'Anna');
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^omomi=.*; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await own.get('/api/me')).status).toBe(200);
    // A write with this cookie from the page of another site is refused like one with the other cookie.
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await own.send({ method: 'POST', path: '/api/auth/logout', headers })).status).toBe(403);
    await plain.close();
    expect((await join('Secure')).cookies.has(sessionName)).toBe(true);
  });
});
