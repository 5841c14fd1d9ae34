import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../../../test/harness/engines/dynamodb-local.ts';
import { startEmbedded } from '../../../test/harness/engines/embedded-engine.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeedId,
  sampleTime,
  uniqueUser,
} from '../../../test/harness/samples/storage-samples.ts';
import type { Entry, EntryListQuery, EntryRow, EntryStore } from '../../model/article/entry.ts';
import type { ReadWatermark } from '../../model/article/watermark.ts';
import { byTime, mergeRows, take } from './entry-rows.ts';
import { createEntryStore } from './entry-store.ts';
import { createTableClient } from '../table/table.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const TABLE = 'entry-list';
const NOW = sampleTime(100);
const FEEDS = Array.from({ length: 7 }, (_, at) => sampleFeedId(at + 1));

let engine: TestEngine;
let entries: EntryStore;
let units = 0;
beforeAll(async () => {
  engine = await startEmbedded();
  await engine.createTable(TABLE);
  const onConsumed = (_operation: string, consumed: number) => void (units += consumed);
  entries = createEntryStore(createTableClient({ client: engine.client, tableName: TABLE, onConsumed }));
});
afterAll(() => engine.close());

const anyEntry = fc.record({
  number: fc.nat(60),
  minute: fc.nat(8),
  feed: fc.nat(FEEDS.length - 1),
  importance_score: fc.option(fc.constantFrom(0, 0.5, 1, 12.25, 3e-7), { nil: null }),
  is_read: fc.boolean(),
  is_saved: fc.boolean(),
  /** It was saved half a minute after this one; null for entries that were saved before it was stored. */
  saved: fc.option(fc.nat(8), { nil: null }),
  expiry: fc.constantFrom(null, 99, 100, 101),
  arrival: fc.nat(3),
  unread_after: fc.constantFrom(null, 1, 2),
});

const someMarks = fc.array(
  fc.record({
    scope: fc.option(fc.subarray(FEEDS), { nil: null }),
    upTo: fc.nat(3),
    is_undone: fc.boolean(),
  }),
  { maxLength: 3 },
);

const toMarks = (
  watermarks: { scope: string[] | null; upTo: number; is_undone: boolean }[],
): ReadWatermark[] =>
  watermarks.map(({ scope, upTo, is_undone }, at) => ({
    mark_id: `mark${at}`,
    seq: at + 1,
    feed_ids: scope,
    before: sampleTime(upTo),
    marked_at: sampleTime(90),
    undone_at: is_undone ? sampleTime(91) : null,
  }));

const isReadUnder = (entry: Entry, watermarks: ReadWatermark[]): boolean =>
  entry.is_read ||
  watermarks.some(
    ({ undone_at, seq, before, feed_ids }) =>
      undone_at === null &&
      entry.created_at <= before &&
      seq > (entry.unread_after ?? 0) &&
      (feed_ids === null || feed_ids.includes(entry.feed_ids[0])),
  );

const someEntries = fc
  .uniqueArray(anyEntry, { selector: ({ number }) => number, maxLength: 40 })
  .map((list) =>
    list.map(({ number, minute, feed, expiry, arrival, unread_after, saved, ...rest }): Entry =>
      sampleEntry({
        created_at: sampleTime(arrival),
        unread_after: rest.is_read ? null : unread_after,
        article_id: sampleArticleId(number),
        published_at: sampleTime(minute),
        feed_ids: [FEEDS[feed]!],
        expires_at: expiry === null ? null : sampleTime(expiry),
        saved_at: saved === null || !rest.is_saved ? null : sampleTime(saved + 0.5),
        ...rest,
      }),
    ),
  );

const anyQuery = fc.record({
  sort: fc.constantFrom('published_at' as const, 'oldest' as const, 'importance_score' as const),
  filter: fc.constantFrom('all' as const, 'unread' as const, 'read' as const, 'saved' as const),
  feed_ids: fc.option(fc.subarray(FEEDS), { nil: null }),
  limit: fc.integer({ min: 1, max: 12 }),
});

type Shape = Omit<EntryListQuery, 'user_id' | 'after' | 'now'>;

/** Compares by the time of saving, the last first. An entry without one has the time of its publication. */
const bySaving = (a: Entry, b: Entry): number => {
  const keptSince = ({ saved_at, published_at }: Entry) => Date.parse(saved_at ?? published_at);
  return keptSince(b) - keptSince(a) || byTime(a, b);
};

/** Compares by the score that is shown at a time, computed in another way than the order that is stored. */
const byShownScore = (days: number) => {
  const ageOf = ({ published_at, created_at }: Entry): number => {
    const [published, arrived] = [Date.parse(published_at), Date.parse(created_at)];
    const halfLife = days * 86_400_000;
    return (Date.parse(NOW) - Math.min(arrived, Math.max(published, arrived - 2 * halfLife))) / halfLife;
  };
  const shown = (entry: Entry): number =>
    entry.importance_score === null ? -1 : entry.importance_score * (days === 0 ? 1 : 0.5 ** ageOf(entry));
  return (a: Entry, b: Entry): number => shown(b) - shown(a) || byTime(a, b);
};

const newestFirst = (filter: Shape['filter']) => (filter === 'saved' ? bySaving : byTime);

const expected = (
  all: Entry[],
  { sort, filter, feed_ids, watermarks = [], freshness_days = 0 }: Shape,
): string[] =>
  all
    .filter(({ expires_at }) => expires_at === null || expires_at > NOW)
    .filter((entry) =>
      filter === 'all'
        ? true
        : filter === 'saved'
          ? entry.is_saved
          : isReadUnder(entry, watermarks) === (filter === 'read'),
    )
    .filter((entry) => feed_ids === null || feed_ids.includes(entry.feed_ids[0]))
    .toSorted(
      sort === 'importance_score'
        ? byShownScore(freshness_days)
        : (a, b) => (sort === 'oldest' ? -1 : 1) * newestFirst(filter)(a, b),
    )
    .map(({ article_id }) => article_id);

const readPages = async (
  user_id: string,
  shape: Shape,
  between: (row: EntryRow) => Promise<void> = async () => {},
): Promise<string[]> => {
  const ids: string[] = [];
  let after: EntryListQuery['after'] = null;
  for (;;) {
    const page = await entries.list({ user_id, ...shape, after, now: NOW });
    ids.push(...page.rows.map(({ article_id }) => article_id));
    // `has_more` was true before this page, so the page must not be empty.
    expect(page.rows.length > 0 || after === null).toBe(true);
    const last = page.rows.at(-1);
    if (!page.has_more || last === undefined) {
      expect(page.has_more).toBe(false);
      return ids;
    }
    expect(page.rows).toHaveLength(shape.limit);
    await between(last);
    after = last;
  }
};

describe('mergeRows', () => {
  it('returns a row once if it was marked between the reads of its two ranges', async () => {
    const row = (number: number, is_read: boolean): EntryRow => {
      const { reasons: _, freshness_days: __, keywords_version: ___, ...fields } = sampleEntry();
      const article_id = sampleArticleId(number);
      return { ...fields, order: null, article_id, is_read, top_reasons: [], unlearned_score: null };
    };
    const source = async function* (rows: EntryRow[]) {
      yield* rows;
    };
    const merged = mergeRows(
      [[source([row(3, false), row(2, false)])], [source([row(2, true), row(1, true)])]],
      byTime,
    );
    const rows = await take(merged, 10, () => true);
    expect(rows.map(({ article_id }) => article_id)).toEqual([3, 2, 1].map(sampleArticleId));
  });
});

describe('list', () => {
  it('returns the sorted and filtered entries page by page for any query', async () => {
    await fc.assert(
      fc.asyncProperty(
        someEntries,
        fc.array(anyQuery, { minLength: 3, maxLength: 3 }),
        async (all, queries) => {
          const user_id = uniqueUser();
          await Promise.all(all.map((entry) => entries.create({ ...entry, user_id })));
          for (const query of queries) {
            expect(await readPages(user_id, query)).toEqual(expected(all, query));
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('lists and counts entries under any marks as read', async () => {
    await fc.assert(
      fc.asyncProperty(
        someEntries,
        someMarks.map(toMarks),
        fc.array(anyQuery, { minLength: 3, maxLength: 3 }),
        fc.boolean(),
        async (all, watermarks, queries, isCounted) => {
          const user_id = uniqueUser();
          await Promise.all(all.map((entry) => entries.create({ ...entry, user_id })));
          for (const query of queries) {
            const shape = { ...query, watermarks };
            const wanted = expected(all, shape);
            const at_most = query.filter === 'unread' && isCounted ? wanted.length : null;
            expect(await readPages(user_id, { ...shape, at_most })).toEqual(wanted);
          }
          for (const feedId of FEEDS) {
            const { count } = await entries.countUnread(user_id, feedId, NOW, watermarks);
            const unread = { sort: 'published_at', filter: 'unread', limit: 1, watermarks } as const;
            expect(count).toBe(expected(all, { ...unread, feed_ids: [feedId] }).length);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('ranks by the score with the age of the articles, in every list and under any watermarks', async () => {
    /** Turns the minutes of a sample time into half days before now. */
    const spread = (time: string) =>
      sampleTime(100 - (720 * (Date.parse(sampleTime(9)) - Date.parse(time))) / 60_000);
    await fc.assert(
      fc.asyncProperty(
        someEntries,
        someMarks.map(toMarks),
        fc.constantFrom(1, 3, 7),
        fc.array(anyQuery, { minLength: 3, maxLength: 3 }),
        async (some, given, freshness_days, queries) => {
          const user_id = uniqueUser();
          const all = some.map((entry) => ({
            ...entry,
            freshness_days,
            created_at: spread(entry.created_at),
            published_at: spread(entry.published_at),
          }));
          const watermarks = given.map((mark) => ({ ...mark, before: spread(mark.before) }));
          await Promise.all(all.map((entry) => entries.create({ ...entry, user_id })));
          for (const query of queries) {
            const shape = { ...query, sort: 'importance_score' as const, freshness_days, watermarks };
            expect(await readPages(user_id, shape)).toEqual(expected(all, shape));
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('lists each entry once while some are stored by another half-life, as before a recalculation', async () => {
    await fc.assert(
      fc.asyncProperty(
        someEntries,
        fc.infiniteStream(fc.constantFrom(0, 1, 3, 7)),
        anyQuery,
        async (some, days, query) => {
          const user_id = uniqueUser();
          const all = some.map((entry) => ({ ...entry, freshness_days: days.next().value ?? 0 }));
          await Promise.all(all.map((entry) => entries.create({ ...entry, user_id })));
          const shape = { ...query, sort: 'importance_score' as const, freshness_days: 3 };
          expect((await readPages(user_id, shape)).toSorted()).toEqual(expected(all, shape).toSorted());
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('skips and repeats no row while rows are marked between pages', async () => {
    const user_id = uniqueUser();
    const all = Array.from({ length: 30 }, (_, at) =>
      sampleEntry({
        user_id,
        article_id: sampleArticleId(at),
        published_at: sampleTime(at % 7),
        importance_score: at % 5,
        feed_ids: [FEEDS[at % 6]!],
      }),
    );
    for (const entry of all) await entries.create(entry);
    const mark = async ({ article_id }: EntryRow) => {
      await entries.change(user_id, article_id, (entry) => ({ ...entry, is_read: !entry.is_read }));
    };
    for (const sort of ['published_at', 'importance_score'] as const) {
      for (const feed_ids of [null, FEEDS, FEEDS.slice(0, 3)]) {
        const shape = { sort, filter: 'all' as const, feed_ids, limit: 4 };
        expect(await readPages(user_id, shape, mark)).toEqual(expected(all, shape));
      }
    }
    const { rows } = await entries.list({
      user_id,
      sort: 'published_at',
      filter: 'unread',
      feed_ids: null,
      limit: 200,
      after: null,
      now: NOW,
    });
    expect(rows.every(({ is_read }) => !is_read)).toBe(true);
  });

  it('says by importance that only the newest 2,000 of a feed are ranked, if there are more', async () => {
    const user_id = uniqueUser();
    const create = (at: number) =>
      entries.create(
        sampleEntry({
          user_id,
          article_id: sampleArticleId(at),
          feed_ids: [FEEDS[0]!],
          published_at: sampleTime(-at),
          // The oldest one is the most important.
          importance_score: at === 2004 ? 9 : 1,
        }),
      );
    for (let at = 0; at < 2000; at += 1) await create(at);
    const query = {
      user_id,
      sort: 'importance_score',
      filter: 'unread',
      feed_ids: FEEDS.slice(0, 1),
      limit: 200,
      after: null,
      now: NOW,
    } as const;
    expect(await entries.list(query)).toMatchObject({ has_more: true, ranked_of: null });
    for (let at = 2000; at < 2005; at += 1) await create(at);
    const first = await entries.list(query);
    expect(first.ranked_of).toBe(2000);
    expect(first.rows.some(({ importance_score }) => importance_score === 9)).toBe(false);
    expect((await entries.list({ ...query, after: first.rows.at(-1)! })).ranked_of).toBe(2000);
    expect((await entries.list({ ...query, sort: 'published_at' })).ranked_of).toBeNull();
    const ofAll = await entries.list({ ...query, feed_ids: null });
    expect(ofAll).toMatchObject({ ranked_of: null, rows: [{ importance_score: 9 }, ...ofAll.rows.slice(1)] });
  });

  it('reads little more than a folder’s feeds if they are a small part of a long list', async () => {
    const user_id = uniqueUser();
    for (let at = 0; at < 1200; at += 1) {
      const feed = at % 100 === 0 ? FEEDS[(at / 100) % 6]! : sampleFeedId(0xf00d);
      await entries.create(
        sampleEntry({
          user_id,
          article_id: sampleArticleId(at),
          feed_ids: [feed],
          published_at: sampleTime(-at),
        }),
      );
    }
    units = 0;
    const { rows, has_more } = await entries.list({
      user_id,
      sort: 'published_at',
      filter: 'unread',
      feed_ids: FEEDS,
      limit: 50,
      after: null,
      now: NOW,
    });
    expect(rows).toHaveLength(12);
    expect(has_more).toBe(false);
    // A query that finds an empty range costs one unit too.
    expect(units).toBeLessThanOrEqual(3 * FEEDS.length + 1);
  });
});
