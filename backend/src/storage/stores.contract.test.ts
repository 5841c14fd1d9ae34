import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../test/dynamodb-local.ts';
import { engines } from '../../test/engines.ts';
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
import { defaultPreferences } from '../contract/index.ts';
import { emptySketch, withScores } from '../scoring/rank.ts';
import { createArticleStore } from './article-store.ts';
import { createBookmarkStore } from './bookmark-store.ts';
import { createEntryStore } from './entry-store.ts';
import { CorruptItemError } from './errors.ts';
import { bookmarkBlobName } from './keys.ts';
import { createFeedStore, createSubscriberStore } from './feed-store.ts';
import { createJobStore } from './job-store.ts';
import { pendingFeed } from '../jobs/job.ts';
import { createKeywordStore } from './keyword-store.ts';
import { createMarkStore } from './mark-store.ts';
import { createProfileStore } from './profile-store.ts';
import { createSavedStore } from './saved-store.ts';
import { createSeenStore } from './seen-store.ts';
import { createSubscriptionStore } from './subscription-store.ts';
import { createTasteStore } from './taste-store.ts';
import { createTableClient, type TableClient } from './table.ts';
import { createVectorStore } from './vector-store.ts';

const TABLE = 'contract';

for (const { name, start, isSkipped } of engines) {
  describe.skipIf(isSkipped)(`stores on ${name}`, () => {
    let engine: TestEngine;
    let table: TableClient;
    beforeAll(async () => {
      engine = await start();
      await engine.createTable(TABLE);
      table = createTableClient({ client: engine.client, tableName: TABLE });
    });
    afterAll(() => engine.close());

    describe('feeds', () => {
      it('creates once, then returns the existing one', async () => {
        const feeds = createFeedStore(table);
        const feed = sampleFeed({ feed_id: sampleFeedId(1) });
        expect(await feeds.create(feed)).toEqual(feed);
        expect(await feeds.create({ ...feed, title: 'Another' })).toEqual(feed);
        expect(await feeds.get(feed.feed_id)).toEqual(feed);
        expect(await feeds.get(sampleFeedId(2))).toBeNull();
      });

      it('lists active feeds that are due', async () => {
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

      it('gets many by id, with missing and repeated ids', async () => {
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

    it('seen: written only if the version that was read is current', async () => {
      const seen = createSeenStore(table);
      const feedId = sampleFeedId(0x40);
      const items = [
        {
          identity: 'ff00000000000001',
          content_hash: '00000000abcd',
          link_tag: 'abcdef',
          date_tag: null,
          last_present_day: 20_484,
        },
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

      it('never replaces a later count, and does not restore a deleted subscription', async () => {
        const subscriptions = createSubscriptionStore(table);
        const user_id = uniqueUser();
        const { feed_id } = sampleSubscription();
        await subscriptions.create(sampleSubscription({ user_id }));
        const counted = (unread_count: number, at: number, counted_seq = 0) => ({
          unread_count,
          counted_at: sampleTime(at),
          counted_seq,
          recount_at: null,
        });
        await subscriptions.setCount(user_id, feed_id, counted(5, 2, 1), sampleTime(1));
        expect(await subscriptions.setCount(user_id, feed_id, counted(9, 1, 1))).toBeNull();
        expect(await subscriptions.setCount(user_id, feed_id, counted(9, 2, 0))).toBeNull();
        const standing = await subscriptions.get(user_id, feed_id);
        expect(standing).toMatchObject({ ...counted(5, 2, 1), last_read_at: sampleTime(1) });
        await subscriptions.delete(user_id, feed_id);
        expect(await subscriptions.setCount(user_id, feed_id, counted(1, 3, 1))).toBeNull();
        expect(await subscriptions.get(user_id, feed_id)).toBeNull();
      });
    });

    it('marks: none at first, and concurrent changes are serialised', async () => {
      const marks = createMarkStore(table);
      const user_id = uniqueUser();
      expect(await marks.get(user_id)).toEqual({ seq: 0, marks: [] });
      const mark = (seq: number, feed_ids: string[] | null) => ({
        mark_id: `mark${seq}`,
        seq,
        feed_ids,
        before: sampleTime(1),
        marked_at: sampleTime(2),
        undone_at: null,
      });
      await Promise.all(
        [null, [], [sampleFeedId(1), sampleFeedId(2)]].map((feedIds) =>
          marks.change(user_id, (standing) => ({
            seq: standing.seq + 1,
            marks: [...standing.marks, mark(standing.seq + 1, feedIds)],
          })),
        ),
      );
      const { seq, marks: all } = await marks.get(user_id);
      expect([seq, all.map((each) => each.seq)]).toEqual([3, [1, 2, 3]]);
      expect(new Set(all.map(({ feed_ids }) => feed_ids?.length ?? null))).toEqual(new Set([0, 2, null]));
      expect(await marks.change(user_id, () => null)).toEqual({ seq, marks: all });
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

    it('bookmarks: one run at a time, and added links stay until they are deleted', async () => {
      const { store } = memoryBlobs();
      const bookmarks = createBookmarkStore(table, store);
      expect(await bookmarks.load()).toEqual([]);
      const link = { article_id: sampleArticleId(1), link: 'https://site.example/a', ttl: 2_000_000_000 };
      const links = Array.from({ length: 51 }, (_, at) => ({ ...link, article_id: sampleArticleId(at) }));
      await bookmarks.add(links);
      await bookmarks.add(links);
      const added = await bookmarks.listAdded();
      expect(added.links.toSorted((a, b) => a.article_id.localeCompare(b.article_id))).toEqual(links);
      await added.forget();
      expect((await bookmarks.listAdded()).links).toEqual([]);
      const known = [
        { ...link, count: null, next_at: 0 },
        { ...link, article_id: sampleArticleId(2), count: 0, next_at: 5 },
      ];
      await bookmarks.save(known);
      expect(await bookmarks.load()).toEqual(known);
      await store.put(bookmarkBlobName, Buffer.from('torn'));
      await expect(bookmarks.load()).rejects.toThrow(CorruptItemError);

      const fresh = { failures: 0, called_at: null, not_before: null };
      expect(await bookmarks.take('a', sampleTime(10), sampleTime(0))).toEqual(fresh);
      expect(await bookmarks.take('b', sampleTime(20), sampleTime(9))).toBeNull();
      const state = { failures: 3, called_at: sampleTime(1), not_before: sampleTime(2) };
      expect(await bookmarks.setState('a', state)).toBe(true);
      expect(await bookmarks.setState('b', fresh)).toBe(false);
      await bookmarks.release('b');
      expect(await bookmarks.take('b', sampleTime(20), sampleTime(9))).toBeNull();
      expect(await bookmarks.take('b', sampleTime(20), sampleTime(10))).toEqual(state);
      expect(await bookmarks.setState('a', fresh)).toBe(false);
      expect(await bookmarks.setState('b', fresh)).toBe(true);
      await bookmarks.release('b');
      expect(await bookmarks.take('c', sampleTime(30), sampleTime(0))).toEqual(fresh);
      await bookmarks.release('c');
    });

    it('tastes: the newest by arrival, no older revision replaces a newer one, and all are deleted at once', async () => {
      const tastes = createTasteStore(table);
      const user_id = uniqueUser();
      const vector = {
        model: 'test/2',
        scale: 0.5,
        dimension: 2,
        data: new Uint8Array([1, 2]),
        text_hash: '',
      };
      const taste = { vector, calibration: { reference_set: 1, floor: 0.125, scale: 0.25 } };
      expect(await tastes.get(user_id)).toEqual({ revision: 0, taste: null });
      expect(await tastes.put(user_id, taste, 0)).toBe(true);
      expect(await tastes.put(user_id, taste, 0)).toBe(false);
      expect(await tastes.get(user_id)).toMatchObject({
        revision: 1,
        taste: { calibration: taste.calibration },
      });
      expect(await tastes.put(user_id, null, 1)).toBe(true);
      expect(await tastes.put(user_id, taste, 0)).toBe(false);
      expect(await tastes.get(user_id)).toEqual({ revision: 2, taste: null });
      const read = [3, 1, 2].map((at) => ({
        user_id,
        article_id: sampleArticleId(at),
        created_at: sampleTime(at),
        vector,
        ttl: 2_000_000_000,
      }));
      for (const one of [...read, ...read]) await tastes.putReadThrough(one);
      const found = await tastes.listReadThrough(user_id, 2);
      expect(found.map(({ created_at }) => created_at)).toEqual([sampleTime(3), sampleTime(2)]);
      expect(found[0]).toMatchObject({ article_id: sampleArticleId(3), ttl: 2_000_000_000 });
      await tastes.removeReadThrough(read[0]!);
      await tastes.removeReadThrough(read[0]!);
      expect(await tastes.listReadThrough(user_id, 10)).toHaveLength(2);
      await tastes.forget(user_id);
      expect(await tastes.listReadThrough(user_id, 10)).toEqual([]);
      expect(await tastes.get(user_id)).toEqual({ revision: 0, taste: null });
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
        ...defaultPreferences,
        scores: null,
        scored_model: null,
        leaving_at: null,
        retention_applied: null,
        created_at: sampleTime(0),
      });
    });

    it('profiles: a preference is stored, and raises the version like a keyword write', async () => {
      const profiles = createProfileStore(table);
      const user_id = uniqueUser();
      const set = await profiles.setPreferences(user_id, { like_saved: true }, sampleTime(0));
      expect(set).toMatchObject({ like_saved: true, keywords_version: 1, created_at: sampleTime(0) });
      await profiles.setPreferences(user_id, { like_saved: false }, sampleTime(1));
      expect(await profiles.get(user_id)).toEqual({ ...set, like_saved: false, keywords_version: 2 });
    });

    it('profiles: the score histogram is stored unless keywords or another writer changed the profile meanwhile', async () => {
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

      it('stores large content in the blob store and deletes it with the article', async () => {
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

      it('reports a damaged item instead of treating it as missing', async () => {
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

      it('deletes expired articles with vector and blob, but none that was fetched again', async () => {
        const { store, files } = memoryBlobs();
        const articles = createArticleStore(table, store);
        const vectors = createVectorStore(table);
        const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(
          ' ',
        );
        const due = 1_800_000_000;
        const all = [0, 1, 2].map((at) =>
          sampleArticle({ article_id: sampleArticleId(8000 + at), content: noise, ttl: due + at }),
        );
        const vector = {
          model: 't/1',
          scale: 1,
          dimension: 1,
          data: new Uint8Array([1]),
          text_hash: '0'.repeat(16),
        };
        await articles.putMany(all);
        await vectors.putMany(
          all.map(({ article_id, feed_id, ttl }) => ({ article_id, feed_id, vector, ttl })),
        );
        await articles.putMany([{ ...all[0]!, ttl: due + 100 }]);
        expect(await articles.deleteExpired(all, due + 1)).toEqual({ articles: 1, blobs: 1 });
        expect(await articles.deleteExpired(all, due + 1)).toEqual({ articles: 0, blobs: 0 });
        const [first, gone, last] = await Promise.all(all.map((key) => articles.get(key)));
        expect([first?.content, gone, last?.content]).toEqual([noise, null, noise]);
        expect((await vectors.getMany(all)).map(({ ttl }) => ttl).toSorted((a, b) => a - b)).toEqual([
          due,
          due + 2,
        ]);
        // The earlier blob of the first article is deleted later, by its age.
        expect(files.size).toBe(3);
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
      it('reads back created entries, and creates none twice', async () => {
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

      it('loses no change by concurrent writers', async () => {
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

      it('a tombstone does not count as an entry and prevents a new one', async () => {
        const entries = createEntryStore(table);
        const entry = sampleEntry({ user_id: uniqueUser(), is_read: true, read_at: sampleTime(9) });
        const { user_id, article_id } = entry;
        const key = { PK: `USER#${user_id}`, SK: `ENTRY#${article_id}` };
        await entries.create(entry);
        await entries.bury(user_id, article_id, 2_000_000_000, '2999-01-01T00:00:00.000Z');
        expect(await entries.get(user_id, article_id)).toBeNull();
        expect(await entries.getMany(user_id, [article_id])).toEqual([]);
        expect(await entries.scan(user_id, null, 10)).toEqual([]);
        expect(await entries.change(user_id, article_id, (standing) => standing)).toBeNull();
        expect(await entries.create(entry)).toBe(false);
        expect(await entries.delete(user_id, article_id)).toBe(false);
        expect(await entries.bury(user_id, article_id, 2_100_000_000)).toBe(false);
        expect(await entries.create(entry)).toBe(false);
        expect(await table.get(key)).toEqual({ ...key, ttl: 2_000_000_000 });
      });

      it('leaves no tombstone for a saved or a missing entry', async () => {
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
        const soonest = sampleEntry().expires_at;
        const count = (feed: string, at: number) => entries.countUnread(user_id, feed, sampleTime(at));
        expect(await count(feedId, 50)).toEqual({ count: 2, first_expiry: soonest });
        expect(await count(feedId, 49)).toEqual({ count: 3, first_expiry: sampleTime(50) });
        expect(await count(other, 0)).toEqual({ count: 1, first_expiry: soonest });
        for (const at of [49, 50]) {
          const all = await entries.countAllUnread(user_id, sampleTime(at));
          expect([...all.keys()].toSorted()).toEqual([feedId, other]);
          for (const [feed, counted] of all) expect(counted).toEqual(await count(feed, at));
        }
      });

      it('finds expired entries, read ones first, and reads each row once', async () => {
        const entries = createEntryStore(table);
        const user_id = uniqueUser();
        for (let at = 0; at < 20; at += 1)
          await entries.create(
            sampleEntry({
              user_id,
              article_id: sampleArticleId(at),
              is_read: at % 2 === 0,
              expires_at: at % 3 === 0 ? sampleTime(50) : sampleTime(51),
            }),
          );
        const pages: string[][] = [];
        let after: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof entries.listExpired>> = await entries.listExpired(
            user_id,
            sampleTime(50),
            after,
            4,
          );
          pages.push(page.expired.map(({ article_id }) => article_id));
          for (const { article_id } of page.expired)
            await entries.delete(user_id, article_id, sampleTime(50));
          after = page.next;
        } while (after !== null);
        const due = (...ats: number[]) => ats.map((at) => sampleArticleId(at));
        expect(pages.flat()).toEqual(due(0, 6, 12, 18, 3, 9, 15));
        expect(pages.length).toBeLessThanOrEqual(8);
      });

      it('scans in key order without tombstones', async () => {
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

    it('saved copies: stored and read, including large ones', async () => {
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

    it('saved copies: unsaved ones are deleted with their blobs, unless they were saved again', async () => {
      const { store, files } = memoryBlobs();
      const saved = createSavedStore(table, store);
      const noise = Array.from({ length: 30_000 }, (_, at) => ((at * 7919) % 65_521).toString(36)).join(' ');
      const user_id = uniqueUser();
      const copyOf = (at: number, content: string) => ({
        user_id,
        article_id: sampleArticleId(at),
        feed_title: 'Example',
        summary: 's',
        content,
        author: null,
        enclosures: [],
        saved_at: sampleTime(0),
        ttl: null,
      });
      const due = Date.parse(sampleTime(10)) / 1000;
      for (let at = 0; at < 5; at += 1) await saved.put(copyOf(at, at === 4 ? 'short' : noise));
      for (const at of [0, 1, 2, 4]) await saved.expire(user_id, sampleArticleId(at), sampleTime(0), due);
      expect((await saved.get(user_id, sampleArticleId(0)))?.ttl).toBe(due);
      await saved.keep(user_id, sampleArticleId(1));
      await saved.put({ ...copyOf(2, noise), saved_at: sampleTime(5) });
      await saved.expire(user_id, sampleArticleId(2), sampleTime(0), due);
      expect((await saved.get(user_id, sampleArticleId(2)))?.ttl).toBeNull();
      expect(files.size).toBe(4);
      const sweepAll = async (now: string) => {
        let deleted = 0;
        let after: string | null = null;
        do {
          const page: Awaited<ReturnType<typeof saved.sweep>> = await saved.sweep(
            user_id,
            new Date(now),
            after,
            2,
          );
          deleted += page.deleted;
          after = page.next;
        } while (after !== null);
        return deleted;
      };
      expect(await sweepAll(sampleTime(9))).toBe(0);
      expect(await sweepAll(sampleTime(11))).toBe(1);
      expect(files.size).toBe(3);
      const left = await Promise.all([0, 1, 2, 3].map((at) => saved.get(user_id, sampleArticleId(at))));
      expect(left.map((copy) => copy?.content.length ?? 0)).toEqual([
        0,
        noise.length,
        noise.length,
        noise.length,
      ]);
      // Small copies are deleted by their time to live, which costs nothing.
      expect(await table.get({ PK: `USER#${user_id}`, SK: `SAVED#${sampleArticleId(4)}` })).toMatchObject({
        ttl: due,
      });
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
        feed_id: null,
        not_before: null,
        taken_by: null,
        restarts: 0,
        ttl: 2_000_000_000,
      });

      it('allows one job of a kind at a time, until it ends, releases its lock, or its lease ends', async () => {
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

      it('keeps the first of two plans of one part, with its rows and their outcomes', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const job = sampleJob(user_id, 'job-00001');
        await jobs.start(job, sampleTime(10), sampleTime(0));
        const feeds = { feed0: pendingFeed };
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
        const failed = { ...pendingFeed, outcome: 'failed', error_code: 'gone' } as const;
        const recorded = { ...part, feeds: { feed0: failed } };
        expect(await jobs.setOutcomes(part, { feed0: failed })).toEqual(recorded);
        expect(await jobs.createPart({ ...part, rows: [] })).toEqual(recorded);
        expect(await jobs.listParts(user_id, job.job_id)).toEqual([recorded]);
      });

      it('writes the job of a lock whose holder crashed before writing it', async () => {
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

      it('finds jobs without progress until their lease ended, and changes no finished one', async () => {
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

      it('can be taken by one message, and again by the same one', async () => {
        const jobs = createJobStore(table);
        const job = sampleJob(uniqueUser(), 'job-00001');
        expect(await jobs.take(job, 'a')).toBeNull();
        await jobs.start(job, sampleTime(10), sampleTime(0));
        const taken = await Promise.all(['a', 'b', 'c'].map((startId) => jobs.take(job, startId)));
        expect(taken.filter(Boolean)).toHaveLength(1);
        const { taken_by } = (await jobs.get(job.user_id, job.job_id))!;
        const begun = { ...job, state: 'running', taken_by };
        expect(await jobs.take(job, taken_by!)).toEqual(begun);
        expect(await jobs.take(job, 'd')).toBeNull();
        await jobs.update(job.user_id, job.job_id, { state: 'cancelled' });
        expect(await jobs.take(job, taken_by!)).toBeNull();
      });

      it('can be restarted by exactly one caller after it was silent', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const first = { ...sampleJob(user_id, 'job-00001'), feed_id: sampleFeedId(1) };
        const second = sampleJob(user_id, 'job-00002');
        await jobs.start(first, sampleTime(10), sampleTime(0));
        const never = () => false;
        expect(await jobs.start(second, sampleTime(20), sampleTime(9), never)).toEqual({
          started: false,
          job: first,
        });
        const begun = (await jobs.take(first, 'a'))!;
        expect(await jobs.start(second, sampleTime(20), sampleTime(10), never)).toEqual({
          started: false,
          job: begun,
          ended_lease: sampleTime(10),
        });
        const renewed = [0, 1].map(() => jobs.extendLease(first, sampleTime(20), sampleTime(10)));
        expect((await Promise.all(renewed)).filter(Boolean)).toHaveLength(1);
        expect(await jobs.extendLease(second, sampleTime(30))).toBe(false);

        const changes = { restarts: 1, feed_id: null, taken_by: null };
        const freed = { ...begun, ...changes };
        const given = await Promise.all([0, 1].map(() => jobs.amend(begun, changes)));
        expect(given).toContainEqual(freed);
        expect(given).toContainEqual(null);
        expect(await jobs.advance(begun, { done: 5 })).toBeNull();
        expect(await jobs.advance(freed, { done: 5 })).toEqual({ ...freed, done: 5 });
        const taken = (await jobs.take(freed, 'b'))!;
        expect(await jobs.amend(freed, { feed_id: sampleFeedId(2) })).toBeNull();
        const planned = (await jobs.advance(taken, { total: 7 }))!;
        expect(await jobs.amend(taken, { feed_id: sampleFeedId(2) })).toBeNull();
        const other = (await jobs.amend(planned, { feed_id: sampleFeedId(2) }))!;
        expect(await jobs.advance(planned, { done: 6 })).toBeNull();
        expect(await jobs.amend(other, { feed_id: null })).toEqual(planned);
        expect(await jobs.advance(freed, { done: 6 })).toBeNull();
        expect(await jobs.advance(taken, { state: 'done' })).toMatchObject({ state: 'done', done: 5 });
        expect(await jobs.amend(taken, { restarts: 2 })).toBeNull();
      });

      it('is not replaced when it is recorded again, and changes only from the named states', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const held = { ...sampleJob(user_id, 'job-00001'), not_before: sampleTime(10) };
        expect(await jobs.record(held)).toEqual(held);
        expect(await jobs.update(user_id, held.job_id, { state: 'running' }, ['queued'])).not.toBeNull();
        expect(await jobs.update(user_id, held.job_id, { state: 'cancelled' }, ['queued'])).toBeNull();
        expect(await jobs.record(held)).toEqual({ ...held, state: 'running' });
        expect(await jobs.leaseOf(held)).toBeNull();
      });

      it('is listed in pages', async () => {
        const jobs = createJobStore(table);
        const user_id = uniqueUser();
        const all = [3, 2, 1].map((at) => sampleJob(user_id, `job-0000${at}`));
        for (const job of all) await jobs.record(job);
        expect(await jobs.list(user_id, { limit: 2 })).toEqual(all.slice(0, 2));
        expect(await jobs.list(user_id, { limit: 2, after: 'job-00002' })).toEqual(all.slice(2));
        expect(await jobs.list(user_id, { limit: 2, after: 'job-00001' })).toEqual([]);
      });

      it('starts only one job for many concurrent requests', async () => {
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
        const parts = [0, 1].map((part) => ({
          user_id,
          job_id: job.job_id,
          part,
          feeds: { [sampleFeedId(part)]: pendingFeed, [sampleFeedId(part + 8)]: pendingFeed },
        }));
        await jobs.putParts(parts);
        expect(await jobs.listParts(user_id, job.job_id)).toEqual(parts);
        const failed = { ...pendingFeed, outcome: 'failed', error_code: 'timed_out' } as const;
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
