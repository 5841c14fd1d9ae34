import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunner } from '../../backend/test/harness/runner.ts';
import { startHandmadeProvider, type Forgery } from '../../backend/test/harness/servers/handmade-provider.ts';
import { startRealProvider } from '../../backend/test/harness/servers/real-provider.ts';
import { openBrowser } from './browser.ts';

describe('signing in with a browser', () => {
  let real: Awaited<ReturnType<typeof startRealProvider>>;
  let handmade: Awaited<ReturnType<typeof startHandmadeProvider>>;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    real = await startRealProvider({
      redirectUris: () => [`${runner.origin}/api/auth/callback`],
      accounts: {
        owner: { email: 'owner@example.org', email_verified: true, name: 'The Owner' },
        unverified: { email: 'owner@example.org', email_verified: false },
        stranger: { email: 'stranger@example.net', email_verified: true },
      },
    });
    handmade = await startHandmadeProvider();
    runner = await startRunner({
      data,
      allowHosts: '',
      variables: {
        ALLOWED_EMAILS: 'owner@example.org',
        OIDC_PROVIDERS: JSON.stringify([
          { provider: 'real', name: 'Real', ...real.settings },
          {
            provider: 'handmade',
            name: 'Handmade',
            issuer: handmade.issuer,
            client_id: 'omomi',
            client_secret: 'x',
          },
        ]),
      },
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await runner?.stop();
    await real?.close();
    await handmade?.close();
    await rm(data, { recursive: true, force: true });
  });

  const problem = (code: string) => browser.page.locator(`[role=alert][data-problem=${code}]`).waitFor();
  const button = (name: string) => browser.page.getByRole('link', { name: `Continue with ${name}` });
  const forget = () => browser.page.context().clearCookies();

  const atTheReal = async (login: string) => {
    const { page } = browser;
    await forget();
    await page.goto(`${runner.origin}/sign-in`);
    await button('Real').click();
    await page.getByLabel('Login').fill(login);
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  it('leads from the button through a real provider to the list, and out again', async () => {
    const { page, shoot } = browser;
    await page.goto(runner.origin);
    await button('Real').waitFor();
    await shoot('sign-in');
    await button('Real').click();
    await page.getByLabel('Login').fill('owner');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Add feed', exact: true }).first().waitFor();
    expect(new URL(page.url()).origin).toBe(runner.origin);
    const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-omomi');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    await page.reload();
    await page.getByRole('button', { name: 'Add feed', exact: true }).first().waitFor();

    const ended = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'));
    await page.evaluate(() => fetch('/api/auth/logout', { method: 'POST' }));
    expect((await ended).status()).toBe(204);
    await page.goto(runner.origin);
    await button('Real').waitFor();
  });

  it.each([
    ['stranger', 'not_allowed'],
    ['unverified', 'email_unverified'],
    ['denied', 'cancelled'],
  ])('tells %s what to do: %s', async (login, code) => {
    await atTheReal(login);
    await problem(code);
    await browser.shoot(`sign-in-${code}`);
    const names = (await browser.page.context().cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('__Host-'))).toEqual([]);
  });

  it.each<[string, Forgery, string]>([
    ['wrong state', { state: 'x'.repeat(43) }, 'login_expired'],
    ['wrong nonce', { claims: { nonce: 'another' } }, 'sign_in_failed'],
    ['wrong audience', { claims: { aud: 'another' } }, 'sign_in_failed'],
    ['alg none', { isUnsigned: true }, 'sign_in_failed'],
    ['expired code', { refusesCode: true }, 'sign_in_failed'],
    ['silent provider', { isDown: true }, 'provider_unavailable'],
  ])('refuses a %s with a page that explains what to do', async (_, forgery, code) => {
    const { page } = browser;
    await forget();
    handmade.state.forgery = forgery;
    await page.goto(`${runner.origin}/sign-in`);
    await button('Handmade').click();
    await problem(code);
    expect((await page.context().cookies()).some(({ name }) => name === '__Host-omomi')).toBe(false);
    // The page offers another try.
    await button('Handmade').waitFor();
  });

  it('links another identity, which then leads to the same reader', async () => {
    const { page } = browser;
    await atTheReal('owner');
    await page.getByRole('button', { name: 'Add feed', exact: true }).first().waitFor();
    const me = () =>
      page.evaluate(async () => {
        const answer = await fetch('/api/me');
        return (await answer.json()) as { user_id: string; identities: unknown[] };
      });
    const { user_id } = await me();
    handmade.state.forgery = { claims: { sub: 'the-owner-elsewhere', email: 'elsewhere@example.net' } };
    await page.goto(`${runner.origin}/settings/account`);
    await page.getByText('Linking another account asks you to sign in with both.').waitFor();
    await page.getByRole('button', { name: 'Link Handmade' }).click();
    // The last sign-in may have been silent, so linking asks for a new one at both providers.
    await page.getByLabel('Login').fill('owner');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByTestId('identity').nth(1).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/account');
    expect((await me()).identities).toHaveLength(2);
    await forget();
    await page.goto(`${runner.origin}/sign-in`);
    await button('Handmade').click();
    await page.getByRole('button', { name: 'Add feed', exact: true }).first().waitFor();
    expect((await me()).user_id).toBe(user_id);
  });

  it('refuses a code that was already used', async () => {
    const { page } = browser;
    const back: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/auth/callback')) back.push(request.url());
    });
    await atTheReal('owner');
    await page.getByRole('button', { name: 'Add feed', exact: true }).first().waitFor();
    expect(back).toHaveLength(1);
    await page.goto(back[0] ?? '');
    await problem('login_expired');
  });
});

describe('where a proxy signs readers in', () => {
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    const variables = {
      AUTH_PROXY_HEADER: 'Remote-User',
      AUTH_PROXY_OWNER: 'anna',
      TRUSTED_PROXY: '127.0.0.1',
    };
    runner = await startRunner({ data, allowHosts: '', variables });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await runner?.stop();
    await rm(data, { recursive: true, force: true });
  });

  it('the page for whoever it did not name says so, and leads through it once more', async () => {
    const { page, shoot } = browser;
    await page.goto(`${runner.origin}/settings/data`);
    await page.getByText('A proxy before this Omomi signs readers in').waitFor();
    await shoot('sign-in-proxy');
    await page.setExtraHTTPHeaders({ 'Remote-User': 'anna' });
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Export your data' }).waitFor();
    expect(URL.parse(page.url())?.pathname).toBe('/settings/data');
  });
});
