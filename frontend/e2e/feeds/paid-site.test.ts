/// <reference lib="dom" />
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberedItem, rss } from '../../../backend/test/harness/servers/feed-server.ts';
import { openBrowser } from '../browser.ts';
import { openWorld, type World } from '../world.ts';

describe('a feed of a site that asks for a sign-in', () => {
  let world: World;
  let accepted = 'session=one';
  const showTo = (path: string, isOpen: boolean): void =>
    world.server.set(path, ({ headers }, response) => {
      const status = isOpen || headers.cookie === accepted ? 200 : 401;
      response.writeHead(status, { 'content-type': 'application/rss+xml' });
      response.end(status === 200 ? rss([numberedItem(1), numberedItem(2)], { title: path.slice(1) }) : '');
    });
  beforeAll(async () => {
    world = await openWorld();
    showTo('/Paid', false);
    showTo('/Open', true);
  });
  afterAll(async () => {
    await world?.close();
  });

  it('is added with it, and tells no more than that it has one', async () => {
    const browser = await openBrowser();
    const { page, shoot } = browser;
    await page.goto(`${world.runner.origin}/subscribe?url=${encodeURIComponent(world.server.url('/Paid'))}`);
    const adding = page.getByRole('dialog');
    await adding.getByRole('button', { name: 'Add feed' }).click();
    await adding.getByText('The site asks for a password to read this feed.').waitFor();
    await adding.getByText('Sign-in for this site').click();
    await adding.getByLabel('Cookie of the site').fill('session=wrong');
    await adding.getByRole('button', { name: 'Keep sign-in' }).click();
    await adding.getByText('The site refuses your sign-in.').waitFor();
    await shoot('paid-adding');
    await adding.getByLabel('Cookie of the site').fill('Cookie: session=one');
    await adding.getByRole('button', { name: 'Keep sign-in' }).click();
    await adding.waitFor({ state: 'hidden' });
    await page.getByText('Article 2').first().waitFor();

    await page.goto(`${world.runner.origin}/feeds`);
    await page.getByRole('row', { name: /Paid/ }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const details = page.getByRole('dialog');
    await details.getByText('Sign-in for this site').click();
    await details.getByText(/^There is one since .*: a cookie\.$/).waitFor();
    await shoot('paid-details');
    accepted = 'session=two';
    await details.getByLabel('Cookie of the site').fill('session=two');
    await details.getByRole('button', { name: 'Keep sign-in' }).click();
    await page.getByText('The site accepts your sign-in.').waitFor();
    await details.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The sign-in is deleted.').waitFor();
    await details.getByText(/^There is one since/).waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('session=two');
    expect(browser.complaints.filter((text) => !text.includes('422'))).toEqual([]);
    await browser.close();
  });

  it('takes the place of the one that others may follow too', async () => {
    const { feed_id } = await world.runner.post<{ feed_id: string }>('/api/feeds', {
      url: world.server.url('/Open'),
    });
    await world.runner.settled();
    const browser = await openBrowser();
    const { page } = browser;
    await page.goto(`${world.runner.origin}/feeds`);
    await page.getByRole('row', { name: /Open/ }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const details = page.getByRole('dialog');
    await details.getByText('Sign-in for this site').click();
    await details.getByLabel('User name at the site').fill('anna');
    expect(await details.getByRole('button', { name: 'Keep sign-in' }).isDisabled()).toBe(true);
    await details.getByLabel('Password at the site').fill('four words');
    await details.getByRole('button', { name: 'Keep sign-in' }).click();
    await page.getByText('The site accepts your sign-in.').waitFor();
    const { items } = await world.runner.get<{
      items: { feed_id: string; title: string; unread_count: number }[];
    }>('/api/feeds');
    const open = items.filter(({ title }) => title === 'Open');
    expect(open).toEqual([expect.objectContaining({ unread_count: 2 })]);
    expect(open[0]!.feed_id).not.toBe(feed_id);
    expect(browser.complaints).toEqual([]);
    await browser.close();
  });
});
