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

const readers = Array.from({ length: 450 }, (_, at) => `reader${String(at).padStart(3, '0')}`);

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

describe('an article of a feed with 450 subscribers', { tags: ['long'] }, () => {
  it('reaches them in the order of their ids, 200 with each message', async () => {
    await addReaders(app, readers);
    await queueArticles(app, [seedArticle(app, 1)]);
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual(readers.slice(0, 200));
    expect(waiting()).toMatchObject([{ feed_id: seedFeed, after: readers[199] }]);
    // A subscriber who unsubscribed after the cursor was written does not hide those who follow in the order.
    await app.stores.subscribers.delete(seedFeed, readers[199]!);
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual(readers.slice(0, 400));
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual(readers);
    expect(waiting()).toEqual([]);
  });

  it('reaches all of them once, even if the queue fails, and the table during a message', async () => {
    await addReaders(app, readers);
    await queueArticles(app, [seedArticle(app, 1)]);
    isSendFailing = true;
    await app.deliver('score', 1);
    expect(waiting()).toMatchObject([{ feed_id: seedFeed }]);
    expect(waiting()[0]).not.toHaveProperty('after');
    isSendFailing = false;
    await app.deliver('score', 1);
    interrupt.on('got', `SUBSCRIBER#${readers[300]}`, () => Promise.reject(new Crash()));
    await app.deliver('score', 1);
    expect(await readersWithEntries()).toEqual(readers.slice(0, 301));
    await app.settle();
    expect((await entries()).map(({ user_id }) => user_id)).toEqual(readers);
    expect(app.deadLetters).toEqual([]);
  });

  it('is listed for all of them while the model is down, and scored once it answers, with few messages', async () => {
    // Only readers with keywords have a score to miss.
    const withKeywords = [readers[0]!, readers[300]!, readers[449]!];
    for (const user of withKeywords) await testReader(app, user).addKeyword('climate');
    await app.settle();
    await addReaders(app, readers);
    fail = () => new EmbeddingError('the model is throttled', true);
    await queueArticles(app, [seedArticle(app, 1)]);
    for (let round = 0; round < 3; round += 1) await app.deliver('score');
    const during = await entries();
    expect(during.map(({ user_id }) => user_id)).toEqual(readers);
    expect(during.filter(({ is_scored }) => !is_scored).map(({ user_id }) => user_id)).toEqual(withKeywords);
    expect(waiting()).toHaveLength(3);
    fail = () => null;
    await app.settle();
    expect((await entries()).filter(({ is_scored }) => !is_scored)).toEqual([]);
    expect(app.deadLetters).toEqual([]);
  });

  it('is listed for all of them if the model refuses it, and is then a dead letter for each 200', async () => {
    await addReaders(app, readers);
    fail = ({ title }) =>
      title.startsWith('Report 3 ') ? new EmbeddingError('the text is refused', false) : null;
    await queueArticles(app, [seedArticle(app, 2), seedArticle(app, 3)]);
    await app.settle();
    expect(await entries()).toHaveLength(2 * readers.length);
    expect(app.deadLetters.map(({ body }) => JSON.parse(body))).toEqual(
      [{ until: readers[199] }, { after: readers[199], until: readers[399] }, { after: readers[399] }].map(
        (range) => expect.objectContaining({ ...range, article_ids: [seedArticle(app, 3).article_id] }),
      ),
    );
  });
});

describe('a fetch that a reader waits for', { tags: ['long'] }, () => {
  it('has ended once its articles are in the list of the last subscriber', async () => {
    const server = await startFeedServer();
    const article = (n: number) => ({
      title: `Article ${n}`,
      link: `https://site.example/${n}`,
      guid: `guid-${n}`,
      text: `<p>Text ${n}.</p>`,
      date: '2026-02-20T00:00:00.000Z',
    });
    server.set('/feed', { body: rss([article(1)]) });
    const { feed_id } = await testReader(app, 'zoe').follow(server.url('/feed'));
    await Promise.all(
      readers.map((user_id) =>
        app.stores.subscribers.put({
          feed_id,
          user_id,
          fetch_interval_minutes: 60,
          text_mode: 'auto',
          volume: 'normal' as const,
          is_active: true,
        }),
      ),
    );
    await app.settle();
    app.advance(90);
    server.set('/feed', { body: rss([article(1), article(2)]) });
    const job = await app.as('zoe').call('fetchFeeds', { body: { feed_id } });
    await app.deliver('jobs');
    await app.deliver('fetch');
    for (let message = 0; message < 3; message += 1) {
      expect((await testReader(app, 'zoe').job(job)).state).toBe('running');
      await app.deliver('score', 1);
    }
    expect(await testReader(app, 'zoe').job(job)).toMatchObject({
      state: 'done',
      result: { new_articles: 1 },
    });
    expect((await app.as('zoe').call('listArticles')).items).toHaveLength(2);
    await server.close();
  });
});
