import { unzipSync, strFromU8 } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseFeed } from '../../../src/parser/parse-feed.ts';
import { functionUrlEvent, lambdaContext, viewerHost } from '../../harness/api/function-url-event.ts';
import { startClientWorld, type ClientWorld } from '../../harness/clients/client-world.ts';

let world: ClientWorld;
beforeEach(async () => {
  world = await startClientWorld();
});
afterEach(() => world.close());

const basic = (password: string, name = 'any') =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

const ask = async (path: string, authorization: string | null = basic(world.token), method = 'GET') => {
  const answer = await world.app.api(
    functionUrlEvent({
      method,
      path,
      headers: {
        origin: undefined,
        'sec-fetch-site': undefined,
        ...(authorization === null ? {} : { 'x-viewer-authorization': authorization }),
      },
    }),
    lambdaContext(),
  );
  const bytes = Buffer.from(answer.body ?? '', answer.isBase64Encoded === true ? 'base64' : 'utf8');
  return { status: answer.statusCode, headers: answer.headers ?? {}, bytes, text: bytes.toString('utf8') };
};

const titlesIn = (book: Uint8Array): string[] =>
  Object.entries(unzipSync(book))
    .filter(([name]) => /\/c\d+\.xhtml$/.test(name))
    .map(([, file]) => /<h1>(.*?)<\/h1>/.exec(strFromU8(file))?.[1] ?? '');

describe('the catalogue of editions', () => {
  it('names a week of books, as OPDS 1.2 and as OPDS 2.0', async () => {
    const { status, headers, bytes } = await ask('/opds');
    expect([status, headers['content-type']]).toEqual([
      200,
      'application/atom+xml;profile=opds-catalog;kind=acquisition; charset=utf-8',
    ]);
    const { items } = await parseFeed(bytes, null);
    expect(items.map(({ title }) => title)).toEqual([
      'Omomi, 2026-03-01: the last 24 hours',
      ...[28, 27, 26, 25, 24, 23].map((day) => `Omomi, 2026-02-${day}`),
    ]);
    const second = await ask('/opds/v2');
    expect(second.headers['content-type']).toBe('application/opds+json; charset=utf-8');
    const { publications } = JSON.parse(second.text);
    expect(publications).toHaveLength(7);
    expect(publications[0]).toMatchObject({
      metadata: { title: 'Omomi, 2026-03-01: the last 24 hours', language: 'en' },
      links: [
        {
          rel: 'http://opds-spec.org/acquisition',
          href: 'https://reader.example/opds/today.epub',
          type: 'application/epub+zip',
        },
      ],
    });
  });

  it('gives the book of each day with what arrived on it', async () => {
    world.app.advance(25 * 60);
    world.publish('two', ['Volcano sleeps again']);
    await world.arrive(0);
    const today = await ask('/opds/today.epub');
    expect(today.headers).toMatchObject({ 'content-type': 'application/epub+zip' });
    expect(titlesIn(today.bytes)).toEqual(['Volcano sleeps again']);
    expect(titlesIn((await ask('/opds/2026-03-01.epub')).bytes)).toContain('Volcano erupts');
    expect(titlesIn((await ask('/opds/2026-03-01.epub')).bytes)).not.toContain('Volcano sleeps again');
    expect(titlesIn((await ask('/opds/2026-02-20.epub')).bytes)).toEqual([]);
  });

  it('lists the editions that were kept for a month, and gives what they told', async () => {
    const where = { time_zone: 'UTC', language: 'en', page: `https://${viewerHost}` } as const;
    await world.app.as('local').call('setMorning', {
      body: { is_on: true, time: '09:00', days: [1, 2, 3, 4, 5, 6, 7], ...where },
    });
    world.app.advance(60);
    await world.app.dispatch();
    const listed = async () => {
      const { publications } = JSON.parse((await ask('/opds/v2')).text);
      return publications.map(({ metadata }: { metadata: { title: string } }) => metadata.title.slice(7));
    };
    expect((await listed()).slice(0, 3)).toEqual([
      '2026-03-01: the last 24 hours',
      '2026-03-01',
      '2026-02-28',
    ]);
    const { bytes } = await ask('/opds/2026-03-01.epub');
    expect(titlesIn(bytes)).toContain('Volcano erupts');
    world.app.advance(30 * 24 * 60);
    await world.app.expire();
    expect(await listed()).toEqual([
      '2026-03-31: the last 24 hours',
      ...[30, 29, 28, 27, 26, 25].map((day) => `2026-03-${day}`),
      '2026-03-01',
    ]);
    expect((await ask('/opds/2026-03-01.epub')).bytes).toEqual(bytes);
    world.app.advance(24 * 60);
    expect(await listed()).not.toContain('2026-03-01');
    expect(titlesIn((await ask('/opds/2026-03-01.epub')).bytes)).toEqual([]);
  });

  it('is for whoever has a token of the reader, and ends with it', async () => {
    for (const wrong of [
      null,
      'Basic',
      'Basic !!',
      basic('omomi_local_x'),
      basic('', world.token),
      `Bearer ${world.token}`,
    ])
      for (const path of ['/opds', '/opds/v2', '/opds/today.epub'])
        expect(await ask(path, wrong)).toMatchObject({
          status: 401,
          headers: { 'www-authenticate': 'Basic realm="Omomi", charset="UTF-8"' },
        });
    const { items } = await world.app.as('local').call('listTokens');
    await world.app.as('local').call('deleteToken', { params: { token_id: items[0]!.token_id } });
    expect((await ask('/opds')).status).toBe(401);
  });

  it('has nothing at other addresses, and no other methods', async () => {
    for (const path of ['/opds/x', '/opds/2026-02-30.epub', '/opds/../api/feeds', '/opds/tomorrow.epub'])
      expect((await ask(path)).status).toBe(404);
    expect(await ask('/opds', basic(world.token), 'POST')).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
  });
});
