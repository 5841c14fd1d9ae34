import { tagsOf } from '../../../../src/model/article/entry.ts';
import { describe, expect, it } from 'vitest';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeedId,
  sampleReasons,
  sampleTime,
  uniqueUser,
} from '../../../harness/samples/storage-samples.ts';
import { entryToItem } from '../../../../src/storage/entries/entry-item.ts';
import { createEntryStore } from '../../../../src/storage/entries/entry-store.ts';
import { textChecksum } from '../../../../src/model/text/text-mode.ts';
import type { TableClient } from '../../../../src/storage/table/table.ts';
import { noExtra } from '../../../../src/contract/index.ts';

/** The behaviour of this store that every engine must show. */
export const entryStoreContract = (table: () => TableClient): void => {
  describe('entries', () => {
    it('reads back created entries, and creates none twice', async () => {
      const entries = createEntryStore(table());
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

    it('lists what is extra from each index', async () => {
      const entries = createEntryStore(table());
      const entry = sampleEntry({
        user_id: uniqueUser(),
        is_saved: true,
        extra: {
          ...noExtra,
          reading_minutes: 12,
          tags: ['宣伝', 'ads'],
          image_url: 'https://img.example/1.jpg',
        },
      });
      await entries.create(entry);
      const all = { user_id: entry.user_id, limit: 5, after: null, now: sampleTime(9) };
      for (const query of [
        { ...all, sort: 'published_at', filter: 'unread', feed_ids: null },
        { ...all, sort: 'importance_score', filter: 'unread', feed_ids: null },
        { ...all, sort: 'published_at', filter: 'unread', feed_ids: entry.feed_ids },
        { ...all, sort: 'published_at', filter: 'saved', feed_ids: null },
      ] as const)
        expect((await entries.list(query)).rows).toMatchObject([
          {
            extra: { reading_minutes: 12, tags: ['宣伝', 'ads'], image_url: 'https://img.example/1.jpg' },
          },
        ]);
    });

    it('keeps the picture beside a shorter excerpt, and the excerpt if there is no room for both', async () => {
      const entries = createEntryStore(table());
      const excerpt = 'An excerpt of the usual words. '.repeat(10).slice(0, 300);
      const user_id = uniqueUser();
      const pictured = (number: number, path: string, link: string) =>
        sampleEntry({
          user_id,
          article_id: sampleArticleId(number),
          link,
          excerpt,
          extra: { ...noExtra, reading_minutes: 4, image_url: `http://img.example/${path}` },
        });
      const usual = pictured(1, `${'a'.repeat(200)}.jpg`, 'https://www.example.com/1');
      const crowded = pictured(2, `${'a'.repeat(270)}.jpg`, `https://www.example.com/${'b'.repeat(280)}`);
      for (const entry of [usual, crowded]) await entries.create(entry);
      const [first, second] = (
        await entries.getMany(user_id, [usual.article_id, crowded.article_id])
      ).toSorted((a, b) => a.article_id.localeCompare(b.article_id));
      expect(first?.extra).toEqual(usual.extra);
      expect(Buffer.byteLength(first?.excerpt ?? '')).toBeGreaterThanOrEqual(100);
      expect(second?.extra).toEqual({ ...crowded.extra, image_url: null });
      expect(Buffer.byteLength(second?.excerpt ?? '')).toBeGreaterThanOrEqual(100);
    });

    it('lists what search needs of all entries, whatever their state', async () => {
      const entries = createEntryStore(table());
      const user_id = uniqueUser();
      const plain = sampleEntry({
        user_id,
        extra: noExtra,
      });
      const others = [
        { is_read: true, read_at: sampleTime(20), feed_ids: [sampleFeedId(2), sampleFeedId(1)] },
        { unread_after: 7, text_version: 16_777_215, excerpt: '', importance_score: null },
        {
          is_saved: true,
          expires_at: null,
          extra: { ...noExtra, reading_minutes: 3, tags: ['宣伝'] },
        },
        { text_version: 0, is_read: true, read_at: sampleTime(21), is_saved: true, expires_at: null },
        {
          is_saved: true,
          expires_at: null,
          own_tags: ['気候', '宣伝'],
          is_kept_by_tags: true,
          extra: { ...noExtra, tags: ['宣伝'] },
        },
      ] satisfies Parameters<typeof sampleEntry>[0][];
      const all = [
        plain,
        ...others.map((changes, at) =>
          sampleEntry({ user_id, article_id: sampleArticleId(at + 2), ...changes }),
        ),
      ];
      for (const entry of all) await entries.create(entry);
      await entries.mute({ user_id, article_id: sampleArticleId(9) }, { muted_by: 'x', ttl: 2_000_000_000 });
      const stored = await entries.getMany(
        user_id,
        all.map(({ article_id }) => article_id),
      );
      expect(new Set(stored.map(({ text_version }) => text_version))).toEqual(new Set([0, 16_777_215, null]));
      const byId = (a: { article_id: string }, b: { article_id: string }) =>
        a.article_id < b.article_id ? -1 : 1;
      expect((await entries.listSearchable(user_id)).toSorted(byId)).toEqual(
        stored
          .map((entry) => ({
            article_id: entry.article_id,
            feed_ids: entry.feed_ids,
            title: entry.title,
            excerpt: entry.excerpt,
            text_checksum: textChecksum(entry),
            published_at: entry.published_at,
            importance_score: entry.importance_score,
            is_read: entry.is_read,
            unread_after: entry.unread_after,
            is_saved: entry.is_saved,
            is_kept_by_tags: entry.is_kept_by_tags,
            text_version: entry.text_version,
            created_ms: Date.parse(entry.created_at),
            expires_ms: entry.expires_at === null ? null : Date.parse(entry.expires_at),
            reading_minutes: entry.extra.reading_minutes,
            tags: tagsOf(entry),
            story: entry.extra.story,
          }))
          .toSorted(byId),
      );
    });

    it('lists more entries than a page has, each once', async () => {
      const entries = createEntryStore(table());
      const user_id = uniqueUser();
      const written = Array.from({ length: 620 }, (_, at) =>
        entryToItem(sampleEntry({ user_id, article_id: sampleArticleId(at), is_read: at < 100 }), 1),
      );
      await table().batchPut(written);
      const listed = (await entries.listSearchable(user_id)).map(({ article_id }) => article_id);
      expect(listed).toHaveLength(620);
      expect(new Set(listed).size).toBe(620);
    });

    it('mutes an article, which a rule that mutes no more lets come back', async () => {
      const entries = createEntryStore(table());
      const entry = sampleEntry({ user_id: uniqueUser() });
      await entries.mute(entry, { muted_by: 'one', ttl: 9_999_999_999 });
      expect(await entries.get(entry.user_id, entry.article_id)).toBeNull();
      expect(await entries.create(entry, false, ['two', 'one'])).toBe(false);
      expect(await entries.create(entry, true, ['one'])).toBe(false);
      expect(await entries.create(entry, false, ['two'])).toBe(true);
      await entries.mute(entry, { muted_by: 'one', ttl: 9_999_999_999 });
      expect(await entries.get(entry.user_id, entry.article_id)).not.toBeNull();
      expect(await entries.create(entry, false, [])).toBe(false);
      expect(await entries.muteUnread(entry, { muted_by: 'two', ttl: 9_999_999_999 })).toBe(true);
      expect(await entries.muteUnread(entry, { muted_by: 'two', ttl: 9_999_999_999 })).toBe(false);
      expect(await entries.create(entry, false, [])).toBe(true);
    });

    it('does not mute what is read or saved', async () => {
      const entries = createEntryStore(table());
      const mute = { muted_by: 'one', ttl: 9_999_999_999 };
      const user_id = uniqueUser();
      const all = [
        sampleEntry({ user_id, article_id: sampleArticleId(1), is_read: true }),
        sampleEntry({ user_id, article_id: sampleArticleId(2), is_saved: true }),
        sampleEntry({ user_id, article_id: sampleArticleId(3), unread_after: 5 }),
      ];
      for (const entry of all) await entries.create(entry);
      expect(await Promise.all(all.map((entry) => entries.muteUnread(entry, mute)))).toEqual([
        false,
        false,
        true,
      ]);
    });

    it('lists and counts what has no score, read or not, and what has not expired', async () => {
      const entries = createEntryStore(table());
      const user_id = uniqueUser();
      const unscored = { user_id, importance_score: null, reasons: [] };
      const all = [
        sampleEntry({ user_id, article_id: sampleArticleId(1), importance_score: 0 }),
        sampleEntry({ user_id, article_id: sampleArticleId(2), importance_score: 3 }),
        sampleEntry({ ...unscored, article_id: sampleArticleId(3) }),
        sampleEntry({ ...unscored, article_id: sampleArticleId(4), is_read: true }),
        sampleEntry({ ...unscored, article_id: sampleArticleId(5), is_saved: true, expires_at: null }),
        sampleEntry({ ...unscored, article_id: sampleArticleId(6), expires_at: sampleTime(1) }),
      ];
      for (const entry of all) await entries.create(entry);
      expect((await entries.listUnscored(user_id, 10)).toSorted()).toEqual([3, 4, 5, 6].map(sampleArticleId));
      expect(await entries.listUnscored(user_id, 2)).toHaveLength(2);
      expect(await entries.countUnscored(user_id, sampleTime(2))).toBe(3);
    });

    it('loses no change by concurrent writers', async () => {
      const entries = createEntryStore(table());
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

    it('lists say when an entry was read', async () => {
      const entries = createEntryStore(table());
      const { user_id, article_id, feed_ids } = sampleEntry({ user_id: uniqueUser() });
      await entries.create(sampleEntry({ user_id }));
      const read_at = sampleTime(9);
      const set = { is_read: true, read_at, is_saved: true, expires_at: null };
      await entries.change(user_id, article_id, (entry) => ({ ...entry, ...set }));
      const all = { user_id, limit: 10, after: null, now: sampleTime(10) };
      for (const query of [
        { ...all, sort: 'published_at', filter: 'all', feed_ids: null },
        { ...all, sort: 'importance_score', filter: 'read', feed_ids: null },
        { ...all, sort: 'published_at', filter: 'read', feed_ids },
        { ...all, sort: 'published_at', filter: 'saved', feed_ids: null },
      ] as const)
        expect((await entries.list(query)).rows).toMatchObject([{ article_id, read_at }]);
      await entries.change(user_id, article_id, (entry) => ({ ...entry, is_read: false, read_at: null }));
      expect((await entries.get(user_id, article_id))?.read_at).toBeNull();
    });

    it('a tombstone does not count as an entry and prevents a new one', async () => {
      const entries = createEntryStore(table());
      const entry = sampleEntry({ user_id: uniqueUser(), is_read: true, read_at: sampleTime(9) });
      const { user_id, article_id } = entry;
      const key = { PK: `USER#${user_id}`, SK: `ENTRY#${article_id}` };
      await entries.create(entry);
      await entries.replaceWithTombstone(user_id, article_id, 2_000_000_000, '2999-01-01T00:00:00.000Z');
      expect(await entries.get(user_id, article_id)).toBeNull();
      expect(await entries.getMany(user_id, [article_id])).toEqual([]);
      expect(await entries.scan(user_id, null, 10)).toEqual([]);
      expect(await entries.change(user_id, article_id, (stored) => stored)).toBeNull();
      expect(await entries.create(entry)).toBe(false);
      expect(await entries.delete(user_id, article_id)).toBe(false);
      expect(await entries.replaceWithTombstone(user_id, article_id, 2_100_000_000)).toBe(false);
      expect(await entries.create(entry)).toBe(false);
      expect(await table().get(key)).toEqual({ ...key, ttl: 2_000_000_000 });
    });

    it('brings an entry in place of a tombstone, but not of an entry', async () => {
      const entries = createEntryStore(table());
      const entry = sampleEntry({ user_id: uniqueUser() });
      expect(await entries.bring(entry)).toBe(true);
      expect(await entries.bring({ ...entry, title: 'Another' })).toBe(false);
      await entries.replaceWithTombstone(entry.user_id, entry.article_id, 4_000_000_000);
      expect(await entries.create(entry)).toBe(false);
      expect(await entries.bring(entry)).toBe(true);
      expect(await entries.get(entry.user_id, entry.article_id)).toMatchObject({ title: entry.title });
    });

    it('leaves no tombstone for a saved or a missing entry', async () => {
      const entries = createEntryStore(table());
      const entry = sampleEntry({ user_id: uniqueUser(), is_saved: true, expires_at: null });
      await entries.create(entry);
      await entries.replaceWithTombstone(
        entry.user_id,
        entry.article_id,
        2_000_000_000,
        '2999-01-01T00:00:00.000Z',
      );
      expect(await entries.get(entry.user_id, entry.article_id)).not.toBeNull();
      await entries.replaceWithTombstone(
        entry.user_id,
        sampleArticleId(77),
        2_000_000_000,
        '2999-01-01T00:00:00.000Z',
      );
      expect(await entries.create({ ...entry, article_id: sampleArticleId(77) })).toBe(true);
    });

    it('has a ttl exactly while it is unread, unsaved and expires', async () => {
      const entries = createEntryStore(table());
      const entry = sampleEntry({ user_id: uniqueUser(), expires_at: sampleTime(60) });
      const { user_id, article_id } = entry;
      const key = { PK: `USER#${user_id}`, SK: `ENTRY#${article_id}` };
      await entries.create(entry);
      expect((await table().get(key))?.['ttl']).toBe(Date.parse(sampleTime(60)) / 1000);
      await entries.change(user_id, article_id, (stored) => ({ ...stored, is_read: true }));
      expect(await table().get(key)).not.toHaveProperty('ttl');
      await entries.change(user_id, article_id, (stored) => ({
        ...stored,
        is_read: false,
        is_saved: true,
      }));
      expect(await table().get(key)).not.toHaveProperty('ttl');
    });

    it('counts the unread of a feed that have not expired', async () => {
      const entries = createEntryStore(table());
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
      const entries = createEntryStore(table());
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
        for (const { article_id } of page.expired) await entries.delete(user_id, article_id, sampleTime(50));
        after = page.next;
      } while (after !== null);
      const due = (...ats: number[]) => ats.map((at) => sampleArticleId(at));
      expect(pages.flat()).toEqual(due(0, 6, 12, 18, 3, 9, 15));
      expect(pages.length).toBeLessThanOrEqual(8);
    });

    it('scans in key order without tombstones', async () => {
      const entries = createEntryStore(table());
      const user_id = uniqueUser();
      const ids = Array.from({ length: 9 }, (_, at) => sampleArticleId(at));
      for (const article_id of ids) await entries.create(sampleEntry({ user_id, article_id }));
      await entries.replaceWithTombstone(user_id, ids[2]!, 2_000_000_000, '2999-01-01T00:00:00.000Z');
      const first = await entries.scan(user_id, null, 4);
      const rest = await entries.scan(user_id, first.at(-1)!.article_id, 100);
      expect([...first, ...rest].map(({ article_id }) => article_id)).toEqual(
        ids.filter((_, at) => at !== 2),
      );
      expect(first).toHaveLength(4);
    });
  });
};
