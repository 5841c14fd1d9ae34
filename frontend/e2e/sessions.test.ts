import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunner } from '../../backend/test/harness/runner.ts';
import { startRealProvider } from '../../backend/test/harness/servers/real-provider.ts';
import { eventually, openBrowser } from './browser.ts';

describe('the devices of a reader who signs in', () => {
  let provider: Awaited<ReturnType<typeof startRealProvider>>;
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let desk: Awaited<ReturnType<typeof openBrowser>>;
  let phone: Awaited<ReturnType<typeof openBrowser>>;
  let data: string;

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    provider = await startRealProvider({
      redirectUris: () => [`${runner.origin}/api/auth/callback`],
      accounts: { owner: { email: 'owner@example.org', email_verified: true, name: 'The Owner' } },
    });
    runner = await startRunner({
      data,
      allowHosts: '',
      variables: {
        ALLOWED_EMAILS: 'owner@example.org',
        OIDC_PROVIDERS: JSON.stringify([{ provider: 'real', name: 'Real', ...provider.settings }]),
      },
    });
    desk = await openBrowser();
    phone = await openBrowser({ width: 390, height: 844 });
  });
  afterAll(async () => {
    await desk?.close();
    await phone?.close();
    await runner?.stop();
    await provider?.close();
    await rm(data, { recursive: true, force: true });
  });

  const signIn = async (page: Page) => {
    await page.getByRole('link', { name: 'Continue with Real' }).click();
    await page.getByLabel('Login').fill('owner');
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const atSignIn = (page: Page) => page.getByRole('heading', { name: 'Sign in to Omomi' }).waitFor();

  it('return to the page from which they were sent to sign in, and are listed there', async () => {
    const { page } = desk;
    await page.goto(`${runner.origin}/settings/account`);
    await atSignIn(page);
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/account');
    await page.getByText('The Owner', { exact: true }).waitFor();
    expect(await page.getByTestId('identity').count()).toBe(1);
    // The only identity cannot be unlinked.
    expect(await page.getByRole('button', { name: /^Unlink/ }).count()).toBe(0);
    await page.getByTestId('session').getByText('this device').waitFor();
  });

  it('are signed out one by one, or all others at once, and the settings sign this one out', async () => {
    await phone.page.goto(runner.origin);
    await atSignIn(phone.page);
    await signIn(phone.page);
    await phone.page.getByRole('heading', { name: 'Welcome to Omomi' }).waitFor();

    const { page } = desk;
    await page.reload();
    await eventually(async () => expect(await page.getByTestId('session').count()).toBe(2));
    await desk.shoot('sessions-1');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await eventually(async () => expect(await page.getByTestId('session').count()).toBe(1));
    await phone.page.reload();
    await atSignIn(phone.page);

    const left = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('omomi.')));
    await page.getByRole('navigation', { name: 'Feeds' }).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Display' }).click();
    await page.getByRole('radio', { name: 'Dark' }).press('Space');
    await eventually(async () => expect(await left()).toContain('omomi.theme'));
    await page.getByRole('link', { name: 'Account and data' }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await atSignIn(page);
    // No data of this reader may be left in the browser.
    expect(await left()).toEqual([]);
    expect(await page.locator('html').getAttribute('class')).not.toContain('dark');
    const answer = await page.goto(`${runner.origin}/api/me`);
    expect(answer?.status()).toBe(401);
  });

  it('show the deletion of an account', async () => {
    const { page } = desk;
    await page.goto(`${runner.origin}/settings/data`);
    await atSignIn(page);
    // The provider's own session still exists, so it signs the reader in without a form.
    await page.getByRole('link', { name: 'Continue with Real' }).click();
    await page.getByRole('button', { name: 'Delete account…' }).click();
    await page.getByLabel(/Type owner@example.org to confirm/).fill('Owner@Example.org');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('You are signed out on every device.').waitFor();
    await desk.shoot('sessions-2-leaving');
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await atSignIn(page);
    // Ignore expected errors: requests without a session fail, and the provider's page has no icon.
    const complaints = [...desk.complaints, ...phone.complaints];
    expect(complaints.filter((each) => !each.includes('401') && !each.endsWith('/favicon.ico'))).toEqual([]);
  });
});
