import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/model/article/entry.ts';
import type { ArticleQuery } from '../../../src/contract/index.ts';
import { byAge, byImportance, byTime } from '../../../src/storage/entries/entry-rows.ts';
import { startTestApp, type TestApp } from '../../harness/app.ts';
import {
  sampleArticleId,
  sampleEntry,
  sampleFeed,
  sampleFeedId,
  sampleSubscription,
  uniqueUser,
} from '../../harness/samples/storage-samples.ts';
import { runs } from '../../harness/property-runs.ts';

const FEEDS = [1, 2, 3].map(sampleFeedId);
const FOLDER = 'News';
/** The feeds in the folder. */
const inFolder = new Set(FEEDS.slice(0, 2));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  for (const feed_id of FEEDS)
    await app.stores.feeds.create(sampleFeed({ feed_id, url: `https://x${feed_id}.example/` }));
});
afterAll(() => app.close());

const anyEntry = fc.record({
  number: fc.nat(60),
  minute: fc.nat(8),
  feed: fc.nat(FEEDS.length - 1),
  importance_score: fc.option(fc.constantFrom(0, 0.5, 1, 12.25), { nil: null }),
  is_read: fc.boolean(),
  is_saved: fc.boolean(),
  /** Minutes since it was saved; null for articles that were saved before the time was stored. */
  saved: fc.option(fc.nat(8), { nil: null }),
  keyword: fc.constantFrom('aaaaaaaaaaaa', 'bbbbbbbbbbbb'),
});
type AnyEntry = typeof anyEntry extends fc.Arbitrary<infer T> ? T : never;

const entryOf = (user_id: string, { number, minute, feed, keyword, saved, ...rest }: AnyEntry): Entry => {
  const now = app.now().getTime();
  return sampleEntry({
    user_id,
    article_id: sampleArticleId(number),
    published_at: new Date(now - minute * 60_000).toISOString(),
    saved_at: rest.is_saved && saved !== null ? new Date(now - saved * 60_000 - 1).toISOString() : null,
    created_at: new Date(now - 3_600_000).toISOString(),
    feed_ids: [FEEDS[feed] ?? ''],
    read_at: rest.is_read ? new Date(now).toISOString() : null,
    reasons: [{ keyword_id: keyword, weight: 12.25, similarity_score: (rest.importance_score ?? 0) / 12.25 }],
    expires_at: rest.is_saved ? null : new Date(now + 86_400_000).toISOString(),
    ...rest,
  });
};

/** An event between two page requests. */
const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant('arrives' as const), entry: anyEntry }),
  fc.record({ kind: fc.constantFrom('read' as const, 'unread' as const), pick: fc.nat() }),
  fc.record({ kind: fc.constantFrom('saved' as const, 'let go' as const), pick: fc.nat() }),
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('feed read' as const), feed: fc.nat(2) }) },
);
type AnyEvent = typeof anyEvent extends fc.Arbitrary<infer T> ? T : never;

const anyQuery = fc.record({
  sort: fc.constantFrom('published_at' as const, 'oldest' as const, 'importance_score' as const),
  filter: fc.constantFrom('all' as const, 'unread' as const, 'read' as const, 'saved' as const),
  balance: fc.boolean(),
  fold: fc.boolean(),
  scope: fc.constantFrom({}, { feed_id: FEEDS[0] ?? '' }, { folder: FOLDER }),
  limit: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }) },
    { weight: 1, arbitrary: fc.integer({ min: 6, max: 200 }) },
  ),
});
type AnyQuery = typeof anyQuery extends fc.Arbitrary<infer T> ? T : never;

const isShown = ({ filter, scope }: AnyQuery) => {
  const isInScope = ({ feed_ids: [feedId] }: Entry) =>
    'feed_id' in scope ? feedId === scope.feed_id : 'folder' in scope ? inFolder.has(feedId) : true;
  return (entry: Entry): boolean => {
    if (!isInScope(entry)) return false;
    if (filter === 'all') return true;
    return filter === 'saved' ? entry.is_saved : entry.is_read === (filter === 'read');
  };
};

/** Compares by the time of saving alone; an article that was saved before it was stored has the time of its publication. */
const bySaving = (a: Entry, b: Entry, sort: 'published_at' | 'oldest'): number => {
  const keptSince = ({ saved_at, published_at }: Entry) => Date.parse(saved_at ?? published_at);
  return (sort === 'oldest' ? 1 : -1) * (keptSince(a) - keptSince(b));
};

const standing: AnyEntry = {
  number: 0,
  minute: 0,
  feed: 0,
  importance_score: 0,
  is_read: true,
  is_saved: false,
  saved: null,
  keyword: 'aaaaaaaaaaaa',
};
/** An article arrives unread after its feed was marked as read. */
const readBeforeAnArrival: [AnyEntry[], AnyQuery, AnyEvent[]] = [
  [standing, { ...standing, number: 1 }],
  { sort: 'published_at', filter: 'read', balance: false, fold: false, scope: {}, limit: 1 },
  [
    { kind: 'feed read', feed: 0 },
    { kind: 'arrives', entry: { ...standing, number: 3, minute: 1, is_read: false } },
  ],
];

describe('paging', () => {
  it('neither skips nor repeats articles that were present throughout, while others arrive or are marked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyEntry, { selector: ({ number }) => number, maxLength: 9 }),
        anyQuery,
        fc.array(anyEvent, { maxLength: 8 }),
        async (some, asked, events) => {
          const user_id = uniqueUser();
          const reader = app.as(user_id);
          await Promise.all([
            ...FEEDS.map((feed_id) =>
              app.stores.subscriptions.create(
                sampleSubscription({ user_id, feed_id, folder: inFolder.has(feed_id) ? FOLDER : null }),
              ),
            ),
            ...some.map((entry) => app.stores.entries.create(entryOf(user_id, entry))),
          ]);
          const entries = new Map(
            some.map((one) => entryOf(user_id, one)).map((entry) => [entry.article_id, entry]),
          );
          const wanted = isShown(asked);
          const shown = () => new Set([...entries.values()].filter(wanted).map((entry) => entry.article_id));

          /** What was listed, as it was then. */
          const listed = new Map<string, Entry>();
          /** What was listed and then saved again, which puts it at the end of a list with the oldest first. */
          const moved = new Set<string>();
          const mayMove = asked.filter === 'saved' && asked.sort === 'oldest';

          const happen = async (event: AnyEvent): Promise<void> => {
            switch (event.kind) {
              case 'arrives': {
                // Articles that arrive after a feed was marked as read stay unread.
                app.advance(1);
                const created_at = app.now().toISOString();
                const entry = { ...entryOf(user_id, event.entry), created_at };
                if (await app.stores.entries.create(entry)) entries.set(entry.article_id, entry);
                return;
              }
              case 'feed read': {
                const feed_id = FEEDS[event.feed] ?? '';
                await reader.call('markFeedRead', { params: { feed_id } });
                for (const [id, entry] of entries)
                  if (entry.feed_ids[0] === feed_id) entries.set(id, { ...entry, is_read: true });
                return;
              }
              case 'read':
              case 'unread':
              case 'saved':
              case 'let go': {
                const existing = [...entries.values()][event.pick % Math.max(1, entries.size)];
                if (existing === undefined) return;
                const { article_id } = existing;
                if (event.kind === 'read' || event.kind === 'unread') {
                  const is_read = event.kind === 'read';
                  await reader.call('setRead', { params: { article_id }, body: { is_read } });
                  entries.set(article_id, { ...existing, is_read });
                  return;
                }
                const is_saved = event.kind === 'saved';
                app.advance(1);
                if (existing.is_saved === is_saved) return;
                const saved_at = is_saved ? app.now().toISOString() : null;
                if (mayMove && is_saved && listed.has(article_id)) moved.add(article_id);
                const change = { is_saved, saved_at };
                await app.stores.entries.change(user_id, article_id, (entry) => ({ ...entry, ...change }));
                entries.set(article_id, { ...existing, ...change });
              }
            }
          };

          const { sort, filter, limit, scope, balance, fold } = asked;
          let throughout = shown();
          let cursor: string | null = null;
          let next = 0;
          do {
            const query: ArticleQuery = {
              sort,
              filter,
              limit,
              balance,
              fold,
              ...scope,
              ...(cursor === null ? {} : { cursor }),
            };
            const page = await reader.call('listArticles', { query });
            const ids = page.items.map(({ article_id }) => article_id);
            expect(ids.length <= limit && (ids.length === limit || !page.has_more)).toBe(true);
            expect(ids.every((id) => wanted(entries.get(id)!))).toBe(true);
            for (const id of ids) {
              expect(listed.delete(id)).toBe(moved.delete(id));
              listed.set(id, entries.get(id)!);
            }
            cursor = page.next_cursor;
            const event = events[next];
            if (event === undefined || cursor === null) continue;
            next += 1;
            await happen(event);
            throughout = throughout.intersection(shown());
          } while (cursor !== null);

          expect(throughout.difference(listed)).toEqual(new Set());
          if (balance && sort === 'importance_score') return;
          const inOrder = [...listed.values()]
            .map((entry) => ({ ...entry, order: entry.importance_score }))
            .toSorted(sort === 'published_at' ? byTime : sort === 'oldest' ? byAge : byImportance)
            .toSorted((a, b) =>
              filter === 'saved' && sort !== 'importance_score' ? bySaving(a, b, sort) : 0,
            )
            .map(({ article_id }) => article_id);
          expect([...listed.keys()]).toEqual(inOrder);
        },
      ),
      { numRuns: runs(150), examples: [readBeforeAnArrival] },
    );
  });

  it.each([
    ['short', 'x'.repeat(120), null],
    [
      'full',
      'An excerpt of the usual words. '.repeat(10).slice(0, 300),
      `https://static.example.com/images/2026/01/${'lead-'.repeat(8)}.jpg`,
    ],
  ])(
    'shares a balanced first page of 50 %s rows for 27 read units at most, and each page after it for 16, with every article once',
    async (_size, excerpt, image_url) => {
      for (const filter of ['unread', 'all'] as const) {
        const user_id = uniqueUser();
        const reader = app.as(user_id);
        const articles = Array.from({ length: 260 }, (_, number) => {
          // The first 160 articles by importance are of one keyword.
          const keyword = number < 160 ? 'aaaaaaaaaaaa' : 'bbbbbbbbbbbb';
          const similarity_score = number < 160 ? 0.9 : 0.75;
          const entry = entryOf(user_id, { ...standing, number, minute: number, is_read: false, keyword });
          const reasons = [{ keyword_id: keyword, weight: 1, similarity_score }];
          const extra = { ...entry.extra, image_url };
          return { ...entry, excerpt, extra, reasons, importance_score: similarity_score - number / 10_000 };
        });
        for (const entry of articles) await app.stores.entries.create(entry);
        const query = { sort: 'importance_score', filter, limit: 50, balance: true } as const;
        const listed: string[] = [];
        const units: number[] = [];
        let cursor: string | null = null;
        do {
          // A page of one row shows how many units are read beside the rows.
          app.takeUnits();
          await reader.call('listArticles', { query: { ...query, limit: 1, balance: false } });
          const beside = app.takeUnits().read - 0.5;
          const page: Awaited<ReturnType<typeof reader.call<'listArticles'>>> = await reader.call(
            'listArticles',
            {
              query: cursor === null ? query : { ...query, cursor },
            },
          );
          units.push(app.takeUnits().read - beside);
          listed.push(...page.items.map(({ article_id }) => article_id));
          cursor = page.next_cursor;
        } while (cursor !== null);
        const keywordOf = new Map(articles.map((entry) => [entry.article_id, entry.reasons[0]?.keyword_id]));
        const weaker = listed.slice(0, 20).filter((id) => keywordOf.get(id) === 'bbbbbbbbbbbb');
        expect(weaker.length).toBeGreaterThanOrEqual(7);
        expect(new Set(listed).size).toBe(listed.length);
        expect(listed).toHaveLength(260);
        const [first = Infinity, ...others] = units;
        expect(first).toBeLessThanOrEqual(27);
        expect(Math.max(...others)).toBeLessThanOrEqual(16);
      }
    },
  );
});
