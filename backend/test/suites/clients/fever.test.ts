import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FOLDER, startClientWorld, type ClientWorld } from '../../harness/clients/client-world.ts';
import { googleReader, newToken } from '../../harness/clients/google-reader.ts';

let world: ClientWorld;
beforeEach(async () => {
  world = await startClientWorld();
});
afterEach(() => world.close());

const keyOf = (token: string, name = 'omomi'): string =>
  createHash('md5').update(`${name}:${token}`).digest('hex');

/** Asks as clients do: what they want in the query, the key in the body. */
const ask = async (wanted: string, key = keyOf(world.token), path = '/fever/') =>
  googleReader(world.app).post(`${path}?api${wanted}`, [['api_key', key]]);

describe('the Fever API', () => {
  it('answers whoever has a key in either case, and tells all others that they have none', async () => {
    for (const key of [keyOf(world.token), keyOf(world.token).toUpperCase()])
      expect((await ask('', key)).json).toMatchObject({ api_version: 3, auth: 1 });
    for (const key of ['', 'x', keyOf('omomi_local_x'), keyOf(world.token, 'other')])
      expect(await ask('&items', key)).toMatchObject({ status: 200, json: { api_version: 3, auth: 0 } });
    for (const path of ['/fever', '/fever/local', '/fever/local/'])
      expect((await ask('', keyOf(world.token), path)).json.auth).toBe(1);
    expect((await ask('', keyOf(world.token), '/fever/other/')).json.auth).toBe(0);
  });

  it('ends with the token', async () => {
    const { items } = await world.app.as('local').call('listTokens');
    await world.app.as('local').call('deleteToken', { params: { token_id: items[0]!.token_id } });
    expect((await ask('')).json.auth).toBe(0);
  });

  it('names feeds and groups by small numbers that stay', async () => {
    const { json } = await ask('&feeds&groups&favicons&links');
    expect(json.groups).toEqual([{ id: expect.any(Number), title: FOLDER }]);
    expect(json.feeds.map(({ title }: { title: string }) => title)).toEqual(['Feed one', 'Feed two']);
    for (const { id } of [...json.feeds, ...json.groups]) {
      expect(id).toBeGreaterThan(0);
      expect(id).toBeLessThan(2 ** 31);
    }
    expect(json.feeds_groups).toEqual([{ group_id: json.groups[0].id, feed_ids: String(json.feeds[0].id) }]);
    world.publish('three', ['Other']);
    await world.reader.follow(world.server.url('/three.xml'));
    expect((await ask('&feeds')).json.feeds).toEqual(expect.arrayContaining(json.feeds));
  });

  it('gives items numbers that grow with their arrival, also late ones with old dates', async () => {
    const first = (await ask('&items')).json;
    expect(first.total_items).toBe(5);
    const numbers = first.items.map(({ id }: { id: number }) => id);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => b - a));
    for (const number of numbers) expect(Number.isSafeInteger(number)).toBe(true);
    const newest = Math.max(...numbers);
    expect((await ask(`&items&since_id=${newest}`)).json.items).toEqual([]);
    world.publish('one', ['Volcano erupts', 'Ferry sails', 'Football tonight', 'Late news']);
    await world.arrive();
    const later = (await ask(`&items&since_id=${newest}`)).json.items;
    expect(later).toMatchObject([{ title: 'Late news', is_read: 0, is_saved: 0 }]);
    expect(later[0].html).toContain('About Late news');
    const before = (await ask(`&items&max_id=${later[0].id}`)).json.items;
    expect(before.map(({ id }: { id: number }) => id)).toEqual(numbers);
    const some = numbers.slice(1, 3);
    const named = (await ask(`&items&with_ids=${some.join(',')}`)).json.items;
    expect(new Set(named.map(({ id }: { id: number }) => id))).toEqual(new Set(some));
    expect((await ask('&unread_item_ids')).json.unread_item_ids.split(',')).toHaveLength(6);
  });

  it('marks and saves, as the page does', async () => {
    const { items } = (await ask('&items')).json;
    const [{ id, title }] = items;
    const state = async () => {
      const row = (await world.reader.list()).find((each) => each.title === title);
      return [row?.is_read, row?.is_saved];
    };
    expect((await ask(`&mark=item&as=read&id=${id}`)).json.unread_item_ids.split(',')).not.toContain(
      String(id),
    );
    expect((await ask(`&mark=item&as=saved&id=${id}`)).json.saved_item_ids).toBe(String(id));
    expect(await state()).toEqual([true, true]);
    await ask(`&mark=item&as=unread&id=${id}`);
    await ask(`&mark=item&as=unsaved&id=${id}`);
    expect(await state()).toEqual([false, false]);
    const { feeds, groups } = (await ask('&feeds&groups')).json;
    const now = Math.floor(world.app.now().getTime() / 1000) + 60;
    expect(
      (await ask(`&mark=feed&as=read&id=${feeds[1].id}&before=${now}`)).json.unread_item_ids.split(','),
    ).toHaveLength(3);
    expect(
      (await ask(`&mark=group&as=read&id=-1&before=${now}`)).json.unread_item_ids.split(','),
    ).toHaveLength(3);
    expect((await ask(`&mark=group&as=read&id=${groups[0].id}&before=${now}`)).json.unread_item_ids).toBe('');
    await ask(`&mark=item&as=unread&id=${id}`);
    expect((await ask(`&mark=group&as=read&id=0&before=${now}`)).json.unread_item_ids).toBe('');
  });

  it('lets a token of scope read change nothing', async () => {
    const key = keyOf(await newToken(world.app, 'read'));
    const { items } = (await ask('&items', key)).json;
    expect((await ask(`&mark=item&as=read&id=${items[0].id}`, key)).status).toBe(403);
    expect((await world.reader.list()).some(({ is_read }) => is_read)).toBe(false);
  });
});
