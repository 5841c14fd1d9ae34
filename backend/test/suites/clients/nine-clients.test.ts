import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FOLDER, startClientWorld, type ClientWorld } from '../../harness/clients/client-world.ts';
import { googleReader, type GoogleReader } from '../../harness/clients/google-reader.ts';

/*
 * The requests of clients as their public sources make them, in the order of a first sync and of a later one. Each client must
 * know every article after the first, and after the second also one that came late with an old date.
 */
const API = '/reader/api/0';
const STATE = 'user/-/state/com.google';
const READ = `${STATE}/read`;
const ALL = `${STATE}/reading-list`;

type Item = { id: string; title: string; crawlTimeMsec: string; origin: { streamId: string } };
type Form = [string, string][];

/** What a client has after a sync, and what it needs for the next one. */
type Synced = { titles: Set<string>; date: string; newest: string; etags: string[] };

type Client = {
  name: string;
  /** What the client appends to the address that the reader types. */
  base?: string;
  login?: Form;
  first: (client: GoogleReader, world: ClientWorld) => Promise<Synced>;
  later: (client: GoogleReader, world: ClientWorld, before: Synced) => Promise<Set<string>>;
};

const ok = async <T extends { status: number; text: string }>(answer: Promise<T>): Promise<T> => {
  const given = await answer;
  expect(given.status === 200 ? '' : given.text).toBe('');
  return given;
};

/** Asks for ids until no continuation is given, as clients do. */
const idsBy = async (client: GoogleReader, query: string): Promise<string[]> => {
  const ids: string[] = [];
  let more = '';
  for (;;) {
    const { json } = await ok(client.get(`${API}/stream/items/ids?output=json&${query}${more}`));
    ids.push(...json.itemRefs.map(({ id }: { id: string }) => id));
    if (!('continuation' in json)) return ids;
    more = `&c=${json.continuation}`;
  }
};

const inChunks = (ids: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));

/** Asks for the texts of ids, several requests at once. */
const contentsBy = async (
  client: GoogleReader,
  ids: string[],
  { size, form = [], write = (id) => id }: { size: number; form?: Form; write?: (id: string) => string },
): Promise<Item[]> => {
  const answers = await Promise.all(
    inChunks(ids, size).map((chunk) =>
      ok(
        client.post(`${API}/stream/items/contents`, [
          ...form,
          ...chunk.map((id): [string, string] => ['i', write(id)]),
        ]),
      ),
    ),
  );
  return answers.flatMap(({ json }) => json.items);
};

const long = (id: string): string =>
  `tag:google.com,2005:reader/item/${BigInt(id).toString(16).padStart(16, '0')}`;

const synced = (items: Item[], date: unknown = '', etags: unknown[] = []): Synced => ({
  titles: new Set(items.map(({ title }) => title)),
  date: String(date),
  newest: items.reduce((newest, { crawlTimeMsec }) => (crawlTimeMsec > newest ? crawlTimeMsec : newest), '0'),
  etags: etags.map(String),
});

const withLater = (before: Synced, items: Item[]): Set<string> =>
  new Set([...before.titles, ...items.map(({ title }) => title)]);

/** The beginning of most syncs. */
const begin = async (client: GoogleReader): Promise<void> => {
  await ok(client.get(`${API}/token`));
  const { json } = await ok(client.get(`${API}/subscription/list?output=json`));
  for (const subscription of json.subscriptions)
    for (const field of ['id', 'title', 'url', 'htmlUrl'])
      expect(subscription[field]).toEqual(expect.any(String));
};

/** A client that reads each feed by itself, and marks as newsboat does since 2.24. */
const byFeed = (named: Pick<Client, 'name' | 'base'>): Client => ({
  ...named,
  first: async (client) => {
    await begin(client);
    const items: Item[] = [];
    const { json } = await ok(client.get(`${API}/subscription/list?output=json`));
    for (const { id } of json.subscriptions) {
      const path = `${API}/stream/contents/${encodeURIComponent(id)}?n=20`;
      items.push(...(await ok(client.get(path))).json.items);
    }
    return synced(items);
  },
  later: async (client, { feedIds }, before) => {
    const { json } = await ok(client.get(`${API}/stream/contents/feed%2F${feedIds.one}?n=20`));
    const [{ id }] = json.items;
    const unread: Form = [
      ['i', id],
      ['a', `${STATE}/kept-unread`],
      ['a', `${STATE}/tracking-kept-unread`],
      ['r', READ],
      ['ac', 'edit'],
    ];
    await ok(
      client.post(`${API}/edit-tag`, [
        ['i', id],
        ['a', READ],
        ['r', `${STATE}/kept-unread`],
        ['ac', 'edit'],
      ]),
    );
    expect(await idsBy(client, `s=${READ}&n=20`)).toHaveLength(1);
    await ok(client.post(`${API}/edit-tag`, unread));
    await ok(
      client.post(`${API}/edit-tag`, [
        ['i', id],
        ['a', `${STATE}/broadcast`],
      ]),
    );
    await ok(
      client.post(`${API}/edit-tag`, [
        ['i', id],
        ['a', `${STATE}/like`],
      ]),
    );
    expect(await idsBy(client, `s=${READ}&n=20`)).toEqual([]);
    await ok(client.post(`${API}/mark-all-as-read`, [['s', `feed/${feedIds.one}`]]));
    expect(await idsBy(client, `s=feed/${feedIds.one}&xt=${READ}&n=20`)).toEqual([]);
    return withLater(before, json.items);
  },
});

const clients: Client[] = [
  {
    name: 'NetNewsWire',
    first: async (client, { app }) => {
      const { text } = await ok(client.get(`${API}/token`));
      const tags = await ok(client.get(`${API}/tag/list?output=json`));
      const feeds = await ok(client.get(`${API}/subscription/list?output=json`));
      const since = Math.floor(app.now().getTime() / 1000) - 90 * 86_400;
      const ids = await idsBy(client, `s=${ALL}&n=1000&ot=${since}`);
      await idsBy(client, `s=${ALL}&n=1000&xt=${READ}`);
      await idsBy(client, `s=${STATE}/starred&n=1000`);
      const form: Form = [
        ['T', text],
        ['output', 'json'],
      ];
      const items = await contentsBy(client, ids, { size: 150, form, write: long });
      return synced(items, app.now().getTime() / 1000, [tags.headers['etag'], feeds.headers['etag']]);
    },
    later: async (client, _world, before) => {
      const [tags = '', feeds = ''] = before.etags;
      const unchanged = await client.get(`${API}/tag/list?output=json`, { 'if-none-match': tags });
      expect(unchanged).toMatchObject({ status: 304, text: '' });
      expect(
        (await client.get(`${API}/subscription/list?output=json`, { 'if-none-match': feeds })).status,
      ).toBe(304);
      const ids = await idsBy(client, `s=${ALL}&n=1000&ot=${Math.floor(Number(before.date))}`);
      return withLater(before, await contentsBy(client, ids, { size: 150, write: long }));
    },
  },
  {
    name: 'Capy Reader',
    base: '/api/greader.php',
    first: async (client) => {
      await begin(client);
      await ok(client.get(`${API}/tag/list?output=json`));
      await idsBy(client, `s=${STATE}/starred&n=10000`);
      const ids = await idsBy(client, `s=${ALL}&n=10000`);
      return synced(await contentsBy(client, ids, { size: 1, form: [['T', '']] }));
    },
    later: async (client, _world, before) => {
      const ids = await idsBy(client, `s=${ALL}&n=10000&xt=${READ}`);
      return withLater(before, await contentsBy(client, ids, { size: 250 }));
    },
  },
  {
    name: 'Read You',
    login: [['output', 'json']],
    first: async (client) => {
      await begin(client);
      await ok(client.get(`${API}/user-info?output=json`));
      await idsBy(client, `s=${READ}&n=10000`);
      await idsBy(client, `s=${STATE}/starred&n=10000`);
      const ids = await idsBy(client, `s=${ALL}&xt=${READ}&n=10000`);
      return synced(await contentsBy(client, ids, { size: 100, form: [['output', 'json']], write: long }));
    },
    later: async (client, { app }, before) => {
      const ts = String(app.now().getTime() * 1000 - 7_200_000_000);
      await ok(
        client.post(`${API}/mark-all-as-read?output=json`, [
          ['s', ALL],
          ['ts', ts],
        ]),
      );
      const ids = await idsBy(client, `s=${ALL}&xt=${READ}&n=10000`);
      expect(ids).toHaveLength(1);
      return withLater(before, await contentsBy(client, ids, { size: 100 }));
    },
  },
  {
    name: 'Fluent Reader',
    first: async (client) => {
      await ok(client.get(`${API}/user-info`));
      await ok(client.get(`${API}/subscription/list?output=json`));
      await idsBy(client, `xt=${READ}&n=1000`);
      await idsBy(client, `s=${STATE}/starred&n=1000`);
      const { json } = await ok(client.get(`${API}/stream/contents?output=json&n=1000`));
      for (const item of json.items) {
        expect(item.canonical[0].href.split(':')[0]).toBe('https');
        expect(item.summary.content).toEqual(expect.any(String));
      }
      return synced(json.items);
    },
    later: async (client, _world, before) => {
      const ot = Math.floor(Number(before.newest) / 1000);
      const { json } = await ok(client.get(`${API}/stream/contents?output=json&n=1000&ot=${ot}`));
      const [newest] = json.items;
      // It sends one state and no token.
      await ok(
        client.post(`${API}/edit-tag`, [
          ['a', READ],
          ['i', newest.id],
        ]),
      );
      await ok(client.post(`${API}/mark-all-as-read`, [['s', newest.origin.streamId]]));
      expect(await idsBy(client, `s=${newest.origin.streamId}&xt=${READ}&n=1000`)).toEqual([]);
      return withLater(before, json.items);
    },
  },
  {
    name: 'RSS Guard',
    base: '/api/greader.php',
    first: async (client) => {
      await begin(client);
      await ok(client.get(`${API}/tag/list?output=json`));
      const ids = await idsBy(client, `s=${encodeURIComponent(ALL)}&n=200000`);
      return synced(await contentsBy(client, ids, { size: 999, form: [['n', '200000']] }));
    },
    later: async (client, { feedIds }, before) => {
      const ids = await idsBy(client, `s=feed%2F${feedIds.one}&n=200000`);
      const items = await contentsBy(client, ids, { size: 999 });
      const marks = items.map(({ id }): [string, string] => ['i', id]);
      await ok(client.post(`${API}/edit-tag`, [['a', READ], ...marks]));
      // Its arguments for a feed are in the query.
      const label = encodeURIComponent(`user/-/label/${FOLDER}`);
      await ok(client.post(`${API}/subscription/edit?ac=edit&s=feed/${feedIds.two}&a=${label}&t=Two`));
      const { json } = await ok(client.get(`${API}/subscription/list?output=json`));
      expect(json.subscriptions.map(({ title }: Item) => title)).toEqual(['Feed one', 'Two']);
      expect((await ok(client.get(`${API}/subscription/export`))).text).toContain('<opml');
      return withLater(before, items);
    },
  },
  byFeed({ name: 'newsboat' }),
  byFeed({ name: 'Reeder', base: '/api/greader.php' }),
  {
    name: 'newsboat 2.21 (feedhq)',
    first: async (client, { feedIds }) => {
      await begin(client);
      const texts = await Promise.all(
        Object.values(feedIds).map((id) => ok(client.get(`/reader/atom/feed%2F${id}?n=20`))),
      );
      const titles = texts.flatMap(({ text }) =>
        [...text.matchAll(/<entry .*?<title type="html">(.*?)<\/title>/gs)].map(([, title = '']) => title),
      );
      return { ...synced([]), titles: new Set(titles) };
    },
    later: async (client, { feedIds }, before) => {
      const { text } = await ok(client.get(`/reader/atom/feed%2F${feedIds.one}?n=20`));
      return new Set([...before.titles, ...(text.includes('Late news') ? ['Late news'] : [])]);
    },
  },
  {
    name: 'liferea',
    first: async (client) => {
      await begin(client);
      const { json } = await ok(client.get(`${API}/unread-count?all=true&output=json`));
      expect(json.unreadcounts.map(({ count }: { count: number }) => count).toSorted()).toEqual([2, 3, 3, 5]);
      const ids = await idsBy(client, `s=${ALL}&n=50`);
      return synced(await contentsBy(client, ids, { size: 50 }));
    },
    later: async (client, { feedIds }, before) => {
      const ids = await idsBy(client, `s=feed/${feedIds.one}&n=50`);
      const items = await contentsBy(client, ids, { size: 50 });
      const form: Form = [
        ['i', items[0]?.id ?? ''],
        ['s', `feed/${feedIds.one}`],
        ['a', READ],
        ['ac', 'edit-tags'],
        ['async', 'true'],
      ];
      await ok(client.post(`${API}/edit-tag?client=liferea`, form));
      expect(await idsBy(client, `s=${READ}&n=50`)).toHaveLength(1);
      await ok(
        client.post(`${API}/subscription/edit?client=liferea`, [
          ['s', `feed/${feedIds.two}`],
          ['i', 'null'],
          ['ac', 'unsubscribe'],
        ]),
      );
      const { json } = await ok(client.get(`${API}/subscription/list?output=json`));
      expect(json.subscriptions).toHaveLength(1);
      return withLater(before, items);
    },
  },
];

describe.each(clients)('$name', ({ base = '', login = [], first, later }) => {
  let world: ClientWorld;
  let before: Synced;
  let client: GoogleReader;
  beforeAll(async () => {
    world = await startClientWorld();
    client = googleReader(world.app, base);
    await ok(client.login(world.token, login));
  });
  afterAll(() => world.close());

  it('knows every article after the first sync', async () => {
    before = await first(client, world);
    expect(before.titles).toEqual(new Set((await world.reader.list()).map(({ title }) => title)));
    expect(before.titles.size).toBe(5);
  });

  it('knows one that came late with an old date after the next', async () => {
    world.publish('one', ['Volcano erupts', 'Ferry sails', 'Football tonight', 'Late news']);
    await world.arrive();
    expect(await later(client, world, before)).toEqual(new Set([...before.titles, 'Late news']));
  });
});
