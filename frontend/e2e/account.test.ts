/// <reference lib="esnext.typedarrays" />
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rss } from '../../backend/test/harness/servers/feed-server.ts';
import { startMailServer, type MailServer } from '../../backend/test/harness/servers/mail-server.ts';
import { eventually, openBrowser } from './browser.ts';
import { violationsOf } from './crawls/axe.ts';
import { openWorld, type World } from './world.ts';

const HOUR = 3_600_000;
const PICTURE = 'https://pictures.example/lighthouse.png';
/** Cards ask for the picture, whose host does not exist. */
const unexpected = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !complaint.endsWith(' /api/image'));

const article = (name: string, n: number, text = `What there is to know of ${name} ${n}.`) => ({
  title: `${name} ${n}`,
  text: `<p>${text}</p>`,
  link: `https://${name.toLowerCase()}.example/${n}`,
  guid: `${name}-${n}`,
  date: new Date(Date.now() - n * HOUR).toISOString(),
});

const feedOf = (name: string, articles: ReturnType<typeof article>[]) =>
  rss(articles, { title: name, site: `https://${name.toLowerCase()}.example/` });

const HARBOUR = [1, 2, 3].map((n) => article('Harbour', n));
const COAST = [
  article('Coast', 1, `<img src="${PICTURE}" alt="A lighthouse at dusk"> The light is out.`),
  article('Coast', 2),
];

/** Returns the pixels of a picture, which a browser decodes. They go there and back as text: lists of numbers take seconds. */
const pixelsOf = async (
  page: Page,
  png: Buffer,
): Promise<{ width: number; height: number; data: Uint8Array }> => {
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64(base64)]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    const pixels = canvas.getImageData(0, 0, bitmap.width, bitmap.height).data;
    return { width: bitmap.width, height: bitmap.height, data: new Uint8Array(pixels).toBase64() };
  }, png.toString('base64'));
  return { width, height, data: Buffer.from(data, 'base64') };
};

describe('a reader’s settings, tokens, marks and jobs', () => {
  let mails: MailServer;
  let world: World;
  let server: World['server'];
  let runner: World['runner'];
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    mails = await startMailServer();
    world = await openWorld({ SMTP_URL: mails.url, MAIL_FROM: 'omomi@example.org' });
    ({ server, runner } = world);
    server.set('/harbour.xml', { body: feedOf('Harbour', HARBOUR) });
    server.set('/coast.xml', { body: feedOf('Coast', COAST) });
    browser = await openBrowser();
    page = browser.page;
    await page.goto(runner.origin);
    for (const name of ['Harbour', 'Coast']) {
      await page.getByRole('button', { name: 'Add feed', exact: true }).first().click();
      await page.getByLabel('Address').fill(server.url(`/${name.toLowerCase()}.xml`));
      await page.getByRole('dialog').getByRole('button', { name: 'Add feed', exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
  });
  afterAll(async () => {
    await browser?.close();
    await world?.close();
    await mails?.close();
  });

  const rows = () => page.getByTestId('article-row');
  const rowOf = (title: string) => rows().filter({ has: page.getByRole('heading', { name: title }) });
  const untilUnread = (count: number) =>
    eventually(async () => {
      expect(await rows().count()).toBe(5);
      expect(await page.locator('[data-testid=article-row][data-read=false]').count()).toBe(count);
      const shown = page.getByTestId('unread-count');
      if (count === 0) expect(await shown.count()).toBe(0);
      else expect(await shown.textContent()).toContain(String(count));
    });
  const openAll = async () => {
    await page.getByRole('link', { name: /^All articles/ }).click();
    await page.getByRole('heading', { level: 1, name: 'All articles' }).waitFor();
  };
  /** Waits until the server has stored the choice. */
  const choose = async (act: () => Promise<void>) => {
    const answer = page.waitForResponse(
      (response) => response.url().endsWith('/api/me/preferences') && response.request().method() === 'PUT',
    );
    await act();
    expect((await answer).status()).toBe(200);
  };
  const pick = (role: 'radio' | 'checkbox', name: string | RegExp) =>
    page.getByRole(role, { name }).press('Space');
  const openSettings = async (tab: string) => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: tab, exact: true }).click();
  };

  it('keeps preferences at the server, after a reload and in another browser', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    // The only reader of a local Omomi has no account and cannot sign in or out.
    expect(await page.getByRole('link', { name: 'Account' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await choose(() => pick('radio', 'Dark'));
    await choose(() => pick('radio', 'Cards'));
    await page.getByRole('link', { name: 'Reading', exact: true }).click();
    await choose(() => pick('radio', 'Newest'));
    await choose(async () => void (await page.getByLabel('Articles at a time').selectOption('20')));
    await browser.shoot('account-1-settings');
    const isDark = async (of: Page) =>
      /\bdark\b/.test((await of.locator('html').getAttribute('class')) ?? '');
    expect(await isDark(page)).toBe(true);

    const asked = page.waitForRequest((request) => request.url().includes('/api/articles?'));
    await page.goto(runner.origin);
    expect(new URL((await asked).url()).searchParams.get('limit')).toBe('20');
    await page.locator('ol[data-look=cards]').waitFor();
    expect([await isDark(page), await page.getByRole('combobox', { name: 'Order' }).inputValue()]).toEqual([
      true,
      'published_at',
    ]);

    const other = await openBrowser({ locale: 'ja-JP' });
    try {
      await other.page.goto(runner.origin);
      await other.page.locator('ol[data-look=cards]').waitFor();
      expect(await isDark(other.page)).toBe(true);
      // No language was chosen, so the browser's own is used.
      await other.page.getByRole('heading', { level: 1, name: 'すべての記事' }).waitFor();
      expect(unexpected(other.complaints)).toEqual([]);
    } finally {
      await other.close();
    }
    await openSettings('Display');
    await choose(() => pick('radio', '日本語'));
    await page.getByRole('heading', { level: 1, name: '設定' }).waitFor();
    await choose(() => pick('radio', 'English'));
    await choose(() => pick('radio', 'Light'));
  });

  it('are found by words, led to, marked and given the focus, each of them, and former addresses lead there', async () => {
    await page.goto(`${runner.origin}/settings`);
    const field = page.getByRole('searchbox', { name: 'Find a setting' });
    const links = page.getByTestId('found-setting');
    const marked = page.locator('main [aria-current=true]');
    const address = () => page.evaluate(() => window.location.pathname + window.location.search);
    await field.fill('night');
    await field.press('Enter');
    await marked.getByText('Appearance').waitFor();
    expect(await address()).toBe('/settings?setting=theme');
    expect(await marked.locator(':focus').getAttribute('type')).toBe('radio');
    expect(await violationsOf(page)).toEqual([]);
    await field.fill('no such thing');
    await page.getByText('No settings found.').waitFor();
    await field.press('Escape');
    await marked.waitFor();
    // One of these letters is in every entry.
    const found = new Map<string, string>();
    for (const letter of ['a', 'e', 'o']) {
      await field.fill(letter);
      for (const link of await links.all()) {
        const [href, label] = await Promise.all([
          link.getAttribute('href'),
          link.locator('div').nth(1).textContent(),
        ]);
        if (href!.includes('?setting=')) found.set(href!, label!);
      }
    }
    expect(found.size).toBeGreaterThan(25);
    expect(await violationsOf(page)).toEqual([]);
    for (const [href, label] of found) {
      await field.fill(label);
      await field.press('ArrowDown');
      await page.locator(`main a[href="${href}"]`).press('Enter');
      await marked.getByText(label, { exact: true }).first().waitFor();
      expect(await address()).toBe(href);
      expect([href, await marked.locator(':focus').count()]).toEqual([href, 1]);
      await eventually(async () => {
        const { y } = (await marked.boundingBox())!;
        expect([href, y > 0 && y < 800]).toEqual([href, true]);
      });
    }
    await browser.shoot('account-1-found');
    await page.goto(`${runner.origin}/settings/rules`);
    await marked.getByRole('heading', { name: 'Rules' }).waitFor();
    await page.goto(`${runner.origin}/settings/data`);
    await marked.getByRole('heading', { name: 'Export your data' }).waitFor();
    await page.goto(`${runner.origin}/settings/general`);
    await page.getByRole('heading', { level: 2, name: 'Article text' }).waitFor();
    expect(unexpected(browser.complaints)).toEqual([]);
  });

  it('shows the same articles as a list, as cards and as a magazine', async () => {
    await openAll();
    const titles = async () =>
      (await rows().getByRole('heading').allTextContents()).toSorted((a, b) => a.localeCompare(b));
    await eventually(async () => expect(await rows().count()).toBe(5));
    const before = await titles();
    for (const look of ['Magazine', 'List', 'Cards'] as const) {
      await page.getByRole('button', { name: 'More for this list' }).click();
      await choose(() => page.getByRole('menuitemradio', { name: look }).click());
      await page.locator(`ol[data-look=${look.toLowerCase()}]`).waitFor();
      await browser.shoot(`account-2-${look.toLowerCase()}`);
      expect(await titles()).toEqual(before);
      await rowOf('Harbour 2')
        .getByRole('link', { name: /Harbour 2/ })
        .click();
      await page.getByTestId('article-content').getByText('know of Harbour 2').waitFor();
      await page.getByRole('button', { name: 'Close article' }).click();
      await rowOf('Harbour 2').getByRole('button', { name: 'Mark as unread' }).click();
      await untilUnread(5);
    }
  });

  it('requests no image if images are off, and leaves an opened article unread if that is preferred', async () => {
    const asked: string[] = [];
    await page.route('**/api/image?**', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('url') ?? '');
      await route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      });
    });
    await openSettings('Display');
    await choose(() => pick('checkbox', 'Show images in articles'));
    await openSettings('Reading');
    await choose(() => pick('checkbox', /Mark an article read/));
    await openAll();
    await rowOf('Coast 1')
      .getByRole('link', { name: /Coast 1/ })
      .click();
    await page.getByTestId('article-content').getByText('[Image: A lighthouse at dusk]').waitFor();
    expect(await page.getByTestId('article-content').locator('img').count()).toBe(0);
    expect(asked).toEqual([]);
    await page.getByRole('button', { name: 'Close article' }).click();
    await untilUnread(5);

    await openSettings('Display');
    await choose(() => pick('checkbox', 'Show images in articles'));
    await openSettings('Reading');
    await choose(() => pick('checkbox', /Mark an article read/));
    await openAll();
    await rowOf('Coast 1')
      .getByRole('link', { name: /Coast 1/ })
      .click();
    // In the row and in the text, in another width each.
    await eventually(() => expect(asked).toEqual([PICTURE, PICTURE]));
    await page.getByRole('button', { name: 'Close article' }).click();
    await untilUnread(4);
    await rowOf('Coast 1').getByRole('button', { name: 'Mark as unread' }).click();
    await untilUnread(5);
  });

  it('marks all read at once and undoes it from the notice, by a key, and from the jobs', async () => {
    await openAll();
    await untilUnread(5);
    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Mark all read' }).click();
    await untilUnread(0);
    await page.getByText('5 articles marked read.').waitFor();
    await browser.shoot('account-3-undo');
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilUnread(5);

    await page.keyboard.press('Shift+A');
    await untilUnread(0);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('z');
    await untilUnread(5);

    await page.getByRole('button', { name: 'More for this list' }).click();
    await page.getByRole('menuitem', { name: 'Mark read: older than a week' }).click();
    await page.getByText('Marked as read.', { exact: true }).waitFor();
    await untilUnread(5);

    await page.keyboard.press('Shift+A');
    await untilUnread(0);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Activity' }).click();
    const held = page.locator('[data-testid=job][data-kind=mark-read][data-state=queued]');
    await held
      .first()
      .getByText(/can be undone until/)
      .waitFor();
    await browser.shoot('account-4-jobs');
    await held.first().getByRole('button', { name: 'Undo' }).click();
    // The mark for articles older than a week remains.
    await eventually(async () => expect(await held.count()).toBe(1));
    await openAll();
    await untilUnread(5);
  });

  it('fetches one feed from its menu, and shows the result of that and of a cleanup', async () => {
    await openAll();
    server.set('/harbour.xml', { body: feedOf('Harbour', [article('Harbour', 0), ...HARBOUR]) });
    await page.getByRole('button', { name: 'Actions for Harbour' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Fetch now' }).click();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('link', { name: 'Activity' }).click();
    const jobOf = (kind: string, state: string) =>
      page.locator(`[data-testid=job][data-kind=${kind}][data-state=${state}]`);
    const fetched = jobOf('fetch-feeds', 'done').filter({ hasText: 'Fetching Harbour' });
    await fetched.getByText('1 new article').waitFor();
    await fetched.getByRole('button', { name: 'Details' }).click();
    await fetched.getByTestId('fetch-row').getByText('1 new · 4 in the feed · 3 unchanged').waitFor();

    server.set('/coast.xml', { body: 'gone', status: 503 });
    await page.getByRole('button', { name: 'Fetch all feeds' }).click();
    const all = jobOf('fetch-feeds', 'done').filter({ hasText: 'Fetching feeds' });
    await all.first().getByText('1 feed needs attention').waitFor();
    await all.first().getByRole('button', { name: 'Details' }).click();
    await all.first().getByTestId('fetch-row').first().getByText('The site has problems').waitFor();
    await page.getByRole('button', { name: 'Clean up now' }).click();
    const cleaned = jobOf('cleanup', 'done');
    await cleaned.getByText('nothing had expired').waitFor({ timeout: 90_000 });
    expect(await cleaned.getByText('Unread ones arrived before').count()).toBe(0);
    await cleaned.getByRole('button', { name: 'Details' }).click();
    await cleaned.getByText('Unread ones arrived before').waitFor();
    await browser.shoot('account-5-jobs');
  });

  it('creates a token, shows it once, and lets it work until it is revoked', async () => {
    await openSettings('Apps');
    await page.getByText('You have no tokens.').waitFor();
    await page.getByLabel('Name').fill('Backup script');
    await page.getByRole('radio', { name: 'Read', exact: true }).press('Space');
    await page.getByRole('button', { name: 'Create token' }).click();
    const secret = await page.getByTestId('token-secret').inputValue();
    expect(await page.getByTestId('app-address').inputValue()).toBe(new URL(runner.origin).origin);
    expect(await page.getByTestId('app-fever-address').inputValue()).toBe(
      `${new URL(runner.origin).origin}/fever/`,
    );
    await page.getByRole('button', { name: 'Show as QR code' }).click();
    const code = page.getByRole('figure', { name: 'QR code of the text above' });
    // As a camera sees it, once no notice lies over it.
    const notices = page.getByRole('button', { name: 'Dismiss' });
    await eventually(async () => expect(await notices.count()).toBe(0));
    const shown = [new URL(runner.origin).origin, 'omomi', secret].join('\n');
    await eventually(async () => expect(decodeQR(await pixelsOf(page, await code.screenshot()))).toBe(shown));
    await browser.shoot('account-6-token');
    const ask = async (method: string) =>
      (
        await fetch(new URL('/api/keywords', runner.origin), {
          method,
          headers: { authorization: `Bearer ${secret}` },
        })
      ).status;
    expect([await ask('GET'), await ask('POST')]).toEqual([200, 403]);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    const token = page.getByTestId('token').filter({ hasText: 'Backup script' });
    await token.getByText('last used').waitFor();
    expect(await page.content()).not.toContain(secret);
    await token.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You have no tokens.').waitFor();
    expect(await ask('GET')).toBe(401);
  });

  it('sets notifications: shows what last week would have been, tries a channel at once, and tells what works', async () => {
    const told: string[] = [];
    server.set('/hook', (request, response) => {
      request.on('data', (text) => told.push(JSON.parse(String(text)).title)).on('end', () => response.end());
    });
    await page.goto(`${runner.origin}/settings/reading`);
    await page.getByRole('button', { name: 'Set up: Notifications' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    const on = dialog.getByRole('checkbox', { name: 'Send notifications' });
    await dialog.getByText('Last week this would have been').waitFor();
    expect(await on.isDisabled()).toBe(true);
    await dialog.getByLabel('What', { exact: true }).selectOption({ label: 'All of “Coast”' });
    await dialog.getByLabel('At most').selectOption('10 a day');
    await dialog.getByLabel('Quiet hours: From').fill('00:00');
    await dialog.getByLabel('Quiet hours: To').fill('00:00');
    await dialog.getByText('Last week this would have been 2 notifications').click();
    await dialog.getByText('Coast 2').waitFor();
    // This Chromium shows no notifications.
    await dialog.getByRole('button', { name: 'Add this device' }).click();
    await dialog.getByText('This browser does not allow Omomi').waitFor();
    await dialog.getByRole('radio', { name: 'Webhook' }).check();
    for (const path of ['/hook', '/nothing']) {
      await dialog.getByLabel('Address').fill(server.url(path));
      await dialog.getByLabel('Secret').fill('a-secret');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await eventually(async () => expect(await dialog.getByLabel('Address').inputValue()).toBe(''));
    }
    const channels = dialog.getByTestId('channel');
    await eventually(async () => {
      expect(await channels.nth(0).textContent()).toContain('Works.');
      expect(await channels.nth(1).textContent()).toContain('The last message was refused (404).');
    });
    expect(told).toEqual(['Omomi']);
    await on.press('Space');
    const stored = async () => ((await runner.get('/api/notifications')) as { settings: unknown }).settings;
    await eventually(async () => expect(await stored()).toMatchObject({ is_on: true, most_a_day: 10 }));
    expect(await stored()).toMatchObject({ time_zone: 'UTC', language: 'en', page: runner.origin });
    await channels.nth(1).getByRole('button').click();
    await eventually(async () => expect(await channels.count()).toBe(1));
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('makes the morning edition for the catalogue, and sends it as a mail, at once and on chosen days, until its link is followed', async () => {
    await page.getByRole('button', { name: 'Set up: Morning edition' }).click();
    const dialog = page.getByRole('dialog', { name: 'Morning edition' });
    type Stored = { settings: { is_on: boolean } | null; address: string | null };
    const read = () => runner.get<Stored>('/api/morning');
    const stored = async () => (await read()).settings;
    // It may be switched on without an address, for the catalogue alone.
    await dialog.getByLabel('Make the edition').press('Space');
    await eventually(async () =>
      expect(await read()).toMatchObject({ settings: { is_on: true, time: '07:00' }, address: null }),
    );
    await browser.shoot('morning-edition');
    await dialog.getByLabel('Your e-mail address').fill('anna@example.org');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const address = dialog.getByTestId('morning-address');
    await address.getByText('Nothing sent yet.').waitFor();
    await dialog.getByRole('button', { name: 'Send the last day now' }).click();
    await dialog.getByText('Sent.', { exact: true }).waitFor();
    await address.getByText('Last sent:').waitFor();
    await dialog.getByLabel('Hour').fill('06:30');
    await dialog.getByRole('button', { name: 'Sun' }).click();
    const chosen = { is_on: true, time: '06:30', days: [1, 2, 3, 4, 5, 6], time_zone: 'UTC' };
    await eventually(async () => expect(await stored()).toMatchObject(chosen));
    expect(await violationsOf(page)).toEqual([]);
    const [mail] = mails.take();
    expect(mail).toMatchObject({ to: ['anna@example.org'], html: expect.stringContaining('Harbour 1') });
    await page.goto(/http\S+\/stop/.exec(mail!.text)![0]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'No more mails' }).click();
    await page.getByText('You get no more of these mails.').waitFor();
    expect(await stored()).toMatchObject({ is_on: false });
    await page.goto(runner.origin);
  });

  it('exports everything as one file, and redirects from the sign-in page', async () => {
    await openSettings('Your data');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download everything' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^omomi-\d{4}-\d{2}-\d{2}\.json$/);
    const taken = JSON.parse(await readFile(await file.path(), 'utf8')) as {
      subscriptions: object[];
      entries: object[];
    };
    expect([taken.subscriptions.length, taken.entries.length]).toEqual([2, 6]);
    const tasteFile = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download your taste' }).click();
    const saved = await tasteFile;
    expect(saved.suggestedFilename()).toMatch(/^omomi-taste-\d{4}-\d{2}-\d{2}\.json$/);
    // Files come in at one place, whatever they are called: the taste, which adds, and what another reader exported.
    await openSettings('Feeds and rules');
    const input = page.getByLabel('Import a file…');
    const own = JSON.parse(await readFile(await saved.path(), 'utf8')) as { tags: string[] };
    const bytes = (given: object) => ({
      name: 'some.file',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(JSON.stringify(given)),
    });
    await input.setInputFiles(bytes({ ...own, tags: [...own.tags, 'Taken in'] }));
    await page.getByText(/^1 added, \d+ already there/).waitFor();
    await browser.shoot('account-taste');
    await input.setInputFiles(bytes(taken));
    await page.getByText('It is neither OPML nor an export of FreshRSS').waitFor();
    const starred = Array.from({ length: 60 }, (_, n) => ({
      title: `Star ${n}`,
      canonical: [{ href: `https://old.example/${n}` }],
      // Large enough to be packed before it is sent.
      content: { content: `<p>Kept for years.</p>${'<p>And years.</p>'.repeat(1500)}` },
      published: 1_550_000_000 + n,
      categories: n === 0 ? ['user/-/label/To do', 'user/-/state/com.google/starred'] : [],
    }));
    await input.setInputFiles(bytes({ id: 'user/me/state/org.freshrss/starred', items: starred }));
    await page.getByText('Articles: 60 saved, 1 tagged.').waitFor();
    await browser.shoot('account-brought');
    const kept = await runner.get<{ items: { title: string; own_tags: string[] }[] }>(
      '/api/articles?filter=saved&sort=oldest&limit=200',
    );
    expect(kept.items).toHaveLength(60);
    expect(kept.items).toContainEqual(expect.objectContaining({ title: 'Star 0', own_tags: ['To do'] }));
    // A local Omomi needs no sign-in, so this page leads on.
    await page.goto(new URL('/sign-in?return_to=%2Fjobs', runner.origin).href);
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    // No account deletion is running.
    await page.goto(new URL('/goodbye', runner.origin).href);
    await page.getByRole('heading', { name: 'Nothing is being deleted' }).waitFor();
    await page.getByRole('link', { name: 'Open Omomi' }).click();
    await page.getByRole('heading', { level: 1, name: 'All articles' }).waitFor();
  });

  it('deletes all data of a reader who types the confirmation', async () => {
    await openSettings('Your data');
    await page.getByRole('button', { name: 'Delete account…' }).click();
    const dialog = page.getByRole('alertdialog');
    const confirm = dialog.getByRole('button', { name: 'Delete for good' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel(/Type local to confirm/).fill('local');
    await confirm.click();
    await page.waitForURL('**/goodbye?job=*');
    await page.getByRole('heading', { level: 1, name: /deleted/ }).waitFor();
    await browser.shoot('account-7-goodbye');
    await page.getByRole('heading', { name: 'All your data is deleted.' }).waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Start over' }).click();
    await page.getByRole('heading', { name: 'Welcome to Omomi' }).waitFor();
    // Only the file that is none is refused, and the polling of the deletion job once the job is gone.
    const expected = / 404 | 400 .*\/api\/import\/opml$/;
    expect(unexpected(browser.complaints).filter((complaint) => !expected.test(complaint))).toEqual([]);
  });
});
