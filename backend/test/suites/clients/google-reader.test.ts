import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startClientWorld, FOLDER, type ClientWorld } from '../../harness/clients/client-world.ts';
import { googleReader, newToken } from '../../harness/clients/google-reader.ts';

let world: ClientWorld;
beforeAll(async () => {
  world = await startClientWorld();
});
afterAll(() => world.close());

const API = '/reader/api/0';

describe('signing in', () => {
  it('takes any name with an API token, and answers three lines of two parts each', async () => {
    const answer = await googleReader(world.app).login(world.token);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    const lines = answer.text.trimEnd().split('\n');
    expect(lines.map((line) => line.split('='))).toEqual([
      ['SID', world.token],
      ['LSID', world.token],
      ['Auth', world.token],
    ]);
  });

  it('answers JSON where the body asks for it', async () => {
    const answer = await googleReader(world.app).login(world.token, [['output', 'json']]);
    expect(answer.json).toEqual({ SID: world.token, LSID: world.token, Auth: world.token });
  });

  it.each(['', 'wrong', 'omomi_local_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'refuses %j',
    async (password) => {
      expect(await googleReader(world.app).login(password)).toMatchObject({
        status: 401,
        text: 'Error=BadAuthentication\n',
      });
    },
  );

  it('takes the token as T of a form, as liferea sends it for texts, but not of an address', async () => {
    const path = `${API}/stream/items/contents`;
    const client = googleReader(world.app);
    expect(await client.post(path, [['T', world.token]])).toMatchObject({ status: 200 });
    expect(await client.post(path, [['T', 'wrong']])).toMatchObject({ status: 401 });
    expect(await client.post(`${path}?T=${world.token}`)).toMatchObject({ status: 401 });
    expect(await client.get(`${API}/tag/list?T=${world.token}`)).toMatchObject({ status: 401 });
  });

  it('is needed on a runner without accounts too', async () => {
    const stranger = googleReader(world.app);
    for (const path of ['/token', '/subscription/list', '/stream/contents', '/user-info'])
      expect(await stranger.get(API + path)).toMatchObject({
        status: 401,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      });
  });
});

describe('the token for writes', () => {
  const edit = (more: [string, string][]) => world.client.post(`${API}/edit-tag`, more);
  it('may be absent, empty, x, the API token, or the one that is asked for', async () => {
    const { text } = await world.client.get(`${API}/token`);
    expect(text).toMatch(/^[0-9a-f]{57}$/);
    for (const given of [[], [''], ['x'], [world.token], [text], [`${text}\n`]])
      expect(await edit(given.map((value) => ['T', value]))).toMatchObject({ status: 200, text: 'OK' });
  });

  it('is refused if it is wrong, with the header by which NetNewsWire asks for another', async () => {
    expect(await edit([['T', 'old']])).toMatchObject({
      status: 401,
      headers: { 'x-reader-google-bad-token': 'true' },
    });
  });
});

describe('paths', () => {
  it('answer 404 as text where nothing is served, and name the method where it is another', async () => {
    for (const path of [`${API}/nothing`, '/reader/', '/accounts/Login', '/api/greader.php', '/fever/x/y'])
      expect(await world.client.get(path)).toMatchObject({
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      });
    expect(await world.client.get(`${API}/edit-tag`)).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
    });
  });

  it('are served below /api/greader.php too', async () => {
    const other = googleReader(world.app, '/api/greader.php');
    await other.login(world.token);
    for (const path of ['/subscription/list', '/tag/list', '/unread-count', '/stream/items/ids']) {
      const answer = await other.get(API + path);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual((await world.client.get(API + path)).json);
    }
  });
});

describe('lists', () => {
  it('name feeds with their folders, and never a null', async () => {
    const { json, text } = await world.client.get(`${API}/subscription/list`);
    expect(text).not.toContain('null');
    expect(json.subscriptions).toMatchObject([
      {
        id: `feed/${world.feedIds.one}`,
        title: 'Feed one',
        categories: [{ id: `user/-/label/${FOLDER}`, label: FOLDER }],
      },
      { id: `feed/${world.feedIds.two}`, title: 'Feed two', categories: [] },
    ]);
  });

  it('name folders as such, and lists by rank as tags', async () => {
    const { json } = await world.client.get(`${API}/tag/list`);
    expect(json.tags).toEqual([
      { id: 'user/-/state/com.google/starred' },
      { id: `user/-/label/${FOLDER}`, type: 'folder' },
      { id: 'user/-/label/Omomi: Today', type: 'tag' },
      { id: 'user/-/label/Omomi: Must read', type: 'tag' },
      { id: 'user/-/label/Omomi: Worth a look', type: 'tag' },
    ]);
  });

  it.each(['/tag/list', '/subscription/list'])('%s is not sent again to who has it', async (path) => {
    const { headers } = await world.client.get(API + path);
    const again = await world.client.get(API + path, { 'if-none-match': String(headers['etag']) });
    expect(again).toMatchObject({ status: 304, text: '' });
  });

  it('are by arrival, the newest first, and those by rank are the best first', async () => {
    const titlesOf = async (id: string) => {
      const { json } = await world.client.get(`${API}/stream/contents/${encodeURIComponent(id)}`);
      return json.items.map(({ title }: { title: string }) => title);
    };
    const all = await titlesOf('user/-/state/com.google/reading-list');
    expect(new Set(all.slice(0, 2))).toEqual(new Set(['Lava of the volcano', 'Bank rates']));
    expect(all).toHaveLength(5);
    expect(new Set(await titlesOf('user/-/label/Omomi: Must read'))).toEqual(
      new Set(['Volcano erupts', 'Lava of the volcano']),
    );
    expect(await titlesOf(`user/-/label/${encodeURIComponent(FOLDER)}`)).toHaveLength(3);
  });

  it('begin each text with the reason', async () => {
    const { json } = await world.client.get(`${API}/stream/contents/feed%2F${world.feedIds.two}`);
    const [lava] = json.items.filter(({ title }: { title: string }) => title.startsWith('Lava'));
    expect(lava.summary.content).toMatch(
      /^<p><small>Must read \(\d+\) · Why: your keyword “volcano”\.<\/small><\/p><p>About/,
    );
  });
});

describe('tags', () => {
  const label = (name: string) => `user/-/label/${name}`;
  const tagsOf = async (): Promise<string[]> => {
    const { json } = await world.client.get(`${API}/tag/list`);
    const tags: { id: string; type?: string }[] = json.tags;
    return tags.flatMap(({ id, type }) => (type === 'tag' && !id.includes('Omomi: ') ? [id] : []));
  };
  const itemsOf = async (name: string): Promise<{ id: string; categories: string[] }[]> =>
    (await world.client.get(`${API}/stream/contents/${encodeURIComponent(label(name))}`)).json.items;
  const edit = async (fields: [string, string][], expected = 200) => {
    const { status, text } = await world.client.post(`${API}/edit-tag`, fields);
    expect([status, text === 'OK']).toEqual([expected, expected === 200]);
  };

  it('are put on items, listed, taken off, renamed and deleted, and folders are told apart', async () => {
    const [one, two] = (await world.reader.list()).map(({ article_id }) => article_id);
    const both: [string, string][] = [
      ['i', one!],
      ['i', two!],
    ];
    // Some clients encode the name once more, and there is only one spelling.
    await edit([...both, ['a', `user/-/label/${encodeURIComponent('気候')}`], ['a', label('Later')]]);
    await edit([
      ['i', one!],
      ['a', 'user/1005/label/later'],
      ['a', 'user/-/state/com.google/starred'],
    ]);
    expect(await tagsOf()).toEqual([label('Later'), label('気候')]);
    expect(await itemsOf('気候')).toHaveLength(2);
    const row = await world.reader.open(one!);
    expect(row).toMatchObject({ own_tags: ['気候', 'Later'], is_saved: true });
    expect((await itemsOf('Later'))[0]!.categories).toEqual(
      expect.arrayContaining([label('Later'), label('気候')]),
    );

    await edit([
      ['i', one!],
      ['r', label('気候')],
      ['r', 'user/-/state/com.google/starred'],
    ]);
    expect((await itemsOf('気候')).map(({ categories }) => categories.includes(label('気候')))).toEqual([
      true,
    ]);
    expect(await world.reader.open(one!)).toMatchObject({ own_tags: ['Later'], is_saved: false });

    for (const [name, form] of [
      [
        'rename-tag',
        [
          ['s', label('Later')],
          ['dest', label('Now')],
        ],
      ],
      ['disable-tag', [['s', label('気候')]]],
    ] as const)
      expect(
        (
          await world.client.post(
            `${API}/${name}`,
            form.map(([key, value]) => [key, value]),
          )
        ).text,
      ).toBe('OK');
    expect(await tagsOf()).toEqual([label('Now')]);

    await edit([...both, ['a', label(FOLDER)]], 400);
    await edit([...both, ['a', label('Omomi: Today')]], 400);
    await edit([...both, ['a', label('x'.repeat(25))]], 400);
    expect(await world.reader.tags()).toEqual([{ name: 'Now', article_count: 2 }]);
    await world.client.post(`${API}/disable-tag`, [['s', label('Now')]]);
    expect(await tagsOf()).toEqual([]);
  });
});

it.each([
  ['line', /^<p><small>Must read .*<\/small><\/p><p>About/],
  ['footer', /^<p>About .*<small>Must read [^<]*<\/small><\/p>$/],
  ['off', /^<p>About [^<]*<\/p>$/],
] as const)('shows the reason where the reader wants it: %s', async (place, expected) => {
  await world.app.as('local').call('updatePreferences', { body: { app_reasons: place } });
  const { json } = await world.client.get(`${API}/stream/contents/feed%2F${world.feedIds.two}`);
  const lava = json.items.find(({ title }: { title: string }) => title.startsWith('Lava'));
  expect(lava.summary.content).toMatch(expected);
});

it('does not let a token of scope read change anything', async () => {
  const weak = googleReader(world.app);
  await weak.login(await newToken(world.app, 'read'));
  expect((await weak.get(`${API}/stream/items/ids`)).status).toBe(200);
  expect((await weak.post(`${API}/stream/items/contents`, [['i', '1']])).status).toBe(200);
  for (const name of [
    'edit-tag',
    'mark-all-as-read',
    'subscription/edit',
    'subscription/quickadd',
    'rename-tag',
  ])
    expect((await weak.post(`${API}/${name}`, [['s', 'user/-/state/com.google/reading-list']])).status).toBe(
      403,
    );
});
