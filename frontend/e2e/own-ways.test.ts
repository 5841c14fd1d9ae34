import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInvite } from '../../backend/src/local/cli/run-invite.ts';
import { startRunner } from '../../backend/test/harness/runner.ts';
import { openBrowser } from './browser.ts';

const WORDS = 'kettle under the seventh bridge';
/** A name of the server that is not this machine's own, so that browsers want https there. */
const NAME = 'reader.example';

describe('passwords and passkeys with a browser', () => {
  let runner: Awaited<ReturnType<typeof startRunner>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let data: string;
  let origin: string;
  let authenticator: Awaited<ReturnType<typeof addAuthenticator>>;

  /** Gives the browser a passkey device that answers by itself. */
  const addAuthenticator = async () => {
    const session = await browser.page.context().newCDPSession(browser.page);
    await session.send('WebAuthn.enable');
    const add = async () => {
      const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      return authenticatorId;
    };
    const lose = (authenticatorId: string) =>
      session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    return { first: await add(), add, lose };
  };

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'omomi-e2e-'));
    runner = await startRunner({ data, allowHosts: '', variables: { ACCOUNTS: 'on', ALLOWED_HOSTS: NAME } });
    // A passkey belongs to a name, not to an address.
    origin = runner.origin.replace('127.0.0.1', 'localhost');
    browser = await openBrowser();
    authenticator = await addAuthenticator();
  });
  afterAll(async () => {
    await browser?.close();
    await runner?.stop();
    await rm(data, { recursive: true, force: true });
  });

  /** Makes a link as `npm run invite` does, beside the runner. */
  const invite = async (...args: string[]) => {
    let output = '';
    const write = (text: string) => (output += text);
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const options = { args: [...args, '--data', data], variables: {}, write, complain: write, log };
    expect(await runInvite(options)).toBe(0);
    return `${origin}/invitation${new URL(output).hash}`;
  };
  const atTheList = () =>
    browser.page.getByRole('button', { name: 'Add feed', exact: true }).first().waitFor();
  const leave = () => browser.page.context().clearCookies();
  const button = (name: string) => browser.page.getByRole('button', { name, exact: true });
  const signIn = async (password: string) => {
    await browser.page.goto(`${origin}/sign-in`);
    await browser.page.getByLabel('Name').fill('Anna');
    await browser.page.getByLabel('Password').fill(password);
    await button('Sign in').click();
  };

  it('are not asked for where they cannot work, and do not use up the link', async () => {
    const { page, shoot } = browser;
    await page.route(`http://${NAME}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const headers = { ...route.request().headers(), host: NAME };
      await route.fulfill({
        response: await route.fetch({ url: `${runner.origin}${pathname}${search}`, headers }),
      });
    });
    const { hash } = new URL(await invite());
    await page.goto(`http://${NAME}/invitation${hash}`);
    await page.getByText('The link has not been used yet').waitFor();
    await shoot('invitation-not-https');
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.goto(`http://${NAME}/sign-in`);
    await page.getByText('This address is not https').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.goto(`${runner.origin}/invitation${hash}`);
    await page.getByText('Passkeys work only where the address has a name').waitFor();
    await button('Continue with a password').waitFor();
    await shoot('invitation-at-a-number');
  });

  it('make the first owner by a link, with a passkey that signs in again', async () => {
    const { page, shoot } = browser;
    const link = await invite();
    await page.goto(link.slice(0, -1));
    await page.getByText('This link is not whole.').waitFor();
    await page.goto(link);
    await page.getByLabel('Name').fill('Anna');
    await shoot('invitation');
    expect(page.url()).not.toContain('#');
    await button('Continue with a passkey').click();
    await atTheList();
    await leave();
    await page.goto(`${origin}/sign-in`);
    await button('Sign in with a passkey').waitFor();
    await shoot('sign-in-own');
    await button('Sign in with a passkey').click();
    await atTheList();
    await page.goto(link);
    await page.getByText('This link was used already').waitFor();
  });

  it('add a second passkey and a password, and remove the one that is lost', async () => {
    const { page, shoot } = browser;
    await page.goto(`${origin}/settings/account`);
    const addPasskey = async () => {
      await button('Add a passkey').click();
      await page.getByLabel('Name of the passkey').fill('phone');
      await button('Save').click();
    };
    // A second one on this device would replace the first, which would still be listed.
    await addPasskey();
    await page.getByText('This device has your passkey for this Omomi already.').waitFor();
    expect(await page.getByTestId('identity').count()).toBe(1);
    await authenticator.lose(authenticator.first);
    await authenticator.add();
    await addPasskey();
    await page.getByTestId('identity').filter({ hasText: 'phone' }).waitFor();
    await button('Set a password').click();
    await page.getByLabel('New password').fill('password12345');
    await button('Save').click();
    await page.getByText('This password is too short or easily guessed.').waitFor();
    await page.getByLabel('New password').fill(WORDS);
    await button('Save').click();
    await page.getByTestId('identity').filter({ hasText: 'Password of Anna' }).waitFor();
    await shoot('settings-account');
    const remove = async (name: string) => {
      await button(`Remove Passkey: ${name}`).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByTestId('identity').filter({ hasText: name }).waitFor({ state: 'detached' });
    };
    // Nobody links an account where there are no providers.
    expect(await page.getByText('sign in with both').count()).toBe(0);
    await remove('Chrome on Linux');
    const signInByPasskey = async () => {
      await leave();
      await page.goto(`${origin}/sign-in`);
      await button('Sign in with a passkey').click();
    };
    await signInByPasskey();
    await atTheList();
    expect(URL.parse(page.url())?.pathname).toBe('/');
    await page.goto(`${origin}/settings/account`);
    await remove('phone');
    await signInByPasskey();
    await page.getByRole('alert').getByText('This Omomi does not know this passkey.').waitFor();
  });

  it('refuse a wrong password with a sentence, and take the right one', async () => {
    await leave();
    await signIn('not the words of Anna');
    await browser.page.getByRole('alert').getByText('Name and password do not match.').waitFor();
    expect(URL.parse(browser.page.url())?.pathname).toBe('/sign-in');
    await signIn(WORDS);
    await atTheList();
  });

  it('invite others, and let the owner in again by a link from the server', async () => {
    const { page } = browser;
    await page.goto(`${origin}/settings/account`);
    await button('Make a link').click();
    const link = await page.getByTestId('invitation-link').inputValue();
    expect(link).toMatch(/^http:\/\/localhost:\d+\/invitation#[\w-]{43}$/);
    await leave();
    await page.goto(await invite('--for', 'anna'));
    await page.getByText('Every device is signed out.').waitFor();
    await page.getByLabel('Password').fill(`${WORDS} again`);
    await button('Continue with a password').click();
    await atTheList();
    await leave();
    await page.goto(link);
    await page.getByLabel('Name').fill('Ben');
    await page.getByLabel('Password').fill(WORDS);
    await button('Continue with a password').click();
    await atTheList();
    await page.goto(`${origin}/settings/account`);
    await page.getByTestId('identity').filter({ hasText: 'Password of Ben' }).waitFor();
    expect(await button('Make a link').count()).toBe(0);
  });

  it('end at once for a reader whom the owner removes after a question', async () => {
    const { page, shoot } = browser;
    const cookies = await page.context().cookies();
    await leave();
    await signIn(`${WORDS} again`);
    await atTheList();
    await page.goto(`${origin}/owner`);
    const line = (name: string) =>
      page
        .getByRole('list', { name: 'Readers', exact: true })
        .getByRole('listitem')
        .filter({ hasText: name });
    await button('Remove Ben…').click();
    await shoot('owner-remove');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove for good' }).click();
    await line('Ben').getByText('The account is being deleted.').waitFor();
    expect(await line('Anna').getByRole('button').count()).toBe(0);
    await leave();
    await page.context().addCookies(cookies);
    expect((await page.request.get(`${origin}/api/me`)).status()).toBe(401);
  });
});
