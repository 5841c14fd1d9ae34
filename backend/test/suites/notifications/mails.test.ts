import { afterEach, beforeEach, expect, it } from 'vitest';
import { functionUrlEvent, lambdaContext, viewerHost } from '../../harness/api/function-url-event.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { testReader } from '../../harness/reader.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { startMailServer, type MailServer } from '../../harness/servers/mail-server.ts';

const where = { time_zone: 'UTC', language: 'en', page: `https://${viewerHost}` } as const;

let app: TestApp;
let feeds: FeedServer;
let server: MailServer;
beforeEach(async () => {
  [feeds, server] = await Promise.all([startFeedServer(), startMailServer()]);
  app = await startTestApp({ mailUrl: server.url });
});
afterEach(() => Promise.all([app.close(), feeds.close(), server.close()]));

const local = () => app.as('local');
const channels = async () => (await local().call('getNotifications')).channels;
const add = () => local().call('addChannel', { body: { kind: 'mail' } });
const setAddress = () =>
  local().call('setMorningAddress', { body: { address: 'anna@example.org', ...where } });
const set = (feed_id: string) =>
  local().call('setNotifications', {
    body: { is_on: true, what: { kind: 'feed', feed_id }, most_a_day: 3, quiet: null, ...where },
  });
/** Follows a feed that has brought nothing. */
const follow = async () => {
  feeds.set('/one', { body: rss([], { title: 'One' }) });
  const feed = await testReader(app).follow(feeds.url('/one'));
  await app.settle();
  return feed;
};
const publish = async (title: string) => {
  const date = app.now().toISOString();
  feeds.set('/one', {
    body: rss([{ title, guid: title, text: 'Of <boats> & more', date }], { title: 'One' }),
  });
  // Later than the feed is due, whatever its interval.
  app.advance(3 * 60);
  await app.dispatch();
  await app.settle();
  await app.dispatch();
  return server.take();
};

it('sends a story once to the confirmed address, with what opens it and one click that ends the mails', async () => {
  const { feed_id } = await follow();
  await setAddress();
  await local().call('setMorning', { body: { is_on: false, time: '07:00', days: [1], ...where } });
  await set(feed_id);
  expect(await add()).toMatchObject({ kind: 'mail', name: 'anna@example.org', problem: null });
  expect(server.take()).toMatchObject([{ to: ['anna@example.org'] }]);
  await expect(add()).rejects.toThrow('mails are a channel already');

  const [mail, ...others] = await publish('Lava & <ash>');
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: ['anna@example.org'] });
  expect(mail!.headers.get('subject')).toBe('Lava & <ash>');
  expect(mail!.text).toMatch(/^Lava & <ash>\s+One\s+https:\/\/\S+\/\?article=\w+/);
  expect(mail!.html).toContain('Lava &amp; &lt;ash&gt;');
  expect(mail!.html).not.toMatch(/<(?:img|script|link|iframe)|url\(|\/api\/notified\//);
  expect(mail!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const stop = /<(.*)>/.exec(mail!.headers.get('list-unsubscribe') ?? '')?.[1] ?? '';
  const path = stop.slice(where.page.length);
  expect(path).toMatch(/^\/api\/mail\/.*\/silence$/);
  // Following the link does nothing; the one click ends the mails, and only these.
  await app.api(functionUrlEvent({ method: 'GET', path }), lambdaContext());
  expect(await channels()).toHaveLength(1);
  const event = functionUrlEvent({ method: 'POST', path, body: 'List-Unsubscribe=One-Click' });
  await app.api(event, lambdaContext());
  expect(await channels()).toEqual([]);
  expect(await local().call('getMorning')).toMatchObject({ is_confirmed: true });
  expect(await publish('More lava')).toEqual([]);
});

it('needs a confirmed address, and a server', async () => {
  await expect(add()).rejects.toThrow('set one for the morning edition first');
  await setAddress();
  await add();
  server.take();
  await local().call('deleteMorningAddress');
  await set((await follow()).feed_id);
  expect(await publish('Lava')).toEqual([]);
  expect(await channels()).toMatchObject([{ kind: 'mail', name: '', problem: { reason: 'refused' } }]);
  // The story waits for the address, which takes up to six hours.
  await setAddress();
  app.advance(6 * 60);
  await app.dispatch();
  expect(server.take()).toHaveLength(1);
});
