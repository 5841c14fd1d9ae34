import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerEndpoints } from '../../../src/contract/endpoints/managing/owner-endpoints.ts';
import { expectError, setUpApi } from '../../harness/api/api-client.ts';
import { localReader, sampleRequest } from '../../harness/api/api-samples.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { addReaders, queueArticles, seedArticle, seedFeed } from '../../harness/scoring-samples.ts';
import { sampleFeed, sampleFeedId } from '../../harness/samples/storage-samples.ts';
import { invalidCursor } from '../../../src/lib/json-cursor.ts';

type OwnerName = keyof typeof ownerEndpoints;
const names = Object.keys(ownerEndpoints) as OwnerName[];

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await addReaders(app, ['anna', 'ben']);
  for (const n of [1, 2, 3])
    await app.stores.feeds.create(
      sampleFeed({
        feed_id: sampleFeedId(n),
        url: `https://me:hunter22@site${n}.example/private-abc/feed?token=abc`,
      }),
    );
  for (const user_id of ['anna', 'ben', 'carl']) {
    await app.stores.readers.enlist(user_id, app.now().toISOString());
    await app.stores.profiles.setPerson(
      user_id,
      { email: `${user_id}@example.org`, name: null },
      app.now().toISOString(),
    );
  }
});

afterAll(() => app.close());

const owner = () => app.as('anna');

describe('the owner’s endpoints', () => {
  it.each(names)('%s answers 403 to readers other than the owner, and 401 without sign-in', async (name) => {
    const reader = { ...localReader('ben'), is_owner: false };
    const asReader = setUpApi({ authenticate: async () => reader });
    expectError(await asReader.send(sampleRequest(name)), 'FORBIDDEN');
    expect(asReader.calls).toEqual([]);
    const asNobody = setUpApi({ authenticate: async () => null });
    expectError(await asNobody.send(sampleRequest(name)), 'UNAUTHENTICATED');
    const asOwner = setUpApi({ authenticate: async () => ({ ...reader, is_owner: true }) });
    expect((await asOwner.send(sampleRequest(name))).status).toBeLessThan(300);
  });

  it('list every reader, a page at a time', async () => {
    await app.stores.sessions.put({
      user_id: 'ben',
      session_id: 'b'.repeat(64),
      identity_id: 'c'.repeat(32),
      email: 'ben@example.org',
      is_owner: false,
      device: 'Firefox on Linux',
      created_at: '2026-02-28T08:00:00.000Z',
      authenticated_at: null,
      last_seen_at: '2026-03-01T07:00:00.000Z',
      expires_at: '2026-03-30T08:00:00.000Z',
    });
    const first = await owner().call('listReaders', { query: { limit: 2 } });
    expect(first.items).toMatchObject([
      { user_id: 'anna', email: 'anna@example.org', subscriptions: 1, last_seen_at: null, is_leaving: false },
      { user_id: 'ben', last_seen_at: '2026-03-01T07:00:00.000Z' },
    ]);
    expect(first.has_more).toBe(true);
    const second = await owner().call('listReaders', { query: { limit: 2, cursor: first.next_cursor! } });
    expect(second).toMatchObject({ items: [{ user_id: 'carl', subscriptions: 0 }], has_more: false });
    const wrong = owner().call('listReaders', { query: { limit: 2, cursor: '#' } });
    await expect(wrong).rejects.toThrow(invalidCursor());
  });

  it('remove any reader but the one who asks', async () => {
    const remove = (user_id: string) => owner().call('removeReader', { params: { user_id } });
    await expect(remove('anna')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(remove('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await app.stores.profiles.setPerson(
      'dora',
      { email: 'dora@example.org', name: 'Dora' },
      app.now().toISOString(),
    );
    expect(await remove('dora')).toMatchObject({ name: 'Dora', is_leaving: true });
    await app.settle();
    app.advance(11);
    await app.settle();
    app.advance(11);
    await app.settle();
    expect(await app.stores.profiles.get('dora')).toBeNull();
    expect(await app.stores.profiles.get('anna')).toMatchObject({ leaving_at: null });
  });

  it('list the one reader of a runner without sign-in', async () => {
    const alone = await startTestApp();
    expect((await alone.as('local').call('listReaders')).items).toMatchObject([{ user_id: 'local' }]);
    await alone.close();
  });

  it('list every feed with its readers, without the credentials in its address', async () => {
    const first = await owner().call('listAllFeeds', { query: { limit: 3 } });
    const rest = await owner().call('listAllFeeds', { query: { limit: 3, cursor: first.next_cursor! } });
    const all = [...first.items, ...rest.items];
    expect(all).toHaveLength(4);
    expect(all.find(({ feed_id }) => feed_id === seedFeed)).toMatchObject({
      readers: 2,
      fetch_status: 'active',
    });
    expect(JSON.stringify(all)).not.toMatch(/hunter22|-abc|token=abc/);
    const redacted = `[redacted ${all[0]?.feed_id.slice(0, 6)}]`;
    expect(all[0]?.url).toBe(`https://${redacted}@site1.example/${redacted}/feed?token=${redacted}`);
    expect(rest.has_more).toBe(false);
  });

  it('show dead letters with their reason and send them back', async () => {
    await queueArticles(app, [seedArticle(app, 1)]);
    const gone = { feed_id: seedFeed, article_ids: [], sent_at: 'never' };
    app.queues.score.push({ id: 'broken', body: JSON.stringify(gone), receives: 0 });
    const refused = {
      feed_id: 'not a feed',
      failure: { model: 'm', reason: 'the text at https://a:secret99@x.example/ is refused' },
    };
    app.queues.score.push({ id: 'refused', body: JSON.stringify(refused), receives: 0 });
    await app.settle();
    const depths = (await owner().call('listQueues')).items;
    expect(depths).toEqual([
      { queue: 'fetch', waiting: 0, in_flight: 0, dead_letters: 0 },
      { queue: 'score', waiting: 0, in_flight: 0, dead_letters: 2 },
      { queue: 'jobs', waiting: 0, in_flight: 0, dead_letters: 0 },
    ]);
    const letters = (await owner().call('listDeadLetters', { params: { queue: 'score' } })).items;
    expect(letters).toMatchObject([
      { message_id: 'broken', reason: null, message: { feed_id: seedFeed } },
      { message_id: 'refused', reason: 'the text at https://[redacted]@x.example/ is refused' },
    ]);
    const redriven = await owner().call('redriveDeadLetters', { params: { queue: 'score' } });
    expect(redriven).toEqual({ queue: 'score', redriven: 2 });
    expect(app.queues.score).toHaveLength(2);
    await app.settle();
    expect((await owner().call('listQueues')).items[1]).toMatchObject({ dead_letters: 2 });
  });

  it('run jobs for everyone', async () => {
    const start = (kind: 'dispatch' | 'cleanup' | 'recalculate') =>
      owner().call('startDeploymentJob', { params: { kind } });
    expect(await start('recalculate')).toEqual({ kind: 'recalculate', started: 3 });
    expect(await start('cleanup')).toEqual({ kind: 'cleanup', started: 3 });
    await app.settle();
    const kinds = (await app.as('ben').call('listJobs')).items.map(({ kind, state }) => `${kind} ${state}`);
    expect(kinds.toSorted()).toEqual(['cleanup done', 'recalculate done']);
    app.advance(24 * 60);
    const { started } = await start('dispatch');
    expect(started).toBeGreaterThan(0);
    expect(app.queues.fetch).toHaveLength(started);
  });
});
