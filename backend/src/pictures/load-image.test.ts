import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFeedServer, type FeedServer } from '../../test/harness/servers/feed-server.ts';
import { png } from '../../test/harness/servers/images.ts';
import { ClientGoneError } from '../lib/errors.ts';
import { createGuardedFetch } from '../web/fetch/create-guarded-fetch.ts';
import { parseAllowHosts } from '../web/guard/target.ts';
import { inThreadParser } from '../../test/harness/in-thread-parser.ts';
import { createLoadImage, type LoadImage } from './load-image.ts';

const never = new AbortController().signal;
/** A wait that no test reaches. */
const LONG_MS = 200_000;

let dead: FeedServer;
let good: FeedServer;
/** The requests that the dead server holds. */
let held: ServerResponse[] = [];
let fetch: ReturnType<typeof createGuardedFetch>;

const loading = (waitMs: number): LoadImage =>
  createLoadImage({ fetch, parser: { ...inThreadParser, shrinkPicture: async () => null } }, { waitMs });
const refuseHeld = (): void => {
  for (const response of held) if (!response.writableEnded) response.writeHead(404).end();
};
const untilHeld = async (count: number): Promise<void> => {
  while (held.length < count) await new Promise((resolve) => setImmediate(resolve));
};

beforeAll(async () => {
  [dead, good] = await Promise.all([startFeedServer(), startFeedServer('127.0.0.2')]);
  fetch = createGuardedFetch({
    allowHosts: parseAllowHosts(`${dead.host},${good.host}`),
    userAgent: 'Omomi',
  });
  good.set('/picture.png', { body: png(), type: 'image/png' });
  for (let n = 0; n < 20; n += 1) dead.set(`/${n}.png`, (_request, response) => held.push(response));
});
afterAll(async () => {
  await fetch.close();
  await Promise.all([dead.close(), good.close()]);
});

it('is answered while a host that does not answer has its share of the places', async () => {
  const load = loading(LONG_MS);
  const stuck = Array.from({ length: 20 }, (_, n) =>
    load(dead.url(`/${n}.png`), null, never).catch(() => null),
  );
  await untilHeld(3);
  expect((await load(good.url('/picture.png'), null, never)).content_type).toBe('image/png');
  expect(held).toHaveLength(3);
  for (let asked = 3; asked <= 20; asked += 3) {
    refuseHeld();
    await untilHeld(Math.min(asked + 3, 20));
  }
  refuseHeld();
  await Promise.all(stuck);
  held = [];
});

it('is unavailable, not an error of the service, where no place is free in time', async () => {
  const load = loading(20);
  const stuck = [0, 1, 2].map((n) => load(dead.url(`/${n}.png`), null, never).catch(() => null));
  await untilHeld(3);
  await expect(load(dead.url('/3.png'), null, never)).rejects.toMatchObject({
    code: 'IMAGE_UNAVAILABLE',
    details: { reason: 'busy' },
  });
  for (const response of held) response.writeHead(404).end();
  await Promise.all(stuck);
  held = [];
});

it('is not asked for any more, and leaves its place, when the client has gone', async () => {
  const load = loading(LONG_MS);
  const leaving = new AbortController();
  const left = [0, 1, 2, 3].map((n) => load(dead.url(`/${n}.png`), null, leaving.signal));
  await untilHeld(3);
  const cut = held.map((response) => once(response, 'close'));
  leaving.abort(new ClientGoneError());
  for (const one of left) await expect(one).rejects.toThrow(ClientGoneError);
  await Promise.all(cut);
  const next = load(dead.url('/4.png'), null, never);
  await untilHeld(4);
  held[3]!.writeHead(200, { 'content-type': 'image/png' }).end(png());
  expect((await next).content_type).toBe('image/png');
  held = [];
});
