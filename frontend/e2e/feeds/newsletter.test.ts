import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlMail } from '../../../backend/test/harness/samples/mail-samples.ts';
import { sendMail } from '../../../backend/test/harness/servers/send-mail.ts';
import { eventually, openBrowser } from '../browser.ts';
import { openMailWorld, type MailWorld } from '../world.ts';

const raw = htmlMail(
  '<h2>Rain</h2><p>It rained over the mountains.</p><img src="https://a.example/o.gif" width=1 height=1>',
  {
    more: 'List-Unsubscribe: <https://rain.example/leave?a=1>\r\n',
  },
);

describe('a newsletter', () => {
  let world: MailWorld;
  beforeAll(async () => {
    world = await openMailWorld();
  });
  afterAll(async () => {
    await world?.close();
  });

  it('gets an address where feeds are added, brings its mails, and shows their sender and where to unsubscribe', async () => {
    const { page, close } = await openBrowser({ width: 1280, height: 900 });
    await page.goto(world.runner.origin);
    await page.getByRole('button', { name: 'Add feed' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Make an address' }).click();
    const address = await dialog.getByLabel('Address of the newsletter').inputValue();
    expect(address).toMatch(/^[a-z2-7]{20}@news\.example$/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    expect(await sendMail(world.mailPort, raw, [address])).toBe(250);
    await world.runner.settled();
    await page.reload();
    await page.getByText('Rain over the mountains').first().click();
    const article = page.getByTestId('article-content');
    await article.getByText('It rained over the mountains.').waitFor();
    expect(await article.locator('img[src*="a.example"]').count()).toBe(0);

    const line = page.getByRole('navigation', { name: 'Feeds', exact: true }).getByText('Morning Rain');
    await line.waitFor();
    await page.getByRole('button', { name: 'Actions for Morning Rain' }).first().press('Enter');
    expect(await page.getByRole('menuitem', { name: 'Fetch now' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Details…' }).click();
    await dialog.getByText(address).waitFor();
    await dialog.getByText('news@rain.example').waitFor();
    await dialog.getByText('SPF none, DKIM none').waitFor();
    const leave = dialog.getByRole('link', { name: 'At the sender' });
    expect(await leave.getAttribute('href')).toBe('https://rain.example/leave?a=1');
    expect(await leave.getAttribute('rel')).toBe('noopener noreferrer');
    await page.keyboard.press('Escape');

    // The window offers an address for the next one.
    await page.getByRole('button', { name: 'Add feed' }).first().click();
    await eventually(async () =>
      expect(await dialog.getByRole('button', { name: 'Make an address' }).count()).toBe(1),
    );
    await close();
  });
});
