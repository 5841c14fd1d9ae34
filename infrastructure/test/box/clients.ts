import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ORIGIN_HEADER } from '../../../backend/src/config/client-paths.ts';
import { toFeedMessage } from '../../../backend/src/refresh/schedule.ts';
import { functionUrlEvent, type EventParts } from '../../../backend/test/harness/api/function-url-event.ts';
import { rss } from '../../../backend/test/harness/servers/feed-server.ts';
import type { World } from './world.ts';

const READ = 'user/-/state/com.google/read';
const STARRED = 'user/-/state/com.google/starred';
const LIST = 'user/-/state/com.google/reading-list';

/** The answers that another feed reader gets at the address of the distribution. */
export const describeClients = (worldOf: () => World): void => {
  describe('the function of other feed readers', () => {
    let token = '';

    /** Sends a request as an app does, to the address of the page. */
    const ask = async ({ path = '/', ...parts }: EventParts) => {
      const response = await fetch(`${worldOf().box.url}${path}`, {
        method: parts.method ?? 'GET',
        headers: token === '' ? {} : { authorization: `GoogleLogin auth=${token}` },
        ...(parts.body === undefined
          ? {}
          : { body: new URLSearchParams(parts.body as Record<string, string>) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const send = (path: string, fields: Record<string, string>) =>
      ask({ method: 'POST', path, body: fields });
    const idsOf = async (query: string): Promise<string[]> =>
      JSON.parse(
        (await ask({ path: `/reader/api/0/stream/items/ids?output=json&n=100&${query}` })).text,
      ).itemRefs.map(({ id }: { id: string }) => id);

    it('answers nobody who calls its URL itself', async () => {
      const path = '/reader/api/0/token';
      for (const shown of [undefined, 'guessed']) {
        const event = functionUrlEvent({ path, headers: { [ORIGIN_HEADER]: shown } });
        expect(await worldOf().invoke('clients', event)).toMatchObject({ statusCode: 403 });
      }
      expect((await ask({ path })).status).toBe(401);
    });

    it('answers as text what is at none of its addresses', async () => {
      const nothing = await ask({ path: '/accounts/nothing' });
      expect([nothing.status, nothing.text]).toEqual([404, expect.not.stringContaining('<html')]);
    });

    it('signs in with a token of the page', async () => {
      const made = await worldOf().call({
        method: 'POST',
        path: '/api/tokens',
        headers: { 'content-type': 'application/json' },
        body: { name: 'Phone', scope: 'write' },
      });
      expect(made.statusCode).toBe(201);
      const signedIn = await send('/accounts/ClientLogin', { Email: 'reader', Passwd: made.body.token });
      token = /^Auth=(\S+)$/m.exec(signedIn.text)?.[1] ?? '';
      expect(token).not.toBe('');
      expect(await ask({ path: '/reader/api/0/subscription/list?output=json' })).toMatchObject({
        status: 200,
      });
    });

    let stream = '';
    let ids: string[] = [];

    it('follows a feed, whose articles score delivers and it lists', async () => {
      const { publisher, take, invoke, eventOf } = worldOf();
      const items = ['First', 'Second'].map((title, n) => ({
        title,
        link: `https://phone.example/${n}`,
        guid: `${n}`,
        text: `<p>${title}</p>`,
        date: new Date().toISOString(),
      }));
      publisher.set('/phone.xml', { body: rss(items, { title: 'Phone', site: 'https://phone.example/' }) });
      const before = await idsOf(`s=${LIST}`);
      const added = await send('/reader/api/0/subscription/quickadd', {
        quickadd: publisher.url('/phone.xml'),
      });
      expect(JSON.parse(added.text)).toMatchObject({ numResults: 1 });
      expect(await invoke('score', eventOf('score', take('score')))).toEqual({ batchItemFailures: [] });
      ({ streamId: stream } = JSON.parse(added.text));
      const known = new Set(before);
      ids = (await idsOf(`s=${LIST}`)).filter((id) => !known.has(id)).toSorted((a, b) => a.localeCompare(b));
      expect(ids).toHaveLength(2);
      expect((await idsOf(`s=${stream}`)).toSorted((a, b) => a.localeCompare(b))).toEqual(ids);
      const mustRead = await idsOf(`s=${encodeURIComponent('user/-/label/Omomi: Must read')}`);
      expect(mustRead.filter((id) => !known.has(id))).toEqual([]);
    });

    it('stars and marks articles, and lets a feed go', async () => {
      const { take } = worldOf();
      const [first, second] = ids;
      await send('/reader/api/0/edit-tag', { i: first!, a: STARRED });
      await send('/reader/api/0/edit-tag', { i: second!, a: READ });
      expect(await idsOf(`s=${STARRED}`)).toEqual([first]);
      expect((await idsOf(`s=${LIST}&xt=${READ}`)).filter((id) => id === second)).toEqual([]);
      const contents = await send('/reader/api/0/stream/items/contents', { i: first!, output: 'json' });
      expect(JSON.parse(contents.text).items).toMatchObject([
        { title: expect.stringMatching(/First|Second/) },
      ]);
      expect(await send('/reader/api/0/mark-all-as-read', { s: stream })).toMatchObject({ status: 200 });
      expect(await idsOf(`s=${stream}&xt=${READ}`)).toEqual([]);
      expect(await send('/reader/api/0/subscription/edit', { ac: 'unsubscribe', s: stream })).toMatchObject({
        status: 200,
      });
      // The parts that follow find the queues empty.
      for (const queue of ['fetch', 'score', 'jobs'] as const) take(queue);
    });

    it('hears of news from the hub that the function fetch has asked, if the hub signs', async () => {
      const { publisher, box, stores, take, put, invoke, eventOf } = worldOf();
      const asked: URLSearchParams[] = [];
      publisher.set('/hub', (request, response) => {
        void text(request).then((body) => asked.push(new URLSearchParams(body)));
        response.writeHead(202).end();
      });
      const link = `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="hub" href="${publisher.url('/hub')}"/>`;
      publisher.set('/told.xml', { body: rss([]).replace('<channel>', `<channel>${link}`) });
      const added = await send('/reader/api/0/subscription/quickadd', {
        quickadd: publisher.url('/told.xml'),
      });
      const { streamId } = JSON.parse(added.text);
      const fetchNow = async () => {
        const feed = await stores.feeds.get(streamId.replace('feed/', ''));
        const message = toFeedMessage(feed!, feed!.next_fetch_at ?? '', new Date());
        await put('fetch')([{ body: JSON.stringify(message) }]);
        expect(await invoke('fetch', eventOf('fetch', take('fetch')))).toEqual({ batchItemFailures: [] });
      };
      await fetchNow();
      const [form] = asked;
      const path = new URL(form?.get('hub.callback') ?? '').pathname;
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.topic': publisher.url('/told.xml'),
        'hub.challenge': 'a challenge & more',
        'hub.lease_seconds': '864000',
      });
      expect(await ask({ path: `${path}?${query.toString()}` })).toEqual({
        status: 200,
        text: 'a challenge & more',
      });
      const tell = async (signature: string) =>
        (
          await fetch(`${box.url}${path}`, {
            method: 'POST',
            body: 'news',
            headers: { 'x-hub-signature': signature },
          })
        ).status;
      expect(await tell('sha256=00')).toBe(202);
      expect(take('fetch')).toEqual([]);
      const secret = form?.get('hub.secret') ?? '';
      expect(await tell(`sha256=${createHmac('sha256', secret).update('news').digest('hex')}`)).toBe(202);
      expect(take('fetch')).toHaveLength(1);
      await send('/reader/api/0/subscription/edit', { ac: 'unsubscribe', s: streamId });
      await fetchNow();
      expect(asked.map((each) => each.get('hub.mode'))).toEqual(['subscribe', 'unsubscribe']);
      expect(await tell('sha256=00')).toBe(410);
      for (const queue of ['fetch', 'score', 'jobs'] as const) take(queue);
    });
  });
};
