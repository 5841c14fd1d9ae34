import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipsDynamoDbLocal, startDynamoDbLocal, type TestEngine } from '../../test/dynamodb-local.ts';
import { startDynalite } from '../../test/dynalite-memory.ts';
import {
  memoryBlobs,
  sampleArticle,
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleFeedId,
  sampleKeyword,
  sampleReasons,
  sampleSubscription,
  sampleTime,
  uniqueUser,
} from '../../test/storage-samples.ts';
import { emptySketch, withScores } from '../scoring/rank.ts';
import { createArticleStore } from './article-store.ts';
import { createTable } from './create-table.ts';
import { createEntryStore } from './entry-store.ts';
import { CorruptItemError } from './errors.ts';
import { createFeedStore, createSubscriberStore } from './feed-store.ts';
import { createJobStore } from './job-store.ts';
import { createKeywordStore } from './keyword-store.ts';
import { createProfileStore } from './profile-store.ts';
import { createSavedStore } from './saved-store.ts';
import { createSeenStore } from './seen-store.ts';
import { createSubscriptionStore } from './subscription-store.ts';
import { createTableClient, type TableClient } from './table.ts';
import { createVectorStore } from './vector-store.ts';

const TABLE = 'contract';

const engines = [
  { name: 'dynalite', start: startDynalite, isSkipped: false },
  { name: 'DynamoDB Local (needs Java 17)', start: startDynamoDbLocal, isSkipped: skipsDynamoDbLocal },
];

for (const { name, start, isSkipped } of engines) {
  describe.skipIf(isSkipped)(`stores on ${name}`, () => {
    let engine: TestEngine;
    let table: TableClient;
    beforeAll(async () => {
      engine = await start();
      await createTable(engine.client, TABLE);
      table = createTableClient({ client: engine.client, tableName: TABLE });
    });
    afterAll(() => engine.close());

    describe('feeds', () => {
      it('creates once and answers with the one that stands', async () => {
        const feeds = createFeedStore(table);
        const feed = sampleFeed({ feed_id: sampleFeedId(1) });
        expect(await feeds.create(feed)).toEqual(feed);
        expect(await feeds.create({ ...feed, title: 'Another' })).toEqual(feed);
        expect(await feeds.get(feed.feed_id)).toEqual(feed);
        expect(await feeds.get(sampleFeedId(2))).toBeNull();
      });

      it('lists what is active and due', async () => {
        const feeds = createFeedStore(table);
        const due = sampleFeed({ feed_id: 'd000000000000001', next_fetch_at: sampleTime(10) });
        const later = sampleFeed({ feed_id: 'd000000000000002', next_fetch_at: sampleTime(11) });
        const off = sampleFeed({ feed_id: 'e000000000000003', next_fetch_at: null });
        const stopped = sampleFeed({
          feed_id: 'd000000000000004',
          fetch_status: 'stopped',
          next_fetch_at: sampleTime(1),
        });
        for (const feed of [due, later, off, stopped]) await feeds.create(feed);
        const ids = (await feeds.listDue(sampleTime(10))).map(({ feed_id }) => feed_id);
        expect(ids).toContain(due.feed_id);
        for (const feed of [later, off, stopped]) expect(ids).not.toContain(feed.feed_id);
        const all = (await feeds.listAll()).map(({ feed_id }) => feed_id);
        for (const feed of [due, later, off, stopped]) expect(all).toContain(feed.feed_id);
      });

      it('gives a claim to one message only, and again to the same one', async () => {
        const feeds = createFeedStore(table);
        const feed = sampleFeed({ feed_id: sampleFeedId(5), next_fetch_at: sampleTime(0) });
        await feeds.create(feed);
        const claim = {
          feed_id: feed.feed_id,
          claimed_by: 'message-1',
          seen_next_fetch_at: sampleTime(0),
          now: sampleTime(1),
          next_fetch_at: sampleTime(61),
        };
        const claimed = await feeds.claim(claim);
        expect(claimed).toEqual({
          ...feed,
          claimed_by: 'message-1',
          next_fetch_at: sampleTime(61),
          last_fetched_at: sampleTime(1),
        });
        expect(await feeds.claim({ ...claim, claimed_by: 'message-2' })).toBeNull();
        expect(await feeds.claim(claim)).not.toBeNull();
        expect(await feeds.claim({ ...claim, feed_id: sampleFeedId(6) })).toBeNull();
        expect(await feeds.get(sampleFeedId(6))).toBeNull();
      });

      it('updates, restores null, and cuts what is too long', async () => {
        const feeds = createFeedStore(table);
        const feed = sampleFeed({ feed_id: sampleFeedId(7) });
        await feeds.create(feed);
        const failed = await feeds.update(feed.feed_id, {
          consecutive_errors: 1,
          error_code: 'timed_out',
          error_message: '遅い'.repeat(100),
          etag: `"${'x'.repeat(200)}"`,
          next_fetch_at: null,
        });
        expect(failed?.error_message?.startsWith('遅い遅い')).toBe(true);
        expect(Buffer.byteLength(failed?.error_message ?? '')).toBeLessThanOrEqual(120);
        expect(failed).toMatchObject({ etag: null, next_fetch_at: null, consecutive_errors: 1 });
        expect(await feeds.update(feed.feed_id, {})).toEqual(failed);
        expect(await feeds.update(sampleFeedId(8), { title: 'x' })).toBeNull();
      });

      it('gets many by id, whatever is missing or named twice', async () => {
        const feeds = createFeedStore(table);
        const ids = Array.from({ length: 120 }, (_, at) => sampleFeedId(0x1000 + at));
        await Promise.all(ids.map((feed_id) => feeds.create(sampleFeed({ feed_id }))));
        const found = await feeds.getMany([...ids, ...ids.slice(0, 3), sampleFeedId(0x2000)]);
        expect(found.map(({ feed_id }) => feed_id).toSorted()).toEqual(ids.toSorted());
        expect(await feeds.getMany([])).toEqual([]);
      });

      it('keeps subscribers apart by feed', async () => {
        const subscribers = createSubscriberStore(table);
        const [feedId, other] = [sampleFeedId(0x30), sampleFeedId(0x31)];
        const first = { feed_id: feedId, user_id: 'a', fetch_interval_minutes: 30, is_active: true };
        await subscribers.put(first);
        await subscribers.put({ ...first, user_id: 'b', fetch_interval_minutes: 60 });
        await subscribers.put({ ...first, feed_id: other });
        await subscribers.delete(feedId, 'b');
        expect(await subscribers.list(feedId)).toEqual([first]);
      });
    });

    it('seen: written on condition of the version that was read', async () => {
      const seen = createSeenStore(table);
      const feedId = sampleFeedId(0x40);
      const items = [
        { identity: 'ff00000000000001', content_hash: '00000000abcd', last_present_day: 20_484 },
      ];
      expect(await seen.get(feedId)).toEqual({ items: [], version: 0 });
      expect(await seen.put(feedId, items, 0)).toBe(true);
      expect(await seen.put(feedId, [], 0)).toBe(false);
      expect(await seen.get(feedId)).toEqual({ items, version: 1 });
      expect(await seen.put(feedId, [], 1)).toBe(true);
      expect(await seen.put(feedId, items, 1)).toBe(false);
      expect(await seen.get(feedId)).toEqual({ items: [], version: 2 });
    });

    describe('subscriptions', () => {
      it('creates once, updates, lists and deletes', async () => {
        const subscriptions = createSubscriptionStore(table);
        const user_id = uniqueUser();
        const first = sampleSubscription({ user_id, folder: 'News' });
        expect(await subscriptions.create(first)).toBe(true);
        expect(await subscriptions.create({ ...first, folder: null })).toBe(false);
        const changed = await subscriptions.update(user_id, first.feed_id, {
          folder: null,
          is_active: false,
        });
        expect(changed).toEqual({ ...first, folder: null, is_active: false });
        expect(await subscriptions.list(user_id)).toEqual([changed]);
        expect(await subscriptions.update(user_id, sampleFeedId(99), { title: 'x' })).toBeNull();
        await subscriptions.delete(user_id, first.feed_id);
        expect(await subscriptions.get(user_id, first.feed_id)).toBeNull();
      });

      it('never replaces a later count, and brings no subscription back', async () => {
        const subscriptions = createSubscriptionStore(table);
        const user_id = uniqueUser();
        const { feed_id } = sampleSubscription();
        await subscriptions.create(sampleSubscription({ user_id }));
        await subscriptions.setUnreadCount(user_id, feed_id, 5, sampleTime(2), sampleTime(1));
        await subscriptions.setUnreadCount(user_id, feed_id, 9, sampleTime(1));
        const standing = await subscriptions.get(user_id, feed_id);
        expect(standing).toMatchObject({
          unread_count: 5,
          counted_at: sampleTime(2),
          last_read_at: sampleTime(1),
        });
        await subscriptions.delete(user_id, feed_id);
        await subscriptions.setUnreadCount(user_id, feed_id, 1, sampleTime(3));
        expect(await subscriptions.get(user_id, feed_id)).toBeNull();
      });
    });

    it('keywords: oldest first, once each, deleted with their vector', async () => {
      const keywords = createKeywordStore(table);
      const user_id = uniqueUser();
      const old = sampleKeyword({ user_id, keyword_id: 'ffffffffffff', created_at: sampleTime(0) });
      const young = sampleKeyword({ user_id, keyword_id: '000000000001', created_at: sampleTime(1) });
      expect(await keywords.create(young)).toBe(true);
      expect(await keywords.create(old)).toBe(true);
      expect(await keywords.create({ ...old, weight: 2 })).toBe(false);
      expect(await keywords.list(user_id)).toEqual([old, young]);
      const vector = {
        model: 'test/2',
        scale: 0.5,
        dimension: 2,
        data: new Uint8Array([1, 2]),
        text_hash: 'ab',
      };
      const calibration = { reference_set: 1, floor: 0.125, scale: 0.25 };
      await keywords.putVector({ user_id, keyword_id: old.keyword_id, vector, calibration });
      const [made] = await keywords.listVectors(user_id);
      expect(made).toMatchObject({ user_id, keyword_id: old.keyword_id, calibration });
      expect([...made!.vector.data]).toEqual([1, 2]);
      const changed = await keywords.update(user_id, old.keyword_id, { weight: 0.5, is_active: false });
      expect(changed).toEqual({ ...old, weight: 0.5, is_active: false });
      await keywords.delete(user_id, old.keyword_id);
      expect(await keywords.get(user_id, old.keyword_id)).toBeNull();
      expect(await keywords.update(user_id, old.keyword_id, { weight: 1 })).toBeNull();
      expect(await keywords.listVectors(user_id)).toEqual([]);
    });

    it('profiles: each keyword write raises the version by one', async () => {
      const profiles = createProfileStore(table);
      const user_id = uniqueUser();
      expect(await profiles.get(user_id)).toBeNull();
      expect(await profiles.keywordsVersion(user_id)).toBe(0);
      const raised = await Promise.all(
        Array.from({ length: 8 }, () => profiles.raiseKeywordsVersion(user_id, sampleTime(0))),
      );
      expect(raised.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(await profiles.get(user_id)).toEqual({
        user_id,
        email: null,
        name: null,
        keywords_version: 8,
        like_saved: false,
        scores: null,
        scored_model: null,
        created_at: sampleTime(0),
      });
    });

    it('profiles: a preference is kept, and is a keyword write too', async () => {
      const profiles = createProfileStore(table);
      const user_id = uniqueUser();
      const set = await profiles.setPreferences(user_id, { like_saved: true }, sampleTime(0));
      expect(set).toMatchObject({ like_saved: true, keywords_version: 1, created_at: sampleTime(0) });
      await profiles.setPreferences(user_id, { like_saved: false }, sampleTime(1));
      expect(await profiles.get(user_id)).toEqual({ ...set, like_saved: false, keywords_version: 2 });
    });

    it('profiles: how scores are spread is kept unless keywords or another writer came between', async () => {
      const profiles = createProfileStore(table);
      const user_id = uniqueUser();
      const one = withScores(emptySketch(), [0, 0.5, 2]);
      const two = withScores(one, [3], 10);
      await profiles.setRecalculated(user_id, 0, { scores: one, scored_model: 'm/8' });
      expect(await profiles.get(user_id)).toBeNull();
      await profiles.raiseKeywordsVersion(user_id, sampleTime(0));
      const fresh = (await profiles.get(user_id))!;
      await profiles.setScores(fresh, one);
      await profiles.setScores(fresh, two);
      const standing = (await profiles.get(user_id))!;
      expect(standing.scores).toEqual(one);
      await profiles.setScores(standing, two);
      expect((await profiles.get(user_id))!.scores).toEqual(two);
      await profiles.raiseKeywordsVersion(user_id, sampleTime(1));
      await profiles.setScores({ ...standing, scores: two }, one);
      await profiles.setRecalculated(user_id, 1, { scores: one, scored_model: 'm/8' });
      expect(await profiles.get(user_id)).toMatchObject({ scores: two, scored_model: null });
      await profiles.setRecalculated(user_id, 2, { scores: one, scored_model: 'm/8' });
      expect(await profiles.get(user_id)).toMatchObject({ scores: one, scored_model: 'm/8' });
    });

    describe('articles', () => {
      it('writes, replaces, reads and deletes many', async () => {
        const { store, files } = memoryBlobs();
        const articles = createArticleStore(table, store);
        const many = Array.from({ length: 60 }, (_, at) =>
          sampleArticle({ article_id: sampleArticleId(at) }),
        );
        await articles.putMany(many);
        const changed = {
          ...sampleArticle({ article_id: sampleArticleId(3) }),
          title: 'Corrected',
          link: null,
        };
        await articles.putMany([many[3]!, changed]);
        const found = await articles.getMany([...many, { article_id: sampleArticleId(999), feed_id: 'x' }]);
        const expected = many.map((article) =>
          article.article_id === changed.article_id ? changed : article,
        );
        expect(found.toSorted((a, b) => a.article_id.localeCompare(b.article_id))).toEqual(expected);
        await articles.deleteMany(many);
        expect(await articles.getMany(many)).toEqual([]);
        expect(files.size).toBe(0);
      });

      it('keeps what is large in the blob store and deletes it with the article', async () => {
        const { store, files } = memoryBlobs();
        const articles = createArticleStore(table, store);
        const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(
          ' ',
        );
        const large = sampleArticle({ article_id: sampleArticleId(5000), content: `<p>${noise}</p>` });
        await articles.putMany([large]);
        expect(files.size).toBe(1);
        expect(await articles.get(large)).toEqual(large);
        await articles.deleteMany([large]);
        expect(files.size).toBe(0);
        expect(await articles.get(large)).toBeNull();
      });

      it('reads no damaged item as a missing one', async () => {
        const { store } = memoryBlobs();
        const articles = createArticleStore(table, store);
        const article = sampleArticle({ article_id: sampleArticleId(6000) });
        const key = { PK: `ARTICLE#${article.article_id}`, SK: `FEED#${article.feed_id}` };
        await table.put({ ...key, title: 'x' });
        await expect(articles.get(article)).rejects.toThrow(CorruptItemError);
        await articles.putMany([article]);
        await table.update(key, {
          text: 'SET #c = :c',
          names: { '#c': 'content' },
          values: { ':c': new Uint8Array([1, 2, 3]) },
        });
        await expect(articles.get(article)).rejects.toThrow(CorruptItemError);
      });

      it('keeps vectors beside them', async () => {
        const vectors = createVectorStore(table);
        const vector = {
          model: 'test/4',
          scale: 0.0123,
          dimension: 4,
          data: new Uint8Array([1, 255, 0, 128]),
          text_hash: '0123456789abcdef',
        };
        const key = { article_id: sampleArticleId(7000), feed_id: sampleFeedId(1) };
        await vectors.putMany([{ ...key, vector, ttl: 2_000_000_000 }]);
        const [found] = await vectors.getMany([key]);
        expect({ ...found, vector: { ...found!.vector, data: [...found!.vector.data] } }).toEqual({
          ...key,
          vector: { ...vector, data: [1, 255, 0, 128] },
          ttl: 2_000_000_000,
        });
      });
    });

    describe('entries', () => {
      it('reads back what was created, and creates nothing twice', async () => {
        const entries = createEntryStore(table);
        const entry = sampleEntry({ user_id: uniqueUser(), reasons: sampleReasons(10) });
        expect(await entries.create(entry)).toBe(true);
        expect(await entries.create({ ...entry, title: 'Other' })).toBe(false);
        const stored = await entries.get(entry.user_id, entry.article_id);
        expect({ ...stored, excerpt: '' }).toEqual({ ...entry, excerpt: '' });
        expect(entry.excerpt.startsWith((stored?.excerpt ?? '').replace(/…$/, ''))).toBe(true);
        const bare = sampleEntry({
          user_id: entry.user_id,
          article_id: sampleArticleId(2),
          link: null,
          excerpt: '',
          importance_score: null,
          expires_at: null,
        });
        await entries.create(bare);
        expect(await entries.getMany(entry.user_id, [bare.article_id, sampleArticleId(3)])).toEqual([bare]);
      });

      it('loses no change of concurrent writers', async () => {
        const entries = createEntryStore(table);
        const { user_id, article_id } = sampleEntry({ user_id: uniqueUser() });
        await entries.create(sampleEntry({ user_id, keywords_version: 0 }));
        await Promise.all(
          Array.from({ length: 12 }, () =>
            entries.change(user_id, article_id, (entry) => ({
              ...entry,
              keywords_version: entry.keywords_version + 1,
            })),
          ),
        );
        expect((await entries.get(user_id, article_id))?.keywords_version).toBe(12);
        const untouched = await entries.change(user_id, article_id, () => null);
        expect(untouched?.keywords_version).toBe(12);
        expect(await entries.change(user_id, sampleArticleId(9), (entry) => entry)).toBeNull();
      });

      it('a tombstone is no entry, and nothing is created over it', async () => {
        const entries = createEntryStore(table);
        const entry = sampleEntry({ user_id: uniqueUser(), is_read: true, read_at: sampleTime(9) });
        const { user_id, article_id } = entry;
        await entries.create(entry);
        await entries.bury(user_id, article_id, 2_000_000_000, '2999-01-01T00:00:00.000Z');
        expect(await entries.get(user_id, article_id)).toBeNull();
        expect(await entries.getMany(user_id, [article_id])).toEqual([]);
        expect(await entries.scan(user_id, null, 10)).toEqual([]);
        expect(await entries.change(user_id, article_id, (standing) => standing)).toBeNull();
        expect(await entries.create(entry)).toBe(false);
        await entries.delete(user_id, article_id);
        expect(await entries.create(entry)).toBe(true);
      });

      it('buries nothing that was saved, and nothing that never was', async () => {
        const entries = createEntryStore(table);
        const entry = sampleEntry({ user_id: uniqueUser(), is_saved: true, expires_at: null });
        await entries.create(entry);
        await entries.bury(entry.user_id, entry.article_id, 2_000_000_000, '2999-01-01T00:00:00.000Z');
        expect(await entries.get(entry.user_id, entry.article_id)).not.toBeNull();
        await entries.bury(entry.user_id, sampleArticleId(77), 2_000_000_000, '2999-01-01T00:00:00.000Z');
        expect(await entries.create({ ...entry, article_id: sampleArticleId(77) })).toBe(true);
      });

      it('has a ttl exactly while it is unread, unsaved and expires', async () => {
        const entries = createEntryStore(table);
        const entry = sampleEntry({ user_id: uniqueUser(), expires_at: sampleTime(60) });
        const { user_id, article_id } = entry;
        const key = { PK: `USER#${user_id}`, SK: `ENTRY#${article_id}` };
        await entries.create(entry);
        expect((await table.get(key))?.['ttl']).toBe(Date.parse(sampleTime(60)) / 1000);
        await entries.change(user_id, article_id, (standing) => ({ ...standing, is_read: true }));
        expect(await table.get(key)).not.toHaveProperty('ttl');
        await entries.change(user_id, article_id, (standing) => ({
          ...standing,
          is_read: false,
          is_saved: true,
        }));
        expect(await table.get(key)).not.toHaveProperty('ttl');
      });

      it('counts the unread of a feed that have not expired', async () => {
        const entries = createEntryStore(table);
        const user_id = uniqueUser();
        const [feedId, other] = [sampleFeedId(1), sampleFeedId(2)];
        const make = (at: number, changes: Partial<Parameters<typeof sampleEntry>[0]>) =>
          entries.create(sampleEntry({ user_id, article_id: sampleArticleId(at), ...changes }));
        await make(1, {});
        await make(2, { expires_at: null });
        await make(3, { is_read: true });
        await make(4, { expires_at: sampleTime(50) });
        await make(5, { feed_ids: [other, feedId] });
        expect(await entries.countUnread(user_id, feedId, sampleTime(50))).toBe(2);
        expect(await entries.countUnread(user_id, feedId, sampleTime(49))).toBe(3);
        expect(await entries.countUnread(user_id, other, sampleTime(0))).toBe(1);
        const expired = await entries.listExpired(user_id, sampleTime(50), 10);
        expect(expired).toEqual([{ article_id: sampleArticleId(4), is_read: false }]);
      });

      it('scans in key order, tombstones left out', async () => {
        const entries = createEntryStore(table);
        const user_id = uniqueUser();
        const ids = Array.from({ length: 9 }, (_, at) => sampleArticleId(at));
        for (const article_id of ids) await entries.create(sampleEntry({ user_id, article_id }));
        await entries.bury(user_id, ids[2]!, 2_000_000_000, '2999-01-01T00:00:00.000Z');
        const first = await entries.scan(user_id, null, 4);
        const rest = await entries.scan(user_id, first.at(-1)!.article_id, 100);
        expect([...first, ...rest].map(({ article_id }) => article_id)).toEqual(
          ids.filter((_, at) => at !== 2),
        );
        expect(first).toHaveLength(4);
      });
    });

    it('saved copies: large ones too', async () => {
      const { store, files } = memoryBlobs();
      const saved = createSavedStore(table, store);
      const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
      const copy = {
        user_id: uniqueUser(),
        article_id: sampleArticleId(1),
        feed_title: 'Example',
        summary: 's',
        content: noise,
        author: null,
        enclosures: [],
        saved_at: sampleTime(0),
        ttl: null,
      };
      await saved.put(copy);
      expect(await saved.get(copy.user_id, copy.article_id)).toEqual(copy);
      expect(files.size).toBe(1);
      await saved.delete(copy.user_id, copy.article_id);
      expect(await saved.get(copy.user_id, copy.article_id)).toBeNull();
      expect(files.size).toBe(0);
    });

    describe('jobs', () => {
      const sampleJob = (user_id: string, job_id: string) => ({
        user_id,
        job_id,
        kind: 'fetch-feeds' as const,
        state: 'queued' as const,
        done: 0,
        total: null,
        result: null,
        created_at: sampleTime(0),
        taken_by: null,
        ttl: 2_000_000_000,
      });

      it('one job of a kind at a time, until it is over, lets go, or its lease ends', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const first = sampleJob(user_id, 'job-00001');
        const second = { ...sampleJob(user_id, 'job-00002'), created_at: sampleTime(1) };
        expect(await jobs.start(first, sampleTime(10), sampleTime(0))).toEqual({ started: true, job: first });
        expect(await jobs.start(first, sampleTime(10), sampleTime(0))).toEqual({ started: true, job: first });
        expect(await jobs.start(second, sampleTime(11), sampleTime(1))).toEqual({
          started: false,
          job: first,
        });
        expect(await jobs.get(user_id, second.job_id)).toBeNull();
        await jobs.release(second);
        await jobs.extendLease(first, sampleTime(20));
        expect((await jobs.start(second, sampleTime(30), sampleTime(19))).started).toBe(false);
        expect((await jobs.start(second, sampleTime(30), sampleTime(20))).started).toBe(true);
        expect(await jobs.list(user_id)).toEqual([second, first]);
        await jobs.release(first);
        const third = sampleJob(user_id, 'job-00003');
        expect((await jobs.start(third, sampleTime(40), sampleTime(21))).job).toEqual(second);
        await jobs.update(user_id, second.job_id, { state: 'done', total: 3, result: { new_articles: 1 } });
        expect((await jobs.start(third, sampleTime(40), sampleTime(21))).started).toBe(true);
        await jobs.release(third);
        const fourth = sampleJob(user_id, 'job-00004');
        expect((await jobs.start(fourth, sampleTime(40), sampleTime(21))).started).toBe(true);
        expect(await jobs.get(user_id, second.job_id)).toMatchObject({
          state: 'done',
          total: 3,
          result: { new_articles: 1 },
        });
        expect(await jobs.update(user_id, 'job-00009', { done: 1 })).toBeNull();
      });

      it('keeps the first of two plans of one part, with its rows and what became of them', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const job = sampleJob(user_id, 'job-00001');
        await jobs.start(job, sampleTime(10), sampleTime(0));
        const feeds = { feed0: { outcome: 'pending', new_articles: 0, error_code: null } } as const;
        const row = {
          url: 'https://a.example/',
          title: 'A',
          folder: null,
          feed_id: '0123456789abcdef',
          outcome: 'pending',
          problem: null,
          why: null,
        } as const;
        const part = { user_id, job_id: job.job_id, part: 0, feeds, rows: [row] };
        expect(await jobs.createPart(part)).toEqual(part);
        const failed = { outcome: 'failed', new_articles: 0, error_code: 'gone' } as const;
        const recorded = { ...part, feeds: { feed0: failed } };
        expect(await jobs.setOutcomes(part, { feed0: failed })).toEqual(recorded);
        expect(await jobs.createPart({ ...part, rows: [] })).toEqual(recorded);
        expect(await jobs.listParts(user_id, job.job_id)).toEqual([recorded]);
      });

      it('writes the job of a lock whose taker died before it did', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const job = sampleJob(user_id, 'job-00001');
        const dying = createJobStore({
          ...table,
          put: async (item, condition) => {
            if (String(item.SK).startsWith('JOB#')) throw new Error('killed');
            return table.put(item, condition);
          },
        });
        await expect(dying.start(job, sampleTime(10), sampleTime(0))).rejects.toThrow('killed');
        expect(await jobs.get(user_id, job.job_id)).toBeNull();
        const next = await jobs.start(sampleJob(user_id, 'job-00002'), sampleTime(10), sampleTime(0));
        expect(next).toEqual({ started: false, job });
        expect(await jobs.get(user_id, job.job_id)).toEqual(job);
      });

      it('tells who was silent until its lease ended, and changes nothing of what is over', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const first = sampleJob(user_id, 'job-00001');
        const second = sampleJob(user_id, 'job-00002');
        await jobs.start(first, sampleTime(10), sampleTime(0));
        expect([await jobs.leaseOf(first), await jobs.leaseOf(second)]).toEqual([sampleTime(10), null]);
        expect(await jobs.start(second, sampleTime(20), sampleTime(10))).toEqual({
          started: true,
          job: second,
          abandoned: first,
        });
        await jobs.extendLease(first, sampleTime(30));
        expect([await jobs.leaseOf(first), await jobs.leaseOf(second)]).toEqual([null, sampleTime(20)]);
        const failed = { ...first, state: 'failed' as const, result: { reason: 'silent' } };
        expect(await jobs.update(user_id, first.job_id, { state: 'failed', result: failed.result })).toEqual(
          failed,
        );
        expect(await jobs.update(user_id, first.job_id, { state: 'running' })).toBeNull();
        const recorded = { ...sampleJob(user_id, 'job-00003'), state: 'done' as const };
        await jobs.record(recorded);
        expect(await jobs.list(user_id)).toEqual([recorded, second, failed]);
      });

      it('is taken by one message, and again by the same one', async () => {
        const jobs = createJobStore(table);
        const job = sampleJob(uniqueUser(), 'job-00001');
        expect(await jobs.take(job, 'a')).toBe(false);
        await jobs.start(job, sampleTime(10), sampleTime(0));
        const taken = await Promise.all(['a', 'b', 'c'].map((startId) => jobs.take(job, startId)));
        expect(taken.filter(Boolean)).toHaveLength(1);
        const { taken_by } = (await jobs.get(job.user_id, job.job_id))!;
        expect(await jobs.take(job, taken_by!)).toBe(true);
        expect(await jobs.take(job, 'd')).toBe(false);
      });

      it('starts one of many that ask at once', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const asked = await Promise.all(
          Array.from({ length: 8 }, (_, at) =>
            jobs.start(sampleJob(user_id, `job-1000${at}`), sampleTime(10), sampleTime(0)),
          ),
        );
        expect(asked.filter(({ started }) => started)).toHaveLength(1);
        expect(new Set(asked.map(({ job }) => job.job_id)).size).toBe(1);
        expect(await jobs.list(user_id)).toHaveLength(1);
      });

      it('records the outcome of each feed', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const job = sampleJob(user_id, 'job-00001');
        await jobs.start(job, sampleTime(10), sampleTime(0));
        const pending = { outcome: 'pending' as const, new_articles: 0, error_code: null };
        const parts = [0, 1].map((part) => ({
          user_id,
          job_id: job.job_id,
          part,
          feeds: { [sampleFeedId(part)]: pending, [sampleFeedId(part + 8)]: pending },
        }));
        await jobs.putParts(parts);
        expect(await jobs.listParts(user_id, job.job_id)).toEqual(parts);
        const failed = { outcome: 'failed' as const, new_articles: 0, error_code: 'timed_out' };
        const set = () => jobs.setOutcomes(parts[1]!, { [sampleFeedId(1)]: failed });
        const changed = { ...parts[1], feeds: { ...parts[1]!.feeds, [sampleFeedId(1)]: failed } };
        expect(await set()).toEqual(changed);
        expect(await set()).toEqual(changed);
        expect(await jobs.setOutcomes({ ...parts[0]!, part: 7 }, { a: failed })).toBeNull();
        expect(await jobs.listParts(user_id, job.job_id)).toEqual([parts[0], changed]);
      });
    });
  });
}
