import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../src/logging/log.ts';
import { silentLog } from '../../harness/app.ts';
import { startHubWorld, type HubWorld } from '../../harness/hub-world.ts';
import { numberedItem as item } from '../../harness/servers/feed-server.ts';

const items = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1));
const HOUR = 60;
const DAY = 24 * HOUR;

describe('a feed with a hub', () => {
  let world: HubWorld;
  beforeEach(async () => {
    world = await startHubWorld();
  });
  afterEach(() => world.close());

  const requests = (path = '/feed') => {
    const { full = 0, not_modified = 0 } = world.server.requests.get(path) ?? {};
    return full + not_modified;
  };
  const feed = async (feed_id: string) => (await world.app.stores.feeds.get(feed_id))!;
  const subscriber = () => {
    const [first] = world.hub.subscribers.values();
    if (first === undefined) throw new Error('nobody has subscribed');
    return first;
  };
  /** Follows a feed whose hub confirms a lease, until a fetch has planned the next one by it. */
  const follow = async (count = 2) => {
    world.publish('/feed', items(count));
    const { feed_id } = await world.reader().follow(world.server.url('/feed'));
    await world.pass(2 * HOUR, 30);
    return feed_id;
  };

  it('is subscribed to within minutes, and brings news at once by the refresh that fetches it', async () => {
    const { hub, app } = world;
    world.publish('/feed', items(2));
    const { feed_id } = await world.reader().follow(world.server.url('/feed'));
    await world.pass(4);
    expect(subscriber()).toMatchObject({ topic: world.server.url('/feed'), lease: 10 * 86_400 });
    expect(subscriber().callback).toMatch(new RegExp(`^${world.publicUrl}/hooks/websub/[\\w-]{22}$`));
    expect(hub.state.verified).toEqual([200]);

    const before = requests();
    const body = world.publish('/feed', items(3));
    expect(await hub.publish(subscriber().topic, body)).toEqual([202]);
    await app.settle();
    expect(requests()).toBe(before + 1);
    expect(await world.reader().titles()).toEqual(['Article 3', 'Article 2', 'Article 1']);
    const { interval_reason, current_interval_minutes } = await world.reader().feed(feed_id);
    expect({ interval_reason, current_interval_minutes }).toEqual({
      interval_reason: 'hub',
      current_interval_minutes: 1440,
    });
  });

  it('is fetched once a day while the lease holds, and its lease is renewed before it ends', async () => {
    const { hub } = world;
    await follow();
    await world.pass(2 * HOUR, 30);
    const before = requests();
    await world.pass(8 * DAY, 30);
    expect(requests() - before).toBeGreaterThanOrEqual(7);
    expect(requests() - before).toBeLessThanOrEqual(9);
    expect(hub.asked.map((form) => form.get('hub.mode'))).toEqual(['subscribe', 'subscribe']);
    expect(hub.asked[0]?.get('hub.secret')).toBe(hub.asked[1]?.get('hub.secret'));
    expect(hub.subscribers.size).toBe(1);
  });

  it('is fetched by its own interval as soon as its lease has ended', async () => {
    const { hub, app } = world;
    const feed_id = await follow();
    hub.state.mood = 'forgets';
    await world.pass(10 * DAY, 30);
    const { push, next_fetch_at } = await feed(feed_id);
    expect((push?.until ?? '') <= app.now().toISOString()).toBe(true);
    expect(Date.parse(next_fetch_at ?? '') - app.now().getTime()).toBeLessThan(DAY * 60_000);
    const { interval_reason } = await world.reader().feed(feed_id);
    expect(interval_reason).not.toBe('hub');
    // Content after the end is refused, although it is signed.
    world.publish('/feed', items(3));
    expect(await hub.post(subscriber(), 'news')).toBe(410);
    expect(app.queues.fetch).toEqual([]);
    // The hub was asked again a day after each time, then two and four days after.
    expect(hub.asked.length).toBeGreaterThanOrEqual(3);
    expect(hub.asked.length).toBeLessThanOrEqual(5);
  });

  it('is not fetched for content that is signed wrongly, not at all, or with less than before', async () => {
    const { hub, app } = world;
    await follow();
    const before = await app.dump();
    for (const signing of [
      { secret: 'other' },
      { header: null },
      { header: '' },
      { header: 'sha256=' },
      { header: `sha256=${'0'.repeat(64)}` },
      { header: `md5=${'0'.repeat(32)}` },
      { method: 'sha1', secret: 'other' },
    ])
      expect([signing, await hub.post(subscriber(), 'news', signing)]).toEqual([signing, 202]);
    expect(app.queues.fetch).toEqual([]);
    expect(await app.dump()).toEqual(before);

    // A hub that knows no better may sign by SHA-1, until it has shown that it does.
    expect(await hub.post(subscriber(), 'news', { method: 'sha1' })).toBe(202);
    expect(app.queues.fetch).toHaveLength(1);
    for (const method of ['sha256', 'sha384', 'sha512']) await hub.post(subscriber(), 'news', { method });
    expect(app.queues.fetch).toHaveLength(4);
    await hub.post(subscriber(), 'news', { method: 'sha1' });
    expect(app.queues.fetch).toHaveLength(4);
  });

  it('has nothing changed by a replay', async () => {
    const { hub, app } = world;
    await follow();
    const body = world.publish('/feed', items(3));
    await hub.post(subscriber(), body);
    await app.settle();
    const articles = async () => (await app.dump()).filter(({ PK }) => /^(ARTICLE|USER)#/.test(String(PK)));
    const before = await articles();
    for (let n = 0; n < 5; n += 1) {
      await hub.post(subscriber(), body);
      await app.settle();
    }
    expect(await articles()).toEqual(before);
  });

  it('is fetched again by its own interval if its server does not have the news yet', async () => {
    const { hub, app } = world;
    const feed_id = await follow();
    await world.pass(2 * HOUR, 30);
    await hub.post(subscriber(), 'news that come later');
    await app.settle();
    const wait = Date.parse((await feed(feed_id)).next_fetch_at ?? '') - app.now().getTime();
    expect(wait).toBeLessThanOrEqual(66 * 60_000);
    world.publish('/feed', items(3));
    await world.pass(70, 4);
    expect(await world.reader().titles()).toContain('Article 3');
  });

  it('is fetched for news after it was stopped, because somebody has published', async () => {
    const { hub, app } = world;
    const feed_id = await follow();
    await app.stores.feeds.update(feed_id, {
      fetch_status: 'stopped',
      error_code: 'gone',
      consecutive_errors: 1,
    });
    await hub.post(subscriber(), world.publish('/feed', items(3)));
    await app.settle();
    expect(await feed(feed_id)).toMatchObject({ fetch_status: 'active', error_code: null });
    expect(await world.reader().titles()).toContain('Article 3');
  });

  it('costs one write if a fetch brings nothing, with a lease too', async () => {
    const { app } = world;
    await follow();
    await world.pass(2 * HOUR, 30);
    app.advance(DAY);
    await app.dispatch();
    app.takeUnits();
    await app.settle();
    expect(app.takeUnits().write).toBe(1);
  });

  it('costs 5 writes for a lease, and none for what a hub sends', async () => {
    const { hub, app } = world;
    await follow();
    await world.pass(2 * HOUR, 30);
    const spent = async (work: () => Promise<unknown>) => {
      app.takeUnits();
      await work();
      return app.takeUnits();
    };
    app.advance(6 * DAY);
    await app.dispatch();
    // The claim of the fetch, the subscription and the feed before the hub is asked, both again when it confirms.
    expect(await spent(world.settle)).toEqual({ write: 5, read: 4 });
    expect(await spent(() => hub.post(subscriber(), 'news'))).toEqual({ write: 1, read: 2 });
    expect(await spent(() => hub.post(subscriber(), 'news'))).toEqual({ write: 0, read: 2 });
    expect(await spent(() => hub.post(subscriber(), 'news', { secret: 'other' }))).toEqual({
      write: 0,
      read: 2,
    });
  });

  it('is asked for again after a refusal, and fetched as ever until then', async () => {
    const { hub } = world;
    for (const mood of ['fails', 'denies', 'forgets'] as const) {
      hub.state.mood = mood;
      const path = `/${mood}`;
      world.publish(path, items(1));
      const { feed_id } = await world.reader().follow(world.server.url(path));
      await world.pass(2 * HOUR, 30);
      const asked = () => hub.asked.filter((form) => form.get('hub.topic') === world.server.url(path)).length;
      await world.pass(20 * HOUR, 30);
      expect([mood, asked()]).toEqual([mood, 1]);
      expect(requests(path)).toBeGreaterThan(10);
      hub.state.mood = 'verifies';
      await world.pass((mood === 'denies' ? 8 : 2) * DAY, 60);
      expect([mood, (await feed(feed_id)).push?.until ?? null]).not.toEqual([mood, null]);
    }
  });

  it('is fetched at once when its hub ends the lease', async () => {
    const { hub, app } = world;
    const feed_id = await follow();
    await world.pass(2 * HOUR, 30);
    const [form] = hub.asked;
    hub.state.mood = 'denies';
    await hub.verify(form!);
    expect((await feed(feed_id)).push?.until).toBeNull();
    const before = requests();
    await app.dispatch();
    await app.settle();
    expect(requests()).toBe(before + 1);
  });

  it('is left when nobody follows it any more', async () => {
    const { hub, app } = world;
    const feed_id = await follow();
    const former = subscriber();
    await world.reader().leave(feed_id);
    await world.pass(8);
    expect(hub.asked.map((form) => form.get('hub.mode'))).toEqual(['subscribe', 'unsubscribe']);
    expect(hub.subscribers.size).toBe(0);
    expect(await feed(feed_id)).toMatchObject({ push: null, next_fetch_at: null });
    expect(await hub.post(former, 'news')).toBe(410);
    expect(app.queues.fetch).toEqual([]);
  });

  it('goes to another hub when its document names another, or none', async () => {
    const { hub, app } = world;
    const feed_id = await follow();
    const former = subscriber();
    world.publish('/feed', items(3), `${hub.url}other`);
    await hub.publish(former.topic, 'news');
    await world.settle();
    expect(hub.asked.map((form) => form.get('hub.mode'))).toEqual(['subscribe', 'unsubscribe', 'subscribe']);
    expect(hub.subscribers.size).toBe(1);
    expect(subscriber().callback).not.toBe(former.callback);
    expect(await hub.post(former, 'news')).toBe(410);
    world.publish('/feed', items(4), null);
    await hub.publish(subscriber().topic, 'news');
    await world.settle();
    expect(hub.subscribers.size).toBe(0);
    expect((await feed(feed_id)).push).toBeNull();
    expect(app.queues.fetch).toEqual([]);
  });
});

it('no hub is asked without a public address', async () => {
  const world = await startHubWorld({ isPublic: false });
  world.publish('/feed', items(1));
  const { feed_id } = await world.reader().follow(world.server.url('/feed'));
  await world.pass(2 * HOUR, 30);
  expect(world.hub.asked).toEqual([]);
  expect((await world.app.stores.feeds.get(feed_id))?.push).toBeNull();
  await world.close();
});

it('no hub at a private address is asked', async () => {
  const refused: unknown[] = [];
  const warn: Log['warn'] = (message, fields) => void (message === 'hub refused' && refused.push(fields));
  const world = await startHubWorld({ log: { ...silentLog, warn } });
  for (const [at, hub] of ['http://127.0.0.2:9/', 'http://10.0.0.1/hub', 'ftp://127.0.0.1/'].entries()) {
    world.publish(`/${at}`, items(1), hub);
    await world.reader().follow(world.server.url(`/${at}`));
  }
  await world.pass(2 * HOUR, 30);
  expect(world.app.deadLetters).toEqual([]);
  expect(refused).toMatchObject([{ error_code: 'address_refused' }, { error_code: 'address_refused' }]);
  for (const feed of await world.reader().feeds()) expect(feed.fetch_status).toBe('active');
  await world.close();
});
