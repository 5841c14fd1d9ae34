import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledAddress, newDestination } from '../../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { runs } from '../../harness/property-runs.ts';
import { anyCharacter } from '../../harness/samples/any-character.ts';
import { testReader } from '../../harness/reader.ts';
import { numberedItem, rss, startFeedServer, type FeedServer } from '../../harness/servers/feed-server.ts';

type Received = { method: string | undefined; headers: IncomingMessage['headers']; body: string };

let app: TestApp;
let feeds: FeedServer;
/** What was sent, in order, and how it is answered. */
const received: Received[] = [];
let answer: (response: ServerResponse) => void;
const receive = (request: IncomingMessage, response: ServerResponse): void => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    received.push({ method: request.method, headers: request.headers, body });
    answer(response);
  });
};
let address: string;
let article_id: string;

const local = () => testReader(app, 'local');
const add = (body: object, name = 'local') =>
  testReader(app, name).api.call('addDestination', { body: newDestination.parse(body) });
const send = (destination_id: string, name = 'local') =>
  testReader(app, name).api.call('sendArticle', { params: { article_id }, body: { destination_id } });

beforeAll(async () => {
  [app, feeds] = await Promise.all([startTestApp(), startFeedServer()]);
  address = feeds.url('/api/bookmarks?x=1');
  feeds.set('/api/bookmarks?x=1', receive);
  feeds.set('/a', { body: rss([numberedItem(1)], { title: 'The Feed', site: 'https://site.example/' }) });
  await local().follow(feeds.url('/a'));
  await app.settle();
  article_id = (await local().list())[0]!.article_id;
  await local().setTags(article_id, ['to do']);
});
afterAll(() => Promise.all([app.close(), feeds.close()]));

describe('sending an article', () => {
  it('posts it once as JSON with the header, whose value nobody gets to see', async () => {
    answer = (response) => void response.writeHead(201).end('{"id":1}');
    const header = { name: 'Authorization', value: 'Token planted-secret' };
    const made = await add({ kind: 'post', name: 'Notes', address, header });
    expect(made).toMatchObject({ name: 'Notes', header_name: 'Authorization' });
    expect(await send(made.destination_id)).toEqual({ status: 201 });
    expect(received).toHaveLength(1);
    const [{ method, headers, body }] = received.splice(0) as [Received];
    expect(method).toBe('POST');
    expect(headers).toMatchObject({
      authorization: 'Token planted-secret',
      'content-type': 'application/json',
    });
    const row = (await local().list())[0]!;
    expect(JSON.parse(body)).toMatchObject({
      type: 'link',
      url: row.link,
      title: row.title,
      site: 'The Feed',
      tags: ['to do'],
      published_at: row.published_at,
    });
    const seen = [
      await local().api.call('listDestinations'),
      await local().api.call('exportAccount', { query: {} }),
      made,
    ];
    expect(JSON.stringify(seen)).toContain('Notes');
    expect(JSON.stringify(seen)).not.toContain('planted-secret');
  });

  it('says what came of it: another status, a redirect that is not followed, nobody there, a private address', async () => {
    const { destination_id } = await add({ kind: 'post', name: 'Trouble', address });
    for (const [status, headers] of [
      [401, {}],
      [302, { location: address }],
      [500, {}],
    ] as const) {
      answer = (response) => void response.writeHead(status, headers).end();
      await expect(send(destination_id)).rejects.toMatchObject({
        code: 'SENDING_FAILED',
        message: `Trouble answered ${status}.`,
        details: { status },
      });
    }
    // One request each: nothing is tried again, and the redirect leads nowhere.
    expect(received.splice(0)).toHaveLength(3);
    const nobody = await add({ kind: 'post', name: 'Nobody', address: 'http://nobody.invalid/' });
    await expect(send(nobody.destination_id)).rejects.toMatchObject({ code: 'SENDING_FAILED' });
    const within = await add({ kind: 'post', name: 'Within', address: 'http://169.254.169.254/latest' });
    await expect(send(within.destination_id)).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' });
  });

  it('goes to the reader’s own places of kind post alone, at most nine', async () => {
    const { items } = await local().api.call('listDestinations');
    await expect(send(items[0]!.destination_id, 'other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const open = await add({ kind: 'open', name: 'Web', address: 'https://a.example/?u={url}' });
    await expect(send(open.destination_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (let n = items.length + 1; n < 9; n += 1)
      await add({ kind: 'open', name: `${n}`, address: 'mailto:?body={url}' });
    await expect(add({ kind: 'open', name: '10', address: 'https://a.example/{url}' })).rejects.toMatchObject(
      { code: 'DESTINATION_LIMIT' },
    );
    const remove = () =>
      local().api.call('deleteDestination', { params: { destination_id: open.destination_id } });
    await remove();
    await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await local().api.call('listDestinations')).items).toHaveLength(8);
    expect(received).toEqual([]);
  });
});

describe('a place that gets each saved article', () => {
  const ids: string[] = [];
  const deliverAgain = (user_id: string, article_id: string): void => {
    const body = JSON.stringify({ kind: 'saved', user_id, article_id });
    app.queues.fetch.push({ id: `again-${app.queues.fetch.length}`, body, receives: 0, due: 0 });
  };
  const saved = (): string[] => received.splice(0).map(({ body }) => String(JSON.parse(body).title));

  beforeAll(async () => {
    for (const { destination_id } of (await local().api.call('listDestinations')).items)
      await local().api.call('deleteDestination', { params: { destination_id } });
    feeds.set('/b', {
      body: rss(
        [2, 3, 4, 5].map((n) => numberedItem(n)),
        { title: 'Another' },
      ),
    });
    await local().follow(feeds.url('/b'));
    await app.settle();
    const rows = await local().list();
    ids.push(
      ...[2, 3, 4, 5].flatMap((n) => rows.find(({ title }) => title === `Article ${n}`)?.article_id ?? []),
    );
    received.splice(0);
  });

  it('gets none unless the reader asked for that, and costs a read', async () => {
    answer = (response) => void response.writeHead(200).end();
    await add({ kind: 'post', name: 'On demand', address });
    app.takeUnits();
    await local().setSaved(ids[0]!, true);
    const units = app.takeUnits();
    expect(units.read).toBeLessThanOrEqual(15);
    await app.settle();
    expect(saved()).toEqual([]);
  });

  it('gets each once, however often it is saved and its message delivered, and tells what came of the last', async () => {
    await add({ kind: 'post', name: 'All', address, sends_saved: true });
    await local().setSaved(ids[1]!, true);
    await app.settle();
    expect(saved()).toEqual(['Article 3']);
    for (let n = 0; n < 3; n += 1) deliverAgain('local', ids[1]!);
    await local().setSaved(ids[1]!, false);
    await local().setSaved(ids[1]!, true);
    await app.settle();
    expect(saved()).toEqual([]);
    const { items } = await local().api.call('listDestinations');
    expect(items.map(({ name, last_sent }) => [name, last_sent?.status ?? null])).toEqual([
      ['On demand', null],
      ['All', 200],
    ]);
  });

  it('is told of a failure, and is not asked again', async () => {
    answer = (response) => void response.writeHead(503).end();
    await local().setSaved(ids[2]!, true);
    await app.settle();
    expect(saved()).toEqual(['Article 4']);
    const lastOf = async (name: string) =>
      (await local().api.call('listDestinations')).items.find((each) => each.name === name)?.last_sent;
    expect(await lastOf('All')).toMatchObject({ status: 503 });
    const within = 'http://169.254.169.254/latest';
    await add({ kind: 'post', name: 'Within', address: within, sends_saved: true });
    await local().setSaved(ids[3]!, true);
    await app.settle();
    expect(saved()).toEqual(['Article 5']);
    expect(await lastOf('Within')).toMatchObject({ status: null });
  });

  it('does not get what another reader saves, or what was let go before its turn', async () => {
    deliverAgain('other', ids[0]!);
    await local().setSaved(ids[0]!, false);
    deliverAgain('local', ids[0]!);
    await app.settle();
    expect(saved()).toEqual([]);
  });
});

describe('an address template', () => {
  it.each([
    'https://a.example/',
    'javascript:alert("{url}")',
    'data:text/html,{url}',
    '/relative?u={url}',
    '{url}',
  ])('is refused: %s', (template) => {
    expect(newDestination.safeParse({ kind: 'open', name: 'x', address: template }).success).toBe(false);
  });

  it.each(['Host', 'content-length', 'Cookie', 'transfer-encoding', 'a b', ''])(
    'a header is refused: %s',
    (name) => {
      const body = { kind: 'post', name: 'x', address: 'https://a.example/', header: { name, value: 'v' } };
      expect(newDestination.safeParse(body).success).toBe(false);
    },
  );

  it('keeps its scheme, host and path whatever the article is called', () => {
    const any = fc.string({ unit: anyCharacter, maxLength: 60 });
    fc.assert(
      fc.property(any, any, (title, rest) => {
        const url = `https://b.example/${rest}`;
        const filled = new URL(filledAddress('https://a.example/add?u={url}&t={title}#x', { url, title }));
        expect(`${filled.origin}${filled.pathname}`).toBe('https://a.example/add');
        expect([...filled.searchParams]).toEqual([
          ['u', url],
          ['t', title],
        ]);
        expect(filled.hash).toBe('#x');
      }),
      { numRuns: runs(200) },
    );
  });
});
