import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOf } from '../../model/ranking/freshness.ts';
import { figuresOf } from './feed-figures.ts';

const now = '2026-03-01T12:00:00.000Z';
const since = '2026-01-30T12:00:00.000Z';
const hour = (n: number) => new Date(Date.parse(since) + n * 3_600_000).toISOString();
const feedIds = ['a', 'b', 'c'] as const;
const row = fc.record({
  feed: fc.constantFrom(...feedIds),
  score: fc.option(fc.double({ min: -1, max: 4, noNaN: true }), { nil: null }),
  // Before and after the beginning of the 30 days.
  readAfter: fc.option(fc.integer({ min: -50, max: 700 }), { nil: null }),
  isExpired: fc.boolean(),
});
const rowsOf = (
  all: { feed: string; score: number | null; readAfter: number | null; isExpired: boolean }[],
) =>
  all.map(({ feed, score, readAfter, isExpired }, place) => ({
    article_id: String(place),
    feed_ids: [feed] as [string],
    importance_score: score,
    is_read: readAfter !== null,
    // Each at a time of its own.
    read_at: readAfter === null ? null : hour(readAfter + place / 1000),
    expires_at: isExpired ? since : null,
  }));

it('figures are what a plain count gives', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.constantFrom(0.5, 1, 3), (all, typical) => {
      const rows = rowsOf(all);
      const { read_count, items } = figuresOf(rows, { since, now, typical });
      const listed = rows.filter(({ expires_at }) => expires_at === null);
      const plain = feedIds.flatMap((feed) => {
        const own = listed.filter(({ feed_ids }) => feed_ids[0] === feed);
        const places = own.flatMap(({ importance_score: score }) =>
          score === null ? [] : [placeOf(Math.max(0, score), typical)],
        );
        const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
        return own.length === 0
          ? []
          : [
              [
                feed,
                own.filter(({ read_at }) => (read_at ?? '') >= since).length,
                places.length === 0 ? null : mean,
              ],
            ];
      });
      expect(items.map((each) => [each.feed_id, each.read_count])).toEqual(
        plain.map(([id, read]) => [id, read]),
      );
      const far = plain.filter(([, , mean], place) => {
        const told = items[place]?.mean_importance ?? null;
        return typeof mean === 'number' && told !== null ? Math.abs(mean - told) > 0.051 : mean !== told;
      });
      expect(far).toEqual([]);
      expect(read_count).toBe(items.reduce((sum, each) => sum + each.read_count, 0));
    }),
  );
});

it('articles that were marked together count as marked, not as read', () => {
  const together = rowsOf(
    Array.from({ length: 30 }, () => ({ feed: 'a', score: 1, readAfter: 5, isExpired: false })),
  ).map((each) => ({ ...each, read_at: hour(5) }));
  const single = rowsOf([{ feed: 'b', score: 1, readAfter: 6, isExpired: false }]);
  const { read_count, items } = figuresOf([...together, ...single], { since, now, typical: 1 });
  expect([read_count, items.map((each) => each.read_count)]).toEqual([1, [0, 1]]);
});
