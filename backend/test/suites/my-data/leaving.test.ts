import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readerMark } from '../../../src/accounts/sign-in/login.ts';
import {
  hashSecret,
  newSecret,
  sessionCookie,
  sessionText,
  tokenText,
} from '../../../src/accounts/secret.ts';
import { editionName } from '../../../src/edition/edition-blobs.ts';
import { importDocumentKey } from '../../../src/feeds/import/import-document.ts';
import { jobKey } from '../../../src/storage/table/keys.ts';
import { createTableClient, type Item, type TableClient } from '../../../src/storage/table/table.ts';
import type { Key } from '../../../src/storage/table/keys.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash, crashAt } from '../../harness/engines/crashing-table.ts';
import { startChosenEngine } from '../../harness/engines/engines.ts';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { sampleNewHighlight } from '../../harness/api/api-samples.ts';
import { functionUrlEvent, lambdaContext, type EventParts } from '../../harness/api/function-url-event.ts';
import { addReaders, keyword, queueArticles, seedArticle, seedFeed } from '../../harness/scoring-samples.ts';
import { sampleNotified } from '../../harness/samples/notified-samples.ts';
import { sampleFeed, sampleFeedId, sampleSubscription } from '../../harness/samples/storage-samples.ts';

const leaver = 'leaverleaver';
const stayer = 'stayerstayer';
const ownFeed = sampleFeedId(0xdef);
const identity_id = '0123456789abcdef0123456789abcdef';
const time = '2026-03-01T08:00:00.000Z';

let engine: TestEngine;
let world: { items: Item[]; blobs: [string, Uint8Array][] };

const startEngine = async (): Promise<TestEngine> => ({
  ...engine,
  close: () => Promise.resolve(),
});

const blobsOf = async (app: TestApp): Promise<string[]> =>
  (await readdir(app.folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => decodeURIComponent(`${entry.parentPath.slice(app.folder.length + 1)}/${entry.name}`))
    .toSorted();

const textOf = (item: Item): string =>
  JSON.stringify(item, (_key, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );

/** Creates two readers who have every kind of data. They share one feed; only the leaver follows the second. */
const build = async (): Promise<typeof world> => {
  const app = await startTestApp({ startEngine });
  await addReaders(app, [leaver, stayer]);
  await app.stores.feeds.create(sampleFeed({ feed_id: ownFeed, url: 'https://own.example/feed' }));
  await app.stores.subscriptions.create(sampleSubscription({ user_id: leaver, feed_id: ownFeed }));
  await app.stores.subscribers.put({
    feed_id: ownFeed,
    user_id: leaver,
    fetch_interval_minutes: 60,
    text_mode: 'auto',
    volume: 'normal' as const,
    is_active: true,
  });
  const articles = Array.from({ length: 8 }, (_, n) => seedArticle(app, n));
  const noise = Array.from({ length: 40_000 }, (_, n) => ((n * 2654435761) % 2 ** 32).toString(36)).join(' ');
  articles[1]!.content = `<p>${noise}</p>`;
  await queueArticles(app, articles);
  for (const reader of [leaver, stayer]) {
    const { call } = app.as(reader);
    await call('addKeyword', keyword('climate', 2));
    await call('updatePreferences', { body: { learns: true, theme: 'dark' } });
    await app.settle();
    const article = (n: number) => ({ params: { article_id: articles[n]!.article_id } });
    await call('setSaved', { ...article(1), body: { is_saved: true } });
    await call('setSaved', { ...article(2), body: { is_saved: true } });
    await call('setTags', { ...article(2), body: { tags: ['気候'] } });
    await call('setHighlight', {
      params: { article_id: articles[2]!.article_id, highlight_id: 'highlight1' },
      body: sampleNewHighlight,
    });
    await call('setRead', { ...article(3), body: { is_read: true, is_read_through: true } });
    await call('addDestination', {
      body: { kind: 'open', name: 'Notes', address: 'https://notes.example/?url={url}' },
    });
    const sent = { user_id: reader, destination_id: 'notes', article_id: articles[1]!.article_id };
    await app.stores.destinations.claim(sent, Date.parse(time) / 1000 + 86_400);
    await call('markRead', { body: { before: time } });
    await call('fetchFeeds');
    await app.stores.readers.enlist(reader, time);
    await app.stores.profiles.setPerson(reader, { email: `${reader}@example.org`, name: null }, time);
    await app.stores.tokens.put({
      user_id: reader,
      token_id: reader.padEnd(64, '0'),
      name: 'script',
      scope: 'read',
      created_at: time,
      last_used_at: null,
      fever_key: null,
    });
    await app.stores.feedAddresses.put({
      user_id: reader,
      address_id: reader.padEnd(64, '2'),
      list: { kind: 'today' },
      name: 'phone',
      created_at: time,
      last_used_at: null,
    });
    await app.stores.notified.put(sampleNotified(reader), 'made');
    await app.stores.sessions.put({
      user_id: reader,
      session_id: reader.padEnd(64, '1'),
      identity_id,
      email: `${reader}@example.org`,
      is_owner: false,
      device: 'Firefox on Linux',
      created_at: time,
      authenticated_at: time,
      last_seen_at: time,
      expires_at: '2026-03-31T08:00:00.000Z',
    });
  }
  await app.stores.identities.claim(identity_id, leaver);
  await app.stores.identities.record({
    user_id: leaver,
    identity_id,
    provider: 'google',
    email: null,
    label: null,
    is_email_verified: false,
    created_at: time,
    last_used_at: time,
  });
  // Add a document that waits to be imported, an edition, and a login attempt that was never completed.
  for (const reader of [leaver, stayer]) {
    await app.stores.blobs.put(importDocumentKey(reader, 'job000000001'), Buffer.from('<opml/>'));
    await app.stores.blobs.put(editionName(reader, '2026-03-01', '0000abcd'), Buffer.from('an edition'));
  }
  await app.stores.logins.put({
    login_id: hashSecret('state'),
    provider: 'google',
    nonce: 'nonce',
    code_verifier: 'verifier',
    return_to: '/settings',
    purpose: { kind: 'link', reader_mark: readerMark('state', leaver) },
    created_at: time,
    expires_at: '2026-03-01T08:10:00.000Z',
  });
  // Add the blob of a save that was cut off before its item was written.
  await app.stores.blobs.put(`saved/${leaver}/4`, Buffer.from('left behind'));
  const names = await blobsOf(app);
  const blobs = await Promise.all(
    names.map(async (name): Promise<[string, Uint8Array]> => [name, (await app.stores.blobs.get(name))!]),
  );
  const items = await app.dump();
  await app.close();
  return { items, blobs };
};

const open = async (wrapTable?: (table: TableClient) => TableClient): Promise<TestApp> => {
  const store = await startTestApp({ startEngine });
  const table = createTableClient({ client: store.client, tableName: store.tableName });
  await table.batchPut(world.items as (Item & Key)[]);
  for (const [name, bytes] of world.blobs) await store.stores.blobs.put(name, bytes);
  // Start the app anew, as a second process whose jobs have ids of their own.
  const app = await startTestApp({ over: store, ...(wrapTable === undefined ? {} : { wrapTable }) });
  return { ...app, close: async () => void (await Promise.all([app.close(), store.close()])) };
};

const leave = (app: TestApp, email = `${leaver}@example.org`) =>
  app.as(leaver).call('leave', { body: { email } });

/** Completes all work, including the second pass that waits until no earlier request can still be writing. */
const finish = async (app: TestApp): Promise<void> => {
  await app.settle();
  app.advance(11);
  await app.settle();
  app.advance(11);
  await app.settle();
};

const others = (items: Item[]) => items.filter((item) => !textOf(item).includes(leaver)).map(textOf);
const tracesOf = (items: Item[]) =>
  items.filter((item) => textOf(item).includes(leaver)).map(({ PK, SK }) => `${String(PK)} ${String(SK)}`);

/** Returns everything that is left of the leaver, with the messages that are still queued or dead. */
const remainsOf = async (app: TestApp) => ({
  items: tracesOf(await app.dump()),
  blobs: (await blobsOf(app)).filter((name) => name.includes(leaver)),
  queued: Object.values(app.queues).flat(),
  dead: app.deadLetters,
});

const nothing = { items: [], blobs: [], queued: [], dead: [] };

/** Checks that everything else is unchanged, except that the leaver's own feed is no longer scheduled. */
const expectOthersUnchanged = async (app: TestApp): Promise<void> => {
  const unscheduled = world.items.map((item) => {
    if (item['SK'] !== `FEED#${ownFeed}`) return item;
    const { next_fetch_at: _, ...rest } = item;
    return rest;
  });
  expect(others(await app.dump()).toSorted()).toEqual(others(unscheduled).toSorted());
  expect((await blobsOf(app)).toSorted()).toEqual(
    world.blobs
      .map(([name]) => name)
      .filter((name) => !name.includes(leaver))
      .toSorted(),
  );
};

beforeAll(async () => {
  engine = await startChosenEngine();
  world = await build();
});

afterAll(() => engine.close());

describe('leaving', () => {
  it('deletes all data of the reader and none of others', async () => {
    const app = await open();
    expect(tracesOf(world.items).length).toBeGreaterThan(25);
    expect(world.blobs.filter(([name]) => name.startsWith(`saved/${leaver}/`))).toHaveLength(2);
    expect(world.blobs.filter(([name]) => name.startsWith(`imports/${leaver}/`))).toHaveLength(1);
    expect(world.blobs.filter(([name]) => name.startsWith(`editions/${leaver}/`))).toHaveLength(1);
    const job = await leave(app);
    expect(job).toMatchObject({ kind: 'leave', state: 'queued' });
    await finish(app);
    expect(await remainsOf(app)).toEqual(nothing);
    await expectOthersUnchanged(app);
    expect((await app.stores.feeds.get(ownFeed))?.next_fetch_at).toBeNull();
    expect((await app.stores.feeds.get(seedFeed))?.next_fetch_at).not.toBeNull();
    expect(await app.stores.identities.ownerOf(identity_id)).toBeNull();
    await app.close();
  });

  it('deletes the same for a reader whom the owner removes', async () => {
    const app = await open();
    await app.as('owner').call('removeReader', { params: { user_id: leaver } });
    await finish(app);
    expect(await remainsOf(app)).toEqual(nothing);
    await expectOthersUnchanged(app);
    await app.close();
  });

  it.each([
    ['by the reader', (app: TestApp): Promise<unknown> => leave(app)],
    ['by the owner', (app: TestApp) => app.as('owner').call('removeReader', { params: { user_id: leaver } })],
  ])('ends identities, sessions and tokens before it answers, %s', async (_, begin) => {
    const app = await open();
    await begin(app);
    expect((await app.stores.profiles.get(leaver))?.leaving_at).not.toBeNull();
    expect(await app.stores.sessions.list(leaver)).toEqual([]);
    expect(await app.stores.tokens.list(leaver)).toEqual([]);
    expect(await app.stores.feedAddresses.list(leaver)).toEqual([]);
    expect(await app.stores.notified.list()).toEqual([stayer]);
    expect(await app.stores.identities.ownerOf(identity_id)).toBeNull();
    expect(await app.stores.sessions.list(stayer)).toHaveLength(1);
    await app.close();
  });

  it('refuses the session and the tokens afterwards', async () => {
    const user_id = 'r'.repeat(32);
    const email = 'reader@example.org';
    const app = await startTestApp({
      startEngine,
      signIn: {
        owner: 'owner@example.org',
        allowed: ['owner@example.org', '@example.org'],
        providers: [
          { provider: 'google', name: 'Google', issuer: 'https://idp.example', client_id: 'omomi' },
        ],
      },
    });
    const [session, token] = [newSecret(), newSecret()];
    const at = app.now().toISOString();
    await app.stores.profiles.setPerson(user_id, { email, name: null }, at);
    await app.stores.sessions.put({
      user_id,
      session_id: hashSecret(session),
      identity_id,
      email,
      is_owner: false,
      device: '',
      created_at: at,
      authenticated_at: null,
      last_seen_at: at,
      expires_at: '2026-03-31T08:00:00.000Z',
    });
    await app.stores.tokens.put({
      user_id,
      token_id: hashSecret(token),
      name: 'script',
      scope: 'write',
      created_at: at,
      last_used_at: null,
      fever_key: null,
    });
    const byCookie = { cookies: [`${sessionCookie}=${sessionText(user_id, session)}`] };
    const byToken = { headers: { 'x-viewer-authorization': `Bearer ${tokenText(user_id, token)}` } };
    const send = async (parts: EventParts) =>
      (await app.api(functionUrlEvent({ path: '/api/me', ...parts }), lambdaContext())).statusCode;
    const leaving = { method: 'DELETE', body: { email } };
    expect([await send(byCookie), await send(byToken)]).toEqual([200, 200]);
    // A token may not delete the account, and the request must contain the reader's e-mail address.
    expect(await send({ ...leaving, ...byToken })).toBe(403);
    expect(await send({ ...leaving, ...byCookie, body: { email: 'other@example.org' } })).toBe(400);
    expect(await send({ ...leaving, ...byCookie })).toBe(202);
    expect([await send(byCookie), await send(byToken)]).toEqual([401, 401]);
    await app.close();
  });

  it('requires the e-mail address in any letter case, or the user_id if there is none', async () => {
    const app = await open();
    const refused = { code: 'VALIDATION_FAILED', details: [{ path: 'email' }] };
    await expect(leave(app, 'someone@example.org')).rejects.toMatchObject(refused);
    await expect(leave(app, leaver)).rejects.toMatchObject(refused);
    expect(await app.stores.sessions.list(leaver)).toHaveLength(1);
    expect(await leave(app, ` ${leaver.toUpperCase()}@Example.org `)).toMatchObject({ kind: 'leave' });
    expect(await app.as('local').call('leave', { body: { email: 'local' } })).toMatchObject({
      kind: 'leave',
    });
    await app.close();
  });

  it('starts one job for repeated requests, and stays on the owner’s list until the end', async () => {
    const app = await open();
    const first = await leave(app);
    const second = await leave(app);
    expect(second.job_id).toBe(first.job_id);
    await app.settle();
    const readers = (await app.as('owner').call('listReaders')).items;
    expect(readers.find(({ user_id }) => user_id === leaver)).toMatchObject({
      is_leaving: true,
      subscriptions: 0,
      last_seen_at: null,
    });
    expect(await app.stores.jobs.get(leaver, first.job_id)).toMatchObject({ state: 'running' });
    await finish(app);
    expect(await remainsOf(app)).toEqual(nothing);
    await app.close();
  });

  it('deletes data that was still being written when it began', async () => {
    const app = await open();
    await leave(app);
    await app.settle();
    const { stores } = app;
    // Imitate a fan-out, a save, an import, a recalculation and a sign-in that began before.
    const [entry] = await stores.entries.scan(stayer, null, 1);
    await stores.entries.create({ ...entry!, user_id: leaver });
    await stores.saved.put({
      ...(await stores.saved.get(stayer, seedArticle(app, 1).article_id))!,
      user_id: leaver,
    });
    await stores.subscriptions.create(sampleSubscription({ user_id: leaver, feed_id: seedFeed }));
    const follows = {
      user_id: leaver,
      fetch_interval_minutes: 60,
      text_mode: 'auto' as const,
      volume: 'normal' as const,
      is_active: true,
    };
    await stores.subscribers.put({ ...follows, feed_id: seedFeed });
    await stores.subscribers.put({ ...follows, feed_id: ownFeed });
    await stores.profiles.raiseKeywordsVersion(leaver, time);
    await stores.profiles.setPerson(leaver, { email: `${leaver}@example.org`, name: null }, time);
    await stores.readers.enlist(leaver, time);
    await app.as(leaver).call('recalculate');
    await finish(app);
    expect(await remainsOf(app)).toEqual(nothing);
    await expectOthersUnchanged(app);
    await app.close();
  });

  it('is not undone by a message that comes later', async () => {
    const app = await open();
    await leave(app);
    await finish(app);
    const article_ids = [seedArticle(app, 0).article_id, seedArticle(app, 5).article_id];
    const score = { feed_id: seedFeed, article_ids, sent_at: time };
    const job = { user_id: leaver, job_id: 'job000000001', part: 0 };
    const late: [keyof TestApp['queues'], object][] = [
      ['score', { ...score, user_id: leaver }],
      ['score', score],
      ['score', { ...score, is_update: true, job: { ...job, new_articles: 2 } }],
      ['jobs', { user_id: leaver, job_id: 'job000000001', kind: 'recalculate', start_id: 'a' }],
      ['jobs', { user_id: leaver, job_id: 'job000000001', kind: 'leave', start_id: 'a' }],
      [
        'fetch',
        {
          kind: 'feed',
          feed_id: ownFeed,
          url: 'http://127.0.0.1:9/',
          next_fetch_at: time,
          interval_minutes: 60,
          new_subscriber: leaver,
          job,
        },
      ],
    ];
    for (const [queue, message] of late)
      app.queues[queue].push({
        id: queue + JSON.stringify(message),
        body: JSON.stringify(message),
        receives: 0,
      });
    await app.settle();
    expect(await remainsOf(app)).toEqual(nothing);
    await app.close();
  });

  it('allows a fresh start', async () => {
    const app = await open();
    await leave(app);
    await finish(app);
    expect((await app.as(leaver).call('listFeeds')).items).toEqual([]);
    expect((await app.as(leaver).call('listJobs')).items).toEqual([]);
    expect(await app.as(leaver).call('getPreferences')).toMatchObject({ theme: 'auto', learns: false });
    await app.close();
  });

  it('has the same result if it is killed before or after any single write', { tags: ['long'] }, async () => {
    let write = 0;
    for (;;) {
      write += 1;
      // Crashing after one write or before the next gives nearly the same state, so alternate between the two.
      const crashing = crashAt(write, write % 2 === 0);
      const app = await open(crashing.wrap);
      await leave(app).catch(async (error: unknown) => {
        if (!(error instanceof Crash)) throw error;
        await leave(app);
      });
      await finish(app);
      expect(await remainsOf(app)).toEqual(nothing);
      await expectOthersUnchanged(app);
      await app.close();
      if (!crashing.hasCrashed()) break;
    }
    expect(write).toBeGreaterThan(20);
  });

  it('is restarted by the daily cleanup after it failed permanently', async () => {
    const app = await open();
    const { job_id } = await leave(app);
    await app.settle();
    await app.stores.jobs.update(leaver, job_id, { state: 'failed' });
    await finish(app);
    expect(tracesOf(await app.dump())).not.toEqual([]);
    await app.cleanup();
    await finish(app);
    expect(await remainsOf(app)).toEqual(nothing);
    await app.close();
  });

  it('is repeated by the daily cleanup if a request wrote after the end', async () => {
    const app = await open();
    await leave(app);
    await finish(app);
    // Imitate a slow `POST /api/feeds` that writes after the account is deleted.
    await app.stores.subscriptions.create(sampleSubscription({ user_id: leaver, feed_id: ownFeed }));
    const follows = {
      user_id: leaver,
      fetch_interval_minutes: 60,
      text_mode: 'auto' as const,
      volume: 'normal' as const,
      is_active: true,
    };
    await app.stores.subscribers.put({ ...follows, feed_id: ownFeed });
    await app.cleanup();
    await finish(app);
    expect(await remainsOf(app)).toEqual(nothing);
    expect(await app.stores.subscriptions.list(stayer)).not.toEqual([]);
    await app.close();
  });

  it('leaves no job if it ends while jobs are being started for everyone', async () => {
    const app = await open();
    await leave(app);
    await finish(app);
    // Imitate a start that read the list of readers before the leaver was removed from it.
    await app.stores.readers.enlist(leaver, time);
    await app.cleanup();
    for (const kind of ['cleanup', 'recalculate'] as const)
      await app.as(stayer).call('startDeploymentJob', { params: { kind } });
    await app.settle();
    expect(tracesOf(await app.dump())).toEqual([`READERS READER#${leaver}`]);
    await app.close();
  });

  it('deletes more items than fit in a slice', async () => {
    const app = await open();
    const table = createTableClient({ client: app.client, tableName: app.tableName });
    await table.batchPut(
      Array.from({ length: 2300 }, (_, n) => ({ ...jobKey(leaver, `old${String(n).padStart(9, '0')}`) })),
    );
    await leave(app);
    await finish(app);
    expect(await remainsOf(app)).toEqual(nothing);
    await app.close();
  });
});
