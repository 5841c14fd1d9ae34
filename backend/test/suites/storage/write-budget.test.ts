import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../harness/engines/dynamodb-local.ts';
import { presentEngines } from '../../harness/engines/engines.ts';
import {
  memoryBlobs,
  sampleArticle,
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleFeedId,
  sampleReasons,
  sampleSubscription,
  sampleTime,
} from '../../harness/samples/storage-samples.ts';
import type { Entry } from '../../../src/model/article/entry.ts';
import { REFERENCE_TEXTS } from '../../../src/scoring/reference-texts.ts';
import { createArticleStore, createVectorStore } from '../../../src/storage/article-store.ts';
import { createEntryStore } from '../../../src/storage/entries/entry-store.ts';
import { createFeedStore } from '../../../src/storage/feed-store.ts';
import { createHighlightStore } from '../../../src/storage/highlight-store.ts';
import { createHostStore } from '../../../src/storage/host-store.ts';
import { createSeenStore } from '../../../src/storage/document-stores.ts';
import { createKeywordStore } from '../../../src/storage/keyword-store.ts';
import { keywordShares } from '../../../src/keywords/keyword-endpoints.ts';
import { createSubscriptionStore } from '../../../src/storage/subscription-store.ts';
import { createTableClient, type TableClient } from '../../../src/storage/table/table.ts';
import { noExtra } from '../../../src/contract/index.ts';
import { sampleNewHighlight } from '../../harness/api/api-samples.ts';

const TABLE = 'budget';
const SIX_KB = 6144;
/** An id as long as those made from a hash. */
const READER = '0123456789abcdef';
const OTHER_READER = 'fedcba9876543210';
const FEED = sampleFeedId(0xabc);
const PICTURE = `https://static.example.com/images/2026/01/${'lead-'.repeat(12)}1024x683.jpg`;
const EXCERPT = 'An excerpt of the usual words. '.repeat(10).slice(0, 300);

/** Returns 6 KB of HTML, a third of it markup, as in articles with links and pictures. */
const sixKilobytes = (): string => {
  const paragraphs = REFERENCE_TEXTS.map(
    ({ title, body }, at) =>
      `<p><a href="https://www.example.com/2026/01/31/world/story-${at}.html">${title}</a></p>\n` +
      `<p><img src="https://static.example.com/images/2026/01/story-${at}-1024x683.jpg" alt="${title}" /></p>\n` +
      `<p>${body}</p>\n`,
  );
  return paragraphs.join('').slice(0, SIX_KB);
};

const counted = (unread_count: number, at: number, count_version: number) => ({
  unread_count,
  counted_at: sampleTime(at),
  counted_seq: 1,
  recount_at: sampleTime(99),
  count_version,
});

describe.each(presentEngines)('capacity on $name', ({ start }) => {
  let engine: TestEngine;
  let table: TableClient;
  let units = 0;
  beforeAll(async () => {
    engine = await start();
    await engine.createTable(TABLE);
    const onConsumed = (_operation: string, consumed: number) => void (units += consumed);
    table = createTableClient({ client: engine.client, tableName: TABLE, onConsumed });
  });
  afterAll(() => engine.close());

  const consumed = async (work: () => Promise<unknown>): Promise<number> => {
    units = 0;
    await work();
    return units;
  };
  const report = (what: string, figures: Record<string, number>) =>
    console.log(
      `${what}: ${Object.entries(figures)
        .map(([name, value]) => `${name} ${value}`)
        .join(', ')}`,
    );

  const addEntries = async (user_id: string, count: number, isRead: (at: number) => boolean) => {
    const entries = createEntryStore(table);
    for (let at = 0; at < count; at += 1) {
      await entries.create(
        sampleEntry({
          user_id,
          article_id: sampleArticleId(at),
          feed_ids: [FEED],
          published_at: sampleTime(at),
          reasons: sampleReasons(10),
          importance_score: 10 / (at + 3),
          excerpt: EXCERPT,
          extra: { ...noExtra, reading_minutes: 14, image_url: PICTURE },
          is_read: isRead(at),
        }),
      );
    }
  };

  it('a new 6 KB article for one reader with ten keywords takes at most 9 write units', async () => {
    const { store } = memoryBlobs();
    const subscriptions = createSubscriptionStore(table);
    await subscriptions.create(sampleSubscription({ user_id: READER, feed_id: FEED }));
    const article = sampleArticle({
      content: sixKilobytes(),
      feed_id: FEED,
      article_id: sampleArticleId(9000),
    });
    const vector = {
      model: 'amazon.nova-2-multimodal-embeddings-v1:0/1024',
      scale: 0.001234567,
      dimension: 1024,
      data: new Uint8Array(1024).map((_, at) => (at * 7919) % 256),
      text_hash: '0123456789abcdef',
    };
    const figures = {
      article: await consumed(() => createArticleStore(table, store).putMany([article])),
      vector: await consumed(() => createVectorStore(table).putMany([{ ...article, vector }])),
      entry: await consumed(() =>
        createEntryStore(table).create(
          sampleEntry({
            user_id: READER,
            article_id: article.article_id,
            feed_ids: [FEED],
            reasons: sampleReasons(10),
          }),
        ),
      ),
      count: await consumed(() => subscriptions.setCount(READER, FEED, counted(1, 1, 0))),
    };
    report('new article, write units', figures);
    expect(Buffer.byteLength(article.content)).toBe(SIX_KB);
    expect(figures).toEqual({ article: 2, vector: 2, entry: 4, count: 1 });
  });

  it('a read mark with its count takes at most 8 write units, and a rescored entry 5', async () => {
    const entries = createEntryStore(table);
    const subscriptions = createSubscriptionStore(table);
    const id = sampleArticleId(9000);
    const marked = { is_read: true, read_at: sampleTime(2) };
    // `change` reads the entry before it writes. Count only the write units that follow.
    await entries.change(READER, id, (entry) => {
      units = 0;
      return { ...entry, ...marked };
    });
    const write = units;
    const count = await consumed(() => subscriptions.setCount(READER, FEED, counted(0, 3, 1)));
    await entries.change(READER, id, (entry) => {
      units = 0;
      return { ...entry, importance_score: 77.5 };
    });
    report('read mark, write units', { entry: write, count, rescored: units });
    expect(write + count).toBeLessThanOrEqual(8);
    expect(units).toBeLessThanOrEqual(5);
  });

  it('a fetch that finds nothing new takes one write unit', async () => {
    const feeds = createFeedStore(table);
    const url = `https://feeds.example.com/${'section/'.repeat(20)}index.xml`;
    await feeds.create(
      sampleFeed({
        feed_id: FEED,
        url,
        title: 'x'.repeat(500),
        error_message: 'x'.repeat(500),
        failing_since: sampleTime(0),
        last_success_at: sampleTime(0),
        push: {
          id: 'abcdefghijkl_nopqrst-v',
          of: '0123abcd',
          until: sampleTime(9),
          ask_at: sampleTime(5),
        },
      }),
    );
    const claim = await consumed(() =>
      feeds.claim({
        feed_id: FEED,
        claimed_by: '0b1f3a52-6f0f-4d0e-9a55-0123456789ab',
        seen_next_fetch_at: sampleTime(0),
        now: sampleTime(1),
        next_fetch_at: sampleTime(61),
      }),
    );
    const items = Array.from({ length: 60 }, (_, at) => ({
      identity: sampleFeedId(at),
      content_hash: '0123456789ab',
      link_tag: '0123ab',
      date_tag: '4567',
      article_id: '1234567890123456789',
      is_left_out: false,
      last_present_day: 20_484,
    }));
    const seen = await consumed(() => createSeenStore(table).put(FEED, items, 0));
    report('fetch, write units', { claim, 'seen of 60 items': seen });
    expect(claim).toBe(1);
  });

  it('the turn of a host takes one write unit, which every request to the internet adds', async () => {
    const hosts = createHostStore(table);
    const host = `${'long.'.repeat(40)}example`;
    const take = (minute: number) => hosts.takeTurn(host, new Date(sampleTime(minute)), 1000);
    const figures = { first: await consumed(() => take(0)), next: await consumed(() => take(1)) };
    report('turn, write units', figures);
    expect(figures).toEqual({ first: 1, next: 1 });
  });

  it('listing 50 unread takes at most 10 read units, strongly consistent, in both orders, of entries of any size', async () => {
    await addEntries(READER, 60, () => false);
    const entries = createEntryStore(table);
    const list = (sort: 'published_at' | 'importance_score') => {
      const query = { user_id: READER, filter: 'unread' as const, feed_ids: null, limit: 50, after: null };
      return consumed(async () => {
        const { rows, has_more } = await entries.list({ ...query, sort, now: sampleTime(100) });
        expect([rows.length, has_more]).toEqual([50, true]);
      });
    };
    const figures = {
      'by time': await list('published_at'),
      'by importance': await list('importance_score'),
    };
    const count = await consumed(() => entries.countUnread(READER, FEED, sampleTime(100)));
    report('listing 50, read units', { ...figures, 'counting 60': count });
    expect(Math.max(...Object.values(figures))).toBeLessThanOrEqual(10);
  });

  it('the shares of keywords take at most 40 read units, which 200 read articles need', async () => {
    const user_id = 'abcdef0123456789';
    await addEntries(user_id, 210, () => true);
    const ctx = {
      entries: createEntryStore(table),
      keywords: createKeywordStore(table),
      now: () => new Date(sampleTime(210)),
    };
    const units_read = await consumed(async () => {
      await keywordShares(ctx, user_id);
    });
    report('shares, read units', { 'of 200': units_read });
    expect(units_read).toBeLessThanOrEqual(40);
  });

  it('listing 50 of which a third is read takes at most 15 read units, in both orders', async () => {
    await addEntries(OTHER_READER, 150, (at) => at % 3 === 0);
    const entries = createEntryStore(table);
    const list = (sort: 'published_at' | 'importance_score') => {
      const query = { user_id: OTHER_READER, filter: 'all' as const, feed_ids: null, limit: 50, after: null };
      return consumed(async () => {
        const { rows, has_more } = await entries.list({ ...query, sort, now: sampleTime(200) });
        expect([rows.length, has_more]).toEqual([50, true]);
        expect(rows.filter(({ is_read }) => is_read).length).toBeGreaterThan(15);
      });
    };
    const figures = {
      'by time': await list('published_at'),
      'by importance': await list('importance_score'),
    };
    report('listing 50 read and unread, read units', figures);
    expect(Math.max(...Object.values(figures))).toBeLessThanOrEqual(15);
  });

  it('saving and letting go take 5 write units each, and 6 if a tag kept the entry before', async () => {
    const user_id = '00112233445566fe';
    await addEntries(user_id, 1, () => false);
    const entries = createEntryStore(table);
    const change = async (changes: Partial<Entry>): Promise<number> => {
      await entries.change(user_id, sampleArticleId(0), (entry) => {
        units = 0;
        return { ...entry, ...changes };
      });
      return units;
    };
    const stays = { is_saved: true, expires_at: null };
    const figures = {
      saved: await change({ ...stays, saved_at: sampleTime(9) }),
      'let go': await change({ is_saved: false, saved_at: null, expires_at: sampleTime(99) }),
      tagged: await change({ ...stays, own_tags: ['気候'], is_kept_by_tags: true, saved_at: sampleTime(10) }),
      'saved after that': await change({ is_kept_by_tags: false, saved_at: sampleTime(11) }),
    };
    report('what stays, write units', figures);
    expect(figures).toEqual({ saved: 5, 'let go': 5, tagged: 5, 'saved after that': 6 });
  });

  it('a tag takes at most 5 write units, and a list of 50 tagged 10 read units for each 50 that stay', async () => {
    const user_id = '00112233445566ff';
    await addEntries(user_id, 120, () => false);
    const entries = createEntryStore(table);
    const tag = async (at: number, own_tags: string[]): Promise<number> => {
      await entries.change(user_id, sampleArticleId(at), (entry) => {
        units = 0;
        const stays = { is_saved: true, saved_at: sampleTime(150 + at), expires_at: null };
        return { ...entry, own_tags, is_kept_by_tags: true, ...stays };
      });
      return units;
    };
    const figures = { first: await tag(0, ['気候']), second: await tag(0, ['気候', 'read with care']) };
    report('a tag, write units', figures);
    expect(Math.max(...Object.values(figures))).toBeLessThanOrEqual(5);

    for (let at = 1; at < 120; at += 1) await tag(at, at % 2 === 0 ? ['気候'] : ['other']);
    const query = { user_id, filter: 'all' as const, feed_ids: null, limit: 50, after: null };
    const listed = await consumed(async () => {
      const asked = { ...query, tag: '気候', sort: 'published_at' as const, now: sampleTime(200) };
      expect((await entries.list(asked)).rows).toHaveLength(50);
    });
    const counted = await consumed(async () => {
      expect(await entries.countTagged(user_id)).toEqual(
        new Map([
          ['気候', 60],
          ['read with care', 1],
          ['other', 60],
        ]),
      );
    });
    report('tagged, read units', { 'listing 50 of 120 that stay': listed, 'counting 120': counted });
    expect(listed).toBeLessThanOrEqual(24);
    expect(counted).toBeLessThanOrEqual(13);
  });

  it('a highlight takes 1 write unit, the longest 13, and 100 of them 12 read units', async () => {
    const user_id = '00112233445566fe';
    const highlights = createHighlightStore(table);
    const put = (n: number, more = {}) =>
      consumed(() =>
        highlights.put({
          ...sampleNewHighlight,
          quote: 'A sentence of some hundred and fifty characters. '.repeat(3),
          user_id,
          article_id: sampleArticleId(n),
          highlight_id: `highlight${n}`,
          title: 'A title of the usual length for an article in a feed',
          link: `https://blog.example/2026/01/the-usual-length-of-an-address/${n}`,
          feed_title: 'The usual blog',
          ...more,
        }),
      );
    const figures = { usual: await put(0), longest: 0 };
    for (let n = 1; n < 100; n += 1) await put(n);
    const all = await consumed(() => highlights.list(user_id, null, 200).then(() => undefined));
    const none = await consumed(() => highlights.list('00112233445566fd', null, 1).then(() => undefined));
    const one = await consumed(() => highlights.list(user_id, null, 1).then(() => undefined));
    figures.longest = await put(0, { quote: '語'.repeat(2000), note: '語'.repeat(2000) });
    report('a highlight, write units', figures);
    report('highlights, read units', { 'all 100': all, 'whether there are any': Math.max(none, one) });
    expect(figures.usual).toBe(1);
    expect(figures.longest).toBeLessThanOrEqual(13);
    expect(all).toBeLessThanOrEqual(12);
    expect(Math.max(none, one)).toBeLessThanOrEqual(0.5);
  });
});
