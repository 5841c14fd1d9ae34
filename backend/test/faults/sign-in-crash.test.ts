// @module-tag long
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignInSettings } from '../../src/config/sign-in.ts';
import { createApiBrowser } from '../harness/api/api-browser.ts';
import { startTestApp, type TestApp } from '../harness/app.ts';
import { crashAt } from '../harness/engines/crashing-table.ts';
import { startHandmadeProvider } from '../harness/servers/handmade-provider.ts';

let handmade: Awaited<ReturnType<typeof startHandmadeProvider>>;
let signIn: SignInSettings;
let base: TestApp;

beforeAll(async () => {
  handmade = await startHandmadeProvider();
  const { issuer } = handmade;
  signIn = {
    owner: 'owner@example.org',
    allowed: ['owner@example.org', '@team.example'],
    providers: [{ provider: 'work', name: 'Work', issuer, client_id: 'omomi', client_secret: 'x' }],
  };
  base = await startTestApp({ signIn });
});
afterAll(async () => {
  await base.close();
  await handmade.close();
});

const enter = async (app: TestApp, sub: string) => {
  const own = createApiBrowser(app.api);
  const { location } = await own.get('/api/auth/login');
  const sent = URL.parse(location)?.searchParams;
  handmade.state.nonce = sent?.get('nonce') ?? null;
  handmade.state.forgery = { claims: { sub, email: `${sub}@team.example` } };
  await own.get(`/api/auth/callback?code=c&state=${sent?.get('state') ?? ''}`);
  return own;
};

/** The number of writes of a first sign-in: login twice, identity twice, owner's list, profile, session. */
const WRITES = 7;
const cuts = Array.from({ length: WRITES }, (_, index) => index + 1).flatMap((write) => [
  { write, isAfter: false },
  { write, isAfter: true },
]);

it.each(cuts)(
  'a first sign-in interrupted at write $write (after it: $isAfter) is completed by the next',
  async (cut) => {
    const sub = `cut-${cut.write}-${cut.isAfter}`;
    const crash = crashAt(cut.write, cut.isAfter);
    const { engine, tableName, folder, queues } = base;
    const over = { engine, tableName, folder, queues };
    const app = await startTestApp({ signIn, over, wrapTable: crash.wrap });
    expect((await enter(app, sub)).cookies.has('__Host-omomi')).toBe(false);
    expect(crash.hasCrashed()).toBe(true);
    await app.close();

    const own = await enter(base, sub);
    const me = (await own.get('/api/me')).json;
    expect(me).toMatchObject({
      email: `${sub}@team.example`,
      identities: [{ email: `${sub}@team.example` }],
    });
    const items = await base.dump();
    const keys = items.map(({ PK, SK }) => `${String(PK)}|${String(SK)}`);
    const [{ identity_id }] = me.identities;
    expect(keys.filter((key) => key.includes(identity_id))).toEqual([
      `IDENTITY#${identity_id}|IDENTITY`,
      `USER#${me.user_id}|IDENTITY#${identity_id}`,
    ]);
    expect(keys.filter((key) => key.endsWith(`|READER#${me.user_id}`))).toHaveLength(1);
    expect(items.filter(({ SK, email }) => SK === 'PROFILE' && email === `${sub}@team.example`)).toHaveLength(
      1,
    );
  },
);
