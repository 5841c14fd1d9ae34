import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewChannel, NotificationSettings } from '../../../src/contract/index.ts';
import { createApiBrowser } from '../../harness/api/api-browser.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import type { Notified } from '../../../src/model/reader/notified.ts';
import { sendTo } from '../../../src/notifications/channels.ts';
import { newSubscription, verifiedClaims } from '../../harness/servers/push-subscription.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { startPushServer, type PushServer } from '../../harness/servers/push-server.ts';

let app: TestApp;
let feeds: FeedServer;
let server: PushServer;
beforeEach(async () => {
  [app, feeds, server] = await Promise.all([startTestApp(), startFeedServer(), startPushServer()]);
});
afterEach(() => Promise.all([app.close(), feeds.close(), server.close()]));

const VOLCANO = 'Volcano near Grindavik erupts: lava flows over the Reykjanes road';
const VOLCANO_TOO = 'Lava flows over Reykjanes road as volcano erupts near Grindavik';
const RAILWAY = 'Railway in Kyoto: the railway has a new timetable';
const ASIDE = 'Where to sleep on an island in the north';
const RECIPES = 'A pudding of bread and apples for cold evenings';

const settings: NotificationSettings = {
  is_on: true,
  what: { kind: 'must_read' },
  most_a_day: 3,
  quiet: null,
  time_zone: 'UTC',
  language: 'en',
  page: 'https://omomi.example',
};

const set = (changes: Partial<NotificationSettings> = {}, user_id = 'local') =>
  app.as(user_id).call('setNotifications', { body: { ...settings, ...changes } });
const add = (body: NewChannel, user_id = 'local') => app.as(user_id).call('addChannel', { body });
const preview = async (changes: Partial<NotificationSettings> = {}) =>
  (await app.as('local').call('previewNotifications', { body: { ...settings, ...changes } })).items;
const hook = (path = '/hook'): NewChannel => ({ kind: 'webhook', address: `${server.origin}${path}` });

/** Serves a feed with these titles, published now, follows it and has it fetched. */
const follow = async (
  name: string,
  titles: string[],
  text = (title: string) => `<p>${title}. ${title}.</p>`,
  published = app.now(),
) => {
  feeds.set(`/${name}`, {
    body: rss(
      titles.map((title) => ({
        title,
        link: `https://${name}.example/${encodeURIComponent(title)}`,
        guid: title,
        text: text(title),
        date: published.toISOString(),
      })),
      { title: name },
    ),
  });
  const feed = await testReader(app).follow(feeds.url(`/${name}`));
  await app.settle();
  return feed;
};

const interests = async (...texts: string[]) => {
  for (const text of texts) await testReader(app).addKeyword(text);
  await app.settle();
};

/** Sets up a webhook, whose first message is taken away. */
const start = async (changes: Partial<NotificationSettings> = {}) => {
  await interests('volcano', 'railway');
  await set(changes);
  await add(hook());
  expect(server.take()).toHaveLength(1);
};

const told = () => server.take().map(({ json }) => String(json.title));

describe('notifications', () => {
  it('are off by default, and cost one read of nothing in a run', async () => {
    expect(await app.as('local').call('getNotifications')).toEqual({ settings: null, channels: [] });
    await follow('one', [VOLCANO]);
    await app.dispatch();
    expect(await app.stores.notified.list()).toEqual([]);
  });

  it('tell what must be read, one for each story, with the reason and a link that opens it, and nothing else', async () => {
    await start();
    await follow('one', [VOLCANO, RECIPES]);
    await follow('two', [VOLCANO_TOO]);
    await follow('aside', [ASIDE], () => '<p>The hotel has a view of the volcano, and good beds.</p>');
    expect(await testReader(app).list()).toContainEqual(
      expect.objectContaining({ title: ASIDE, tier: 'worth_a_look' }),
    );
    await app.dispatch();
    const [message, ...rest] = server.take();
    expect(rest).toEqual([]);
    const { json } = message!;
    const { article_id } = json.article;
    expect([VOLCANO, VOLCANO_TOO]).toContain(json.title);
    expect(json.text).toMatch(/^(one|two) and 1 more\nWhy: your keyword “volcano”/);
    expect(json.open).toBe(`https://omomi.example/?article=${article_id}`);
    expect(json.article).toMatchObject({ tier: 'must_read' });
    // A later article of the story, and further runs, bring nothing.
    app.advance(10);
    await follow('three', [`${VOLCANO}, again`]);
    await app.dispatch();
    expect(told()).toEqual([]);
  });

  it('tell what a saved search finds, one for each story, as the preview says, and nothing once it is deleted', async () => {
    const save = (name: string, q: string) =>
      app.as('local').call('addSearch', { body: { name, q, order: 'time' } });
    const { search_id } = await save('Lava', 'lava road');
    const what = { kind: 'search' as const, search_id };
    await start({ what });
    await follow('one', [VOLCANO, RECIPES, RAILWAY]);
    await follow('two', [VOLCANO_TOO]);
    await follow('late', ['Nothing in its title'], () => `<p>${'Much else. '.repeat(60)}Lava on a road.</p>`);
    expect(await preview({ what })).toHaveLength(1);
    const inFolder = await save('In a folder', 'folder:None apples');
    expect(await preview({ what: { kind: 'search', search_id: inFolder.search_id } })).toEqual([]);
    const ofFeed = await save('Of a feed', 'feed:one apples');
    expect(await preview({ what: { kind: 'search', search_id: ofFeed.search_id } })).toMatchObject([
      { title: RECIPES },
    ]);
    await app.dispatch();
    await app.dispatch();
    const titles = told();
    expect(titles).toHaveLength(1);
    expect([VOLCANO, VOLCANO_TOO]).toContain(titles[0]);
    await app.as('local').call('deleteSearch', { params: { search_id } });
    await follow('three', ['Lava flows to another road today']);
    await app.dispatch();
    expect([told(), await preview({ what })]).toEqual([[], []]);
  });

  it('tell nothing that was read, that was old when it arrived, or that arrived before they were switched on', async () => {
    await interests('volcano', 'railway');
    await follow('one', [VOLCANO]);
    app.advance(1);
    await set();
    await add(hook());
    server.take();
    await follow('two', [RAILWAY]);
    const twoDaysAgo = new Date(app.now().getTime() - 2 * 86_400_000);
    await follow('old', ['Volcano: the crater of the volcano Etna'], undefined, twoDaysAgo);
    const [row] = await testReader(app).list({ filter: 'unread' });
    expect(row?.title).toBe(RAILWAY);
    await testReader(app).setRead(row!.article_id, true);
    await app.dispatch();
    expect(told()).toEqual([]);
    await testReader(app).setRead(row!.article_id, false);
    await app.dispatch();
    expect(told()).toEqual([RAILWAY]);
  });

  it('wait for the end of the quiet hours, and for the next day once the day is full', async () => {
    // It is 08:00 in UTC and 17:00 in Tokyo.
    await start({ most_a_day: 1, quiet: { from: '16:30', to: '18:00' }, time_zone: 'Asia/Tokyo' });
    await follow('one', [VOLCANO, RAILWAY]);
    await app.dispatch();
    expect(told()).toEqual([]);
    app.advance(60);
    await app.dispatch();
    expect(told()).toHaveLength(1);
    app.advance(5 * 60);
    await app.dispatch();
    expect(told()).toEqual([]);
    // Midnight in Tokyo is at 15:00 in UTC.
    app.advance(60);
    await app.dispatch();
    expect(told()).toHaveLength(1);
  });

  it('can be of one feed instead, whatever its articles are worth', async () => {
    const { feed_id } = await follow('one', []);
    await start({ what: { kind: 'feed', feed_id } });
    await follow('two', [VOLCANO]);
    feeds.set('/one', { body: rss([{ title: RECIPES, guid: 'r', date: app.now().toISOString() }]) });
    await testReader(app).fetchAll();
    await app.dispatch();
    expect(told()).toEqual([RECIPES]);
    // A feed that was left has nothing to tell, and ends nothing else.
    await testReader(app).leave(feed_id);
    await app.settle();
    await app.dispatch();
    expect(told()).toEqual([]);
  });

  it('are the same in the preview, which sends nothing', async () => {
    await start();
    await follow('one', [VOLCANO, RECIPES, RAILWAY]);
    await app.dispatch();
    const sent = told();
    expect(sent).toHaveLength(2);
    app.advance(60);
    const items = await preview();
    expect(items.map(({ title }) => title).toSorted()).toEqual(sent.toSorted());
    expect(items[0]).toMatchObject({
      feed_title: 'one',
      reason: expect.stringContaining('Why: your keyword'),
    });
    expect(await preview({ most_a_day: 1 })).toHaveLength(1);
    expect(await preview({ quiet: { from: '08:00', to: '07:00' } })).toEqual([]);
    expect(told()).toEqual([]);
  });

  it('are forgotten with the account', async () => {
    await start();
    await app.as('local').call('leave', { body: { email: 'local' } });
    expect(await app.stores.notified.list()).toEqual([]);
    expect(JSON.stringify(await app.dump())).not.toContain(server.origin);
  });
});

describe('a channel', () => {
  it('gets a first message, and says if that did not arrive; a private address is refused', async () => {
    server.answer(() => 403);
    const refused = await add({ ...hook(), kind: 'webhook', secret: 'hook-secret-1' } as NewChannel);
    expect(refused).toMatchObject({
      name: server.origin.slice(7),
      problem: { reason: 'refused', status: 403 },
    });
    expect(server.take()[0]?.headers).toMatchObject({ 'x-omomi-secret': 'hook-secret-1' });
    expect(await add({ kind: 'webhook', address: 'http://10.0.0.1/' })).toMatchObject({
      problem: { reason: 'address_refused', status: null },
    });
    expect(await add({ kind: 'webhook', address: 'http://nobody.example/' })).toMatchObject({
      problem: { reason: 'unreachable', status: null },
    });
    const { channels } = await app.as('local').call('getNotifications');
    expect(channels.map(({ problem }) => problem?.reason)).toEqual([
      'refused',
      'address_refused',
      'unreachable',
    ]);
    expect(JSON.stringify(channels)).not.toContain('hook-secret-1');
  });

  it('is one of ten at most, and can be deleted', async () => {
    for (let n = 0; n < 10; n += 1) await add(hook(`/${n}`));
    await expect(add(hook('/more'))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    const { channels } = await app.as('local').call('getNotifications');
    const remove = (channel_id: string, user_id: string) =>
      app.as(user_id).call('deleteChannel', { params: { channel_id } });
    const channel_id = channels[0]!.channel_id;
    await expect(remove(channel_id, 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await remove(channel_id, 'local');
    expect((await app.as('local').call('getNotifications')).channels).toHaveLength(9);
    await expect(remove(channel_id, 'local')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that is gone is forgotten, and one that fails rests and then gets what it missed', async () => {
    await start();
    await follow('one', [VOLCANO]);
    server.answer(() => 503);
    await app.dispatch();
    expect(told()).toHaveLength(1);
    const channel = async () => (await app.as('local').call('getNotifications')).channels[0];
    expect(await channel()).toMatchObject({ problem: { reason: 'refused', status: 503 } });
    app.advance(2);
    await app.dispatch();
    expect(told()).toEqual([]);
    app.advance(3);
    server.answer(() => 200);
    await app.dispatch();
    expect(told()).toEqual([VOLCANO]);
    expect(await channel()).toMatchObject({ problem: null, last_sent_at: app.now().toISOString() });
    await follow('two', [RAILWAY]);
    server.answer(() => 410);
    await app.dispatch();
    expect(told()).toEqual([RAILWAY]);
    expect(await channel()).toBeUndefined();
  });

  it('of one reader never keeps another’s waiting, if what is stored of it cannot be read', async () => {
    await start();
    await app.client.put({ TableName: app.tableName, Item: { PK: 'NOTIFIED', SK: 'READER#a' } });
    await follow('one', [VOLCANO]);
    await app.dispatch();
    expect(told()).toEqual([VOLCANO]);
  });
});

describe('ntfy', () => {
  const ntfy = (): NewChannel => ({ kind: 'ntfy', address: `${server.origin}/topic`, token: 'tk_secret1' });

  it('gets its topic, a link and buttons that save the article or say that it is unwanted, each for that article alone', async () => {
    await app.as('local').call('updatePreferences', { body: { learns: true } });
    await interests('volcano', 'railway');
    await set();
    expect(await add(ntfy())).toMatchObject({ name: `${server.origin.slice(7)}/topic`, problem: null });
    expect(server.take()[0]).toMatchObject({
      path: '/',
      headers: { authorization: 'Bearer tk_secret1' },
      json: { topic: 'topic', title: 'Omomi' },
    });
    await follow('one', [VOLCANO]);
    await app.dispatch();
    const { json } = server.take()[0]!;
    const [row] = await testReader(app).list();
    expect(json.click).toBe(`https://omomi.example/?article=${row!.article_id}`);
    const actions = json.actions as { action: string; label: string; url: string; method: string }[];
    expect(actions.map(({ action, label }) => [action, label])).toEqual([
      ['view', 'Open'],
      ['http', 'Read later'],
      ['http', 'Less like this'],
    ]);
    const [, later, less] = actions.map(({ url }) => new URL(url).pathname) as [string, string, string];
    const press = async (path: string) =>
      (await createApiBrowser(app.api).send({ method: 'POST', path })).status;
    expect(await press(later)).toBe(204);
    expect(await press(less)).toBe(204);
    expect(await testReader(app).list()).toMatchObject([{ is_saved: true }]);
    const { opinion } = await app.as('local').call('getOpinion', { params: { article_id: row!.article_id } });
    expect(opinion).toBe('down');
    // Another article, another signature, another reader.
    const [, , , code = ''] = later.split('/');
    const [user, article = '', signature = ''] = code.split('.');
    for (const forged of [
      [user, `${article.slice(0, -1)}${article.endsWith('0') ? '1' : '0'}`, signature],
      [user, article, signature.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))],
      ['other', article, signature],
    ])
      expect(await press(`/api/notified/${forged.join('.')}/later`)).toBe(404);
    // Once the reader has left, it does nothing.
    await app.as('local').call('leave', { body: { email: 'local' } });
    expect(await press(later)).toBe(404);
  });

  it('has no button for what cannot be done: without learning nothing is unwanted', async () => {
    await interests('volcano', 'railway');
    await set({ language: 'ja' });
    await add(ntfy());
    server.take();
    await follow('one', [VOLCANO]);
    await app.dispatch();
    const { json } = server.take()[0]!;
    expect(json.actions.map(({ label }: { label: string }) => label)).toEqual(['開く', 'あとで読む']);
    expect(json.message).toContain('理由:');
  });
});

describe('Telegram', () => {
  it('gets the title, the reason and a button that opens the article, at the chat of the bot', async () => {
    const token = `123456:${'aB3'.repeat(12)}`;
    await interests('volcano', 'railway');
    await set();
    const added = await add({ kind: 'telegram', address: server.origin, token, chat: '-100123' });
    expect(added).toMatchObject({ name: `${server.origin.slice(7)} -100123`, problem: null });
    server.take();
    await follow('one', [VOLCANO]);
    await app.dispatch();
    const [row] = await testReader(app).list();
    const url = `https://omomi.example/?article=${row!.article_id}`;
    const [message] = server.take();
    expect(message).toMatchObject({
      path: `/bot${token}/sendMessage`,
      json: { chat_id: '-100123', reply_markup: { inline_keyboard: [[{ text: 'Open', url }]] } },
    });
    expect(message?.json.text).toMatch(new RegExp(`^${VOLCANO}\none\nWhy: your keyword “volcano”`));
    // A page on this machine is no address for a button there.
    await set({ page: 'http://127.0.0.1:8400' });
    await follow('two', [RAILWAY]);
    await app.dispatch();
    const { json } = server.take()[0]!;
    expect(json.reply_markup).toBeUndefined();
    expect(json.text).toContain('\nhttp://127.0.0.1:8400/?article=');
  });
});

describe('a browser', () => {
  it('gets messages that it alone can read, signed with the key that it subscribed with, and is forgotten once it is gone', async () => {
    const { key } = await app.as('local').call('getPushKey');
    expect((await app.as('local').call('getPushKey')).key).toBe(key);
    expect((await app.as('other').call('getPushKey')).key).not.toBe(key);
    const { channel, read } = newSubscription(`${server.origin}/push/one`);
    await interests('volcano', 'railway');
    await set();
    server.answer(() => 201);
    expect(await add(channel)).toMatchObject({ kind: 'push', problem: null });
    const shown = JSON.stringify(await app.as('local').call('getNotifications'));
    for (const secret of [channel.address, channel.p256dh, channel.auth]) expect(shown).not.toContain(secret);
    await follow('one', [VOLCANO]);
    await app.dispatch();
    const [first, message] = server.received.splice(0);
    expect(read(first!.body)).toMatchObject({ title: 'Omomi', buttons: [] });
    expect(message?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(verifiedClaims(String(message?.headers['authorization']), key)).toMatchObject({
      aud: server.origin,
    });
    const [row] = await testReader(app).list();
    expect(read(message!.body)).toMatchObject({
      title: VOLCANO,
      text: expect.stringContaining('Why: your keyword “volcano”'),
      open: `https://omomi.example/?article=${row!.article_id}`,
      tag: row!.article_id,
      buttons: [{ deed: 'later', label: 'Read later' }],
    });
    server.answer(() => 404);
    await follow('two', [RAILWAY]);
    await app.dispatch();
    expect(server.received).toHaveLength(1);
    expect((await app.as('local').call('getNotifications')).channels).toEqual([]);
  });

  it('takes the longest titles and reasons in any letters', async () => {
    const { channel, read } = newSubscription(`${server.origin}/push/one`);
    const long = '長'.repeat(2000);
    const open = { label: long, url: `https://omomi.example/${'a'.repeat(300)}` };
    const buttons = (['later', 'less'] as const).map((deed) => ({
      deed,
      label: 'この話題を減らす',
      url: `https://${'a'.repeat(290)}.example/api/notified/${'b'.repeat(64)}.${'c'.repeat(32)}.${'d'.repeat(43)}/${deed}`,
    }));
    const message = { title: long, text: long, open, buttons, article: null };
    expect(await sendTo({ ...app, mail: null }, channel, message, { secret: 's' } as Notified)).toEqual({
      state: 'sent',
    });
    const { body } = server.received[0]!;
    expect(body.length).toBeLessThanOrEqual(4096);
    expect(read(body)).toMatchObject({ title: expect.stringMatching(/^長{100}/), buttons });
  });
});
