import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';
import { functionUrlEvent, lambdaContext } from '../../harness/api/function-url-event.ts';
import { hostileSvgs, ico, png, svg } from '../../harness/servers/images.ts';
import { testReader } from '../../harness/reader.ts';

const DAY = 24 * 60;
const item = (n: number) => ({
  title: `Article ${n}`,
  link: `https://site.example/${n}`,
  guid: `guid-${n}`,
  date: new Date(Date.UTC(2026, 1, 20, 0, n)).toISOString(),
});

describe('a feed’s icon', () => {
  let app: TestApp;
  let server: FeedServer;
  beforeEach(async () => {
    [app, server] = await Promise.all([startTestApp(), startFeedServer()]);
  });
  afterEach(() => Promise.all([app.close(), server.close()]));

  const publish = (count: number) => {
    const items = Array.from({ length: count }, (_, n) => item(n));
    server.set('/feed', { body: rss(items, { site: server.url('/') }) });
  };
  const refresh = async (minutes: number) => {
    app.advance(minutes);
    await app.dispatch();
    await app.settle();
  };
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await app.api(functionUrlEvent({ path, headers }), lambdaContext());
    return {
      ...answer,
      bytes: Buffer.from(answer.body ?? '', answer.isBase64Encoded === true ? 'base64' : 'utf8'),
    };
  };
  const iconRequests = () => {
    const { full = 0, not_modified = 0 } = server.requests.get('/favicon.ico') ?? {};
    return full + not_modified;
  };

  it('is available with the feed, and served to its readers with cache headers', async () => {
    publish(2);
    server.set('/favicon.ico', { body: ico(), type: 'text/plain' });
    const { feed_id, icon_url } = await testReader(app).follow(server.url('/feed'));
    expect(icon_url).toMatch(new RegExp(`^/api/feeds/${feed_id}/icon\\?v=2-[0-9a-f]{8}$`));
    const answer = await get(icon_url!);
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'image/x-icon', 'cache-control': 'private, max-age=604800' },
    });
    expect(answer.bytes).toEqual(Buffer.from(ico()));
    const again = await get(icon_url!, { 'if-none-match': String(answer.headers?.['etag']) });
    expect([again.statusCode, again.bytes.length]).toEqual([304, 0]);
  });

  it('is not served to readers who do not follow the feed', async () => {
    publish(1);
    server.set('/favicon.ico', { body: ico() });
    const { feed_id, icon_url } = await testReader(app, 'somebody else').follow(server.url('/feed'));
    expect((await get(icon_url!)).statusCode).toBe(404);
    await expect(app.as('local').call('getFeedIcon', { params: { feed_id } })).rejects.toThrow('no feed');
  });

  it('is absent if the site has none, which is checked every 7 days', async () => {
    publish(1);
    const { feed_id, icon_url } = await testReader(app).follow(server.url('/feed'));
    expect(icon_url).toBeNull();
    expect((await get(`/api/feeds/${feed_id}/icon`)).statusCode).toBe(404);
    expect(iconRequests()).toBe(1);
    publish(2);
    await refresh(2 * DAY);
    expect(iconRequests()).toBe(1);
    server.set('/favicon.ico', { body: ico() });
    await refresh(6 * DAY);
    // The site is asked for an icon only when its feed has a new article.
    expect(iconRequests()).toBe(1);
    publish(3);
    await refresh(2 * DAY);
    expect(iconRequests()).toBe(2);
    const feed = await app.as('local').call('getFeed', { params: { feed_id } });
    expect(feed.icon_url).toContain('/icon?v=');
  });

  it('gets a new address when it changes, and is kept while it is not found', async () => {
    publish(1);
    server.set('/favicon.ico', { body: png() });
    const { feed_id, icon_url } = await testReader(app).follow(server.url('/feed'));
    server.set('/favicon.ico', undefined);
    publish(2);
    await refresh(8 * DAY);
    const load = () => app.as('local').call('getFeed', { params: { feed_id } });
    expect((await load()).icon_url).toBe(icon_url);
    server.set('/favicon.ico', { body: png({ tint: 9 }) });
    publish(3);
    await refresh(8 * DAY);
    const { icon_url: changed } = await load();
    expect(changed).not.toBe(icon_url);
    expect((await get(changed!)).bytes).toEqual(Buffer.from(png({ tint: 9 })));
  });

  it.each(Object.entries(hostileSvgs))(
    'is not served if it would draw %s and was stored by an earlier version',
    async (_, bytes) => {
      publish(1);
      server.set('/favicon.ico', { body: ico() });
      const { feed_id, icon_url } = await testReader(app).follow(server.url('/feed'));
      await app.stores.icons.put(feed_id, { bytes, content_type: 'image/svg+xml', hash: '01234567' });
      expect((await get(icon_url!)).statusCode).toBe(404);
    },
  );

  it('is rewritten with only its harmless parts, both when found and when stored before', async () => {
    publish(1);
    const body = svg('<circle r="4" onclick="alert(1)"/>');
    server.set('/favicon.ico', { body });
    const { feed_id, icon_url } = await testReader(app).follow(server.url('/feed'));
    const answer = await get(icon_url!);
    expect(answer.headers?.['content-type']).toBe('image/svg+xml');
    expect(answer.bytes.toString()).toContain('<circle r="4"/></svg>');
    expect(Buffer.from((await app.stores.icons.get(feed_id))!.bytes)).toEqual(answer.bytes);
    await app.stores.icons.put(feed_id, { bytes: body, content_type: 'image/svg+xml', hash: '01234567' });
    expect((await get(icon_url!)).bytes).toEqual(answer.bytes);
  });

  it('is stored in the blob store if it is large', async () => {
    publish(1);
    const large = png({ filler: 60_000 });
    server.set('/favicon.ico', { body: large });
    const { feed_id, icon_url } = await testReader(app).follow(server.url('/feed'));
    expect((await get(icon_url!)).bytes).toEqual(Buffer.from(large));
    expect(await app.stores.blobs.get(`icons/${feed_id}`)).not.toBeNull();
  });

  it('costs a write unit for each KB when it is new, and nothing for a fetch without changes', async () => {
    const subscribing = async (name: string): Promise<number> => {
      const items = [1, 2, 3].map((n) => ({ ...item(n), link: `https://${name}.example/${n}` }));
      server.set(`/${name}.xml`, { body: rss(items, { site: server.url(`/${name}/`) }) });
      server.set(`/${name}/`, { body: `<link rel="icon" href="/${name}.png">`, type: 'text/html' });
      app.takeUnits();
      await app.as('local').call('addFeed', { body: { url: server.url(`/${name}.xml`) } });
      const { write } = app.takeUnits();
      await app.settle();
      return write;
    };
    server.set('/small.png', { body: png({ filler: 2900 }) });
    server.set('/large.png', { body: png({ filler: 60_000 }) });
    const units = {
      'no icon': await subscribing('bare'),
      '3 KB': await subscribing('small'),
      '60 KB': await subscribing('large'),
    };
    console.log(`write units of subscribing to a feed of 3 articles, by icon: ${JSON.stringify(units)}`);
    expect(units['3 KB'] - units['no icon']).toBe(3);
    expect(units['60 KB'] - units['no icon']).toBe(1);

    app.takeUnits();
    await refresh(8 * DAY);
    expect(app.takeUnits().write).toBe(3);
  });
});
