import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MorningSettings } from '../../../src/contract/index.ts';
import { escaped } from '../../../src/lib/markup.ts';
import { createApiBrowser } from '../../harness/api/api-browser.ts';
import { functionUrlEvent, lambdaContext, viewerHost } from '../../harness/api/function-url-event.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { startMailServer, type MailServer } from '../../harness/servers/mail-server.ts';

const page = `https://${viewerHost}`;
const where = { time_zone: 'UTC', language: 'en', page } as const;
const settings: MorningSettings = { is_on: true, time: '09:00', days: [1, 2, 3, 4, 5, 6, 7], ...where };

let app: TestApp;
let feeds: FeedServer;
let server: MailServer;
beforeEach(async () => {
  [feeds, server] = await Promise.all([startFeedServer(), startMailServer()]);
  app = await startTestApp({ mailUrl: server.url });
});
afterEach(() => Promise.all([app.close(), feeds.close(), server.close()]));

const set = (changes: Partial<MorningSettings> = {}) =>
  app.as('local').call('setMorning', { body: { ...settings, ...changes } });
const setAddress = (address = 'anna@example.org', user_id = 'local') =>
  app.as(user_id).call('setMorningAddress', { body: { address, ...where } });
const get = () => app.as('local').call('getMorning');

type Story = { title: string; text?: string };

/** Serves a feed with these stories, published now, follows it and has it fetched. */
const follow = async (name: string, stories: Story[], feedTitle = name) => {
  feeds.set(`/${name}`, {
    body: rss(
      stories.map(({ title, text }, n) => ({
        title,
        link: `https://${name}.example/${n}?a=1&b=2`,
        guid: `${name}-${n}`,
        text: text ?? `<p>${title}. Second sentence of it. Third sentence.</p>`,
        date: app.now().toISOString(),
      })),
      { title: feedTitle },
    ),
  });
  await testReader(app).follow(feeds.url(`/${name}`));
  await app.settle();
};

const interests = async (...texts: string[]) => {
  for (const text of texts) await testReader(app).addKeyword(text);
  await app.settle();
};

const VOLCANO = 'Volcano near Grindavik erupts: lava flows over the Reykjanes road';
const VOLCANO_TOO = 'Lava flows over Reykjanes road as volcano erupts near Grindavik';

/** Sends the mail that is due, or none. */
const run = async () => {
  await app.dispatch();
  return server.take();
};

describe('the morning edition by mail', () => {
  it('comes at the hour of a chosen day, with the stories by tier, their sources, two sentences, the reasons and links', async () => {
    await interests('volcano');
    await set();
    await setAddress();
    await follow('one', [{ title: VOLCANO }]);
    await follow('two', [{ title: VOLCANO_TOO }]);
    await follow('aside', [
      { title: 'Hotels', text: '<p>The hotel has a view of the volcano, and good beds.</p>' },
    ]);
    expect(await run()).toEqual([]);
    app.advance(61);
    const [mail, ...others] = await run();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: 'omomi@example.org', to: ['anna@example.org'] });
    const { html, text, headers } = mail!;
    const rows = await testReader(app).list();
    const [row] = rows.filter(({ title }) => text.includes(`* ${title}`));
    expect(text).toMatch(/Sunday, March 1, 2026\n\n== Must read ==/);
    expect(text).toMatch(/also in (one|two)\n/);
    expect(text).toContain('Why: your keyword “volcano”');
    expect(text).toContain('Second sentence of it.\n');
    expect(text).not.toContain('Third sentence');
    expect(text).toContain(`${page}/?article=${row!.article_id}`);
    expect(html).toContain(`<a href="${page}/?article=${row!.article_id}">`);
    expect(html).toMatch(/<a href="https:\/\/(?:one|two)\.example\/0\?a=1&amp;b=2">At the publisher<\/a>/);
    expect(headers.get('subject')).toMatch(/^(Volcano near|Lava flows).* and \d more$/);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    // Nothing of it is loaded.
    expect(html).not.toMatch(/<(?:img|script|link|iframe)|url\(/);
    expect(await run()).toEqual([]);
    expect(await get()).toMatchObject({ last_sent_at: app.now().toISOString(), problem: null });
    // Making it marks nothing as read.
    expect(rows.every(({ is_read }) => !is_read)).toBe(true);
  });

  it('does not come on other days, on a day without stories, while it is off, and where no server is set', async () => {
    // It is a Sunday.
    await set({ days: [1], time: '00:00' });
    await setAddress();
    app.advance(61);
    expect(await run()).toEqual([]);
    app.advance(24 * 60);
    expect(await run()).toEqual([]);
    await follow('one', [{ title: VOLCANO }]);
    // The day was looked at already.
    expect(await run()).toEqual([]);
    await set({ is_on: false, time: '23:00' });
    app.advance(14 * 60);
    expect(await run()).toEqual([]);
    const other = await startTestApp();
    expect(await other.as('local').call('getMorning')).toMatchObject({ can_send: false });
    await expect(
      other.as('local').call('setMorningAddress', { body: { address: 'a@b.example', ...where } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await other.close();
  });

  it('is in the reader’s language, can be sent at once beside the mail of the day, and says if it did not go', async () => {
    await interests('火山');
    await set({ language: 'ja' });
    await setAddress();
    const send = async () => (await app.as('local').call('sendMorning')).state;
    expect(await send()).toBe('empty');
    await follow('one', [
      { title: '火山が噴火\r\nBcc: eve@example.org', text: '<p>火山です。明日です。昨日です。</p>' },
    ]);
    expect(await send()).toBe('sent');
    const [mail] = server.take();
    expect(mail!.to).toEqual(['anna@example.org']);
    expect(mail!.headers.get('subject')).toBe('火山が噴火 Bcc: eve@example.org');
    expect(mail!.headers.has('bcc')).toBe(false);
    expect(mail!.text).toContain('火山です。明日です。\n');
    expect(mail!.html).toContain('<html lang="ja">');
    expect(mail!.html).toContain('理由:キーワード「火山」');
    server.answer(() => 'refuses the address');
    expect(await send()).toBe('failed');
    expect(await get()).toMatchObject({ problem: { status: 550 } });
    server.answer(() => 'takes it');
    server.take();
    app.advance(61);
    expect(await run()).toHaveLength(1);
    expect((await get()).problem).toBeNull();
  });

  it('goes with the account', async () => {
    await setAddress();
    await app.as('local').call('leave', { body: { email: 'local' } });
    expect(JSON.stringify(await app.dump())).not.toContain('anna@example.org');
  });
});

describe('hostile titles and texts in a mail', () => {
  const file = join(import.meta.dirname, '../../../../../shared/xss/payloads.txt');
  const published = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const own = [
    '<img src=q onerror=alert(1)>',
    '"><script>alert(1)</script>',
    '</style><svg onload=alert(1)>',
  ];

  /** Sends a mail whose stories have these titles and texts, and looks at the elements that it has. */
  const checkMail = async (texts: string[]) => {
    await set();
    await setAddress();
    // Escaped twice, the titles are plain text with signs of HTML.
    const stories = texts.map((text) => ({ title: escaped(escaped(text)), text }));
    await follow('hostile', stories, stories[0]!.title);
    expect((await app.as('local').call('sendMorning')).state).toBe('sent');
    const { html } = server.take()[0]!;
    const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
    const allowed =
      /^<(?:!doctype html|\/?(?:html|head|title|style|body|div|h[123]|p|a|br)|(?:html|div) lang="[\w-]+"|meta [\w="\-, ]+|(?:div|p) class="\w+"(?: role="main")?|a href="https?:[^"<>]*")>$/;
    expect(tags.filter((tag) => !allowed.test(tag))).toEqual([]);
    return html;
  };

  it('are text', async () => {
    const html = await checkMail(own);
    expect(html).toContain('&lt;img src=q onerror=alert(1)&gt;</a></h3>');
    expect(html.match(/<h3>/g)).toHaveLength(own.length);
  });

  it.skipIf(published.length === 0)('are text, as the published ones are (needs ../shared)', async () => {
    const html = await checkMail(published.filter((_, n) => n % 600 === 0).slice(0, 9));
    expect(html.match(/<h3>/g)!.length).toBeGreaterThan(3);
  });
});

describe('an address', () => {
  const email = 'anna@example.org';
  const signIn = { owner: email, allowed: [email], providers: [], hasAccounts: true };
  let own: TestApp;
  beforeEach(async () => {
    own = await startTestApp({ mailUrl: server.url, signIn });
  });
  afterEach(() => own.close());
  const choose = (address: string, origin = page) =>
    own.as('anna').call('setMorningAddress', { body: { address, ...where, page: origin } });
  /** Asks as a mail program does: without a session and an origin. */
  const post = async (path: string) => {
    const event = functionUrlEvent({ method: 'POST', path, body: 'List-Unsubscribe=One-Click' });
    const { origin: _, 'sec-fetch-site': __, ...headers } = event.headers;
    return own.api({ ...event, headers }, lambdaContext());
  };
  const state = async () => (await own.stores.notified.get('anna'))?.morning;

  it('that is not the one of the sign-in gets one mail, which names nothing of the reader, and no other until its link is confirmed', async () => {
    expect(await choose('other@example.net')).toMatchObject({ is_confirmed: false, problem: null });
    const [mail, ...rest] = server.take();
    expect(rest).toEqual([]);
    expect(mail!.to).toEqual(['other@example.net']);
    expect(mail!.raw).not.toContain(email);
    await expect(own.as('anna').call('sendMorning')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const path = /https:\/\/[^/]+(\/api\/mail\/\S+\/confirm)/.exec(mail!.text)![1]!;
    const browser = createApiBrowser(own.api);
    const shown = await browser.get(path);
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(shown.text).toContain('<form method="post">');
    expect(await state()).toMatchObject({ is_confirmed: false });
    expect((await browser.get(path.replace(/.\/confirm/, '_/confirm'))).status).toBe(404);
    expect((await browser.send({ method: 'POST', path })).status).toBe(200);
    expect(await state()).toMatchObject({ is_confirmed: true });
    // Another address is asked again, and the former link is over.
    await choose('third@example.net');
    expect(await state()).toMatchObject({ address: 'third@example.net', is_confirmed: false });
    expect((await post(path)).statusCode).toBe(404);
    expect(JSON.stringify(await own.as('anna').call('getMorning'))).not.toContain((await state())!.code);
  });

  it('of the sign-in needs no confirmation; a link to another site is refused, and so are more than five addresses a day', async () => {
    await own.stores.profiles.setPerson('anna', { email, name: null }, own.now().toISOString());
    expect(await choose('Anna@example.org')).toMatchObject({ is_confirmed: true });
    await expect(choose(email, 'https://evil.example')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(server.take()).toEqual([]);
    for (let n = 0; n < 5; n += 1) await choose(`a${n}@example.net`);
    await expect(choose('more@example.net')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    own.advance(24 * 60 + 1);
    await choose('more@example.net');
    expect(server.take()).toHaveLength(6);
    await own.as('anna').call('deleteMorningAddress');
    expect(await state()).toMatchObject({ address: null, is_confirmed: false });
  });

  it('is left alone by one click of a mail program, again and again, until the mails are switched on with a new link', async () => {
    await own.stores.profiles.setPerson('anna', { email, name: null }, own.now().toISOString());
    await choose(email);
    const path = `/api/mail/anna.${(await state())!.code}/stop`;
    expect((await createApiBrowser(own.api).get(path)).text).toContain('No more mails');
    expect((await state())?.settings?.is_on).toBe(true);
    for (let n = 0; n < 2; n += 1) expect((await post(path)).statusCode).toBe(200);
    expect((await state())?.settings?.is_on).toBe(false);
    await own.as('anna').call('setMorning', { body: settings });
    expect((await post(path)).statusCode).toBe(404);
    expect((await state())?.settings?.is_on).toBe(true);
  });
});
