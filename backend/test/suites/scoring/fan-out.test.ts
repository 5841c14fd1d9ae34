import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScoreMessage } from '../../../src/queues/messages.ts';
import { EmbeddingError, type EmbedRequest } from '../../../src/model/score/embedder.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import { Crash } from '../../harness/engines/crashing-table.ts';
import { interruption } from '../../harness/engines/interruption.ts';
import { testReader } from '../../harness/reader.ts';
import {
  addReaders,
  queueArticles,
  seedArticle,
  seedFeed,
  watchedEmbedder,
} from '../../harness/scoring-samples.ts';
import { rss, startFeedServer } from '../../harness/servers/feed-server.ts';

const readers = Array.from({ length: 1150 }, (_, at) => `reader${String(at).padStart(4, '0')}`);
/** The parts of the readers to which one message each delivers. */
const parts = [readers.slice(0, 500), readers.slice(500, 1000), readers.slice(1000)];
const ranges = [
  { until: readers[499] },
  { after: readers[499], until: readers[999] },
  { after: readers[999] },
];

let app: TestApp;
let fail: (request: EmbedRequest) => EmbeddingError | null;
let isSendFailing: boolean;
let interrupt: ReturnType<typeof interruption>;
beforeEach(async () => {
  fail = () => null;
  isSendFailing = false;
  interrupt = interruption();
  app = await startTestApp({
    embedder: watchedEmbedder((request) => fail(request)).embedder,
    wrapTable: interrupt.wrap,
    wrapSend: (_queue, send) => (messages) =>
      isSendFailing ? Promise.reject(new Error('the queue does not answer')) : send(messages),
  });
});
afterEach(() => app.close());

type Row = { user_id: string; article_id: string; is_scored: boolean };

/** Returns the entries of all readers, in the order of the readers' ids. */
const entries = async (): Promise<Row[]> =>
  (await app.dump())
    .filter(({ SK }) => String(SK).startsWith('ENTRY#'))
    .map((item) => ({
      user_id: String(item['PK']).slice('USER#'.length),
      article_id: String(item['SK']).slice('ENTRY#'.length),
      is_scored: item['importance_score'] !== undefined && item['importance_score'] !== null,
    }));
const readersWithEntries = async () => [...new Set((await entries()).map(({ user_id }) => user_id))];
const waiting = (): ScoreMessage[] => app.queues.score.map(({ body }) => JSON.parse(body));

describe('an article of a feed with 1,150 subscribers', { tags: ['long'] }, () => {
  it('reaches 500 of them with each message, in any order of the messages', async () => {
    await addReaders(app, readers);
    await queueArticles(app, [seedArticle(app, 1)]);
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual([]);
    expect(waiting()).toEqual(
      ranges.map((range) => expect.objectContaining({ feed_id: seedFeed, ...range })),
    );
    expect(waiting()[0]).not.toHaveProperty('after');
    expect(waiting()[2]).not.toHaveProperty('until');
    // A subscriber who unsubscribed after the messages were sent does not hide those who follow in the order.
    await app.stores.subscribers.delete(seedFeed, readers[499]!);
    app.queues.score.reverse();
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual(parts[2]);
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual([...parts[1]!, ...parts[2]!]);
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual(readers.filter((reader) => reader !== readers[499]));
    expect(waiting()).toEqual([]);
  });

  it('reaches fewer of them with each message of many articles', async () => {
    await addReaders(app, readers.slice(0, 250));
    const articles = Array.from({ length: 50 }, (_, n) => seedArticle(app, n));
    await queueArticles(app, articles);
    await app.deliver('score', 1);
    expect(waiting()).toMatchObject([
      { until: readers[99] },
      { after: readers[99], until: readers[199] },
      {},
    ]);
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual(readers.slice(0, 100));
  });

  it('reaches all of them once, even if the queue fails, and the table during a message', async () => {
    await addReaders(app, readers);
    await queueArticles(app, [seedArticle(app, 1)]);
    isSendFailing = true;
    await app.deliver('score', 1);
    expect(waiting()).toMatchObject([{ feed_id: seedFeed }]);
    expect(waiting()[0]).not.toHaveProperty('until');
    isSendFailing = false;
    await app.deliver('score', 1);
    interrupt.on('batchGet', `USER#${readers[300]}`, () => Promise.reject(new Crash()));
    await app.deliver('score', 1);
    expect(await readersWithEntries()).not.toContain(readers[300]);
    await app.settle();
    expect((await entries()).map(({ user_id }) => user_id)).toEqual(readers);
    expect(app.deadLetters).toEqual([]);
  });

  it('is listed for all of them while the model is down, and scored once it answers, with few messages', async () => {
    // Only readers with keywords have a score to miss.
    const withKeywords = [readers[0]!, readers[700]!, readers[1149]!];
    for (const user of withKeywords) await testReader(app, user).addKeyword('climate');
    await app.settle();
    await addReaders(app, readers);
    fail = () => new EmbeddingError('the model is throttled', true);
    await queueArticles(app, [seedArticle(app, 1)]);
    for (let round = 0; round < 2; round += 1) await app.deliver('score');
    const during = await entries();
    expect(during.map(({ user_id }) => user_id)).toEqual(readers);
    expect(during.filter(({ is_scored }) => !is_scored).map(({ user_id }) => user_id)).toEqual(withKeywords);
    expect(waiting()).toHaveLength(3);
    fail = () => null;
    await app.settle();
    expect((await entries()).filter(({ is_scored }) => !is_scored)).toEqual([]);
    expect(app.deadLetters).toEqual([]);
  });

  it('is listed for all of them if the model refuses it, and is then a dead letter for each 500', async () => {
    await addReaders(app, readers);
    fail = ({ title }) =>
      title.startsWith('Report 3 ') ? new EmbeddingError('the text is refused', false) : null;
    await queueArticles(app, [seedArticle(app, 2), seedArticle(app, 3)]);
    await app.settle();
    expect(await entries()).toHaveLength(2 * readers.length);
    const dead = app.deadLetters.map(({ body }): ScoreMessage => JSON.parse(body));
    expect(dead.toSorted((a, b) => ((a.after ?? '') < (b.after ?? '') ? -1 : 1))).toEqual(
      ranges.map((range) =>
        expect.objectContaining({ ...range, article_ids: [seedArticle(app, 3).article_id] }),
      ),
    );
  });
});

describe('one message', () => {
  const few = readers.slice(0, 40);
  const isOfReader = (key: unknown) => String(key).startsWith('USER#');

  /** Starts an app and counts the readers to whom it has begun to deliver, and not ended. */
  const startCounted = async (onRequest: (user: string) => Promise<void> | void = () => {}) => {
    const under = new Set<string>();
    let most = 0;
    const counted = await startTestApp({
      wrapTable: (table) => ({
        ...table,
        batchGet: async (keys, isConsistent) => {
          const user = String(keys[0]?.PK);
          // The first request for a reader is the one that reads the rules; the marks are not read again.
          if (isOfReader(user) && keys.some(({ SK }) => SK === 'RULES')) under.add(user);
          most = Math.max(most, under.size);
          if (isOfReader(user)) await onRequest(user);
          return table.batchGet(keys, isConsistent);
        },
        update: async (key, update, condition) => {
          if (isOfReader(key.PK)) await onRequest(key.PK);
          const item = await table.update(key, update, condition);
          // The count is the last thing that is written for a reader.
          if (key.SK.startsWith('SUBSCRIPTION#')) under.delete(key.PK);
          return item;
        },
      }),
    });
    await addReaders(counted, few);
    await queueArticles(counted, [seedArticle(counted, 1)]);
    return { counted, most: () => most, under };
  };

  it('delivers to 16 readers at once', async () => {
    const { counted, most } = await startCounted();
    await counted.deliver('score', 1);
    expect(most()).toBe(16);
    await counted.close();
  });

  it('takes back what it wrote for a reader who unfollowed the feed meanwhile', async () => {
    await addReaders(app, ['anna', 'ben']);
    await queueArticles(app, [seedArticle(app, 1)]);
    interrupt.on('put', 'ENTRY#', () => app.stores.subscribers.delete(seedFeed, 'anna'));
    await app.deliver('score', 1);
    const { article_id } = seedArticle(app, 1);
    expect(await app.stores.entries.get('anna', article_id)).toBeNull();
    expect(await app.stores.entries.get('ben', article_id)).not.toBeNull();
  });

  it('begins no delivery after one has failed, and has ended all of them when it comes back', async () => {
    let requests = 0;
    const { counted, under } = await startCounted((user) => {
      requests += 1;
      if (user === `USER#${few[7]}`) throw new Crash();
    });
    await counted.deliver('score', 1);
    const answered = requests;
    expect(counted.queues.score).toHaveLength(1);
    expect([...under]).toEqual([`USER#${few[7]}`]);
    const dump = await counted.dump();
    expect(dump.filter(({ SK }) => String(SK).startsWith('ENTRY#')).length).toBeLessThanOrEqual(16);
    await new Promise((resolve) => setImmediate(resolve));
    expect(requests).toBe(answered);
    await counted.close();
  });
});

describe('a fetch that a reader waits for', { tags: ['long'] }, () => {
  let server: Awaited<ReturnType<typeof startFeedServer>>;
  beforeEach(async () => {
    server = await startFeedServer();
  });
  afterEach(() => server.close());

  const article = (n: number) => ({
    title: `Article ${n}`,
    link: `https://site.example/${n}`,
    guid: `guid-${n}`,
    text: `<p>Text ${n}.</p>`,
    date: '2026-02-20T00:00:00.000Z',
  });

  /** Starts a fetch that brings one article to `user` and the others, up to the messages for parts of them. */
  const startFetch = async (user: string) => {
    server.set('/feed', { body: rss([article(1)]) });
    const { feed_id } = await testReader(app, user).follow(server.url('/feed'));
    for (const user_id of readers.filter((reader) => reader !== user))
      await app.stores.subscribers.put({
        feed_id,
        user_id,
        fetch_interval_minutes: 60,
        text_mode: 'auto',
        volume: 'normal' as const,
        is_active: true,
      });
    await app.settle();
    app.advance(90);
    server.set('/feed', { body: rss([article(1), article(2)]) });
    const job = await app.as(user).call('fetchFeeds', { body: { feed_id } });
    await app.deliver('jobs');
    await app.deliver('fetch');
    await app.deliver('score', 1);
    expect(waiting()).toHaveLength(3);
    return job;
  };

  it.each([
    ['of the first part of its subscribers', 'reader0000', 0],
    ['of a part in between', 'reader0999', 1],
    ['of the last part', 'zoe', 2],
  ])('has ended once its articles are in the list of that reader, %s', async (_, user, part) => {
    const job = await startFetch(user);
    const has = async () => (await app.as(user).call('listArticles')).items.length === 2;
    for (let message = 0; message < 3; message += 1) {
      expect(await has()).toBe(message > part);
      expect((await testReader(app, user).job(job)).state).toBe(message > part ? 'done' : 'running');
      await app.deliver('score', 1);
    }
    expect(await testReader(app, user).job(job)).toMatchObject({
      state: 'done',
      result: { new_articles: 1 },
    });
    expect(await has()).toBe(true);
  });
});
