import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOf } from '../model/ranking/place.ts';
import { figuresOf } from './feed-figures.ts';

const now = '2026-03-01T12:00:00.000Z';
const since = '2026-01-30T12:00:00.000Z';
const keywordIds = new Set(['of', 'it']);
const hour = (n: number) => new Date(Date.parse(since) + n * 3_600_000).toISOString();
const feedIds = ['a', 'b', 'c'] as const;
const row = fc.record({
  feed: fc.constantFrom(...feedIds),
  score: fc.option(fc.double({ min: -1, max: 4, noNaN: true }), { nil: null }),
  // Before and after the beginning of the 30 days.
  readAfter: fc.option(fc.integer({ min: -50, max: 700 }), { nil: null }),
  cameAfter: fc.integer({ min: -50, max: 700 }),
  isExpired: fc.boolean(),
  reasons: fc.array(
    fc.record({
      keyword_id: fc.constantFrom('of', 'it', 'weak'),
      contribution: fc.constantFrom(0, 0.5),
    }),
    { maxLength: 2 },
  ),
});
type Made = {
  feed: string;
  score: number | null;
  readAfter: number | null;
  cameAfter?: number;
  isExpired: boolean;
  reasons?: { keyword_id: string; contribution: number }[];
};
const rowsOf = (all: Made[]) =>
  all.map(({ feed, score, readAfter, cameAfter = 0, isExpired, reasons = [] }, place) => ({
    article_id: String(place),
    feed_ids: [feed] as [string],
    importance_score: score,
    is_read: readAfter !== null,
    // Each at a time of its own.
    read_at: readAfter === null ? null : hour(readAfter + place / 1000),
    expires_at: isExpired ? since : null,
    created_at: hour(cameAfter),
    top_reasons: reasons.filter(
      (each, at) => reasons.findIndex((r) => r.keyword_id === each.keyword_id) === at,
    ),
  }));

it('figures are what a plain count gives', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.constantFrom(0.5, 1, 3), (all, typical) => {
      const rows = rowsOf(all);
      const { read_count, items, hours, keywords } = figuresOf(rows, { since, now, typical, keywordIds });
      const listed = rows.filter(({ expires_at }) => expires_at === null);
      const isRead = ({ read_at }: (typeof rows)[number]) => (read_at ?? '') >= since;
      const plain = feedIds.flatMap((feed) => {
        const own = listed.filter(({ feed_ids }) => feed_ids[0] === feed);
        const places = own.flatMap(({ importance_score: score }) =>
          score === null ? [] : [placeOf(Math.max(0, score), typical)],
        );
        const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
        return own.length === 0 ? [] : [[feed, own.filter(isRead).length, places.length === 0 ? null : mean]];
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
      const came = listed.filter((each) => isRead(each) || each.created_at >= since);
      for (const { feed_id, came_count } of items)
        expect(came_count).toBe(came.filter(({ feed_ids }) => feed_ids[0] === feed_id).length);
      const read = listed.filter(isRead);
      for (const { hour: at, read_count: count } of hours)
        expect(count).toBe(read.filter(({ read_at }) => read_at?.startsWith(at.slice(0, 13))).length);
      expect(hours.reduce((sum, each) => sum + each.read_count, 0)).toBe(read.length);
      expect(hours.map((each) => each.hour)).toEqual(hours.map((each) => each.hour).toSorted());
      const about = ['of', 'it'].map((id) => ({
        keyword_id: id,
        read_count: read.filter(({ top_reasons }) =>
          top_reasons.some((each) => each.keyword_id === id && each.contribution > 0),
        ).length,
      }));
      expect(new Set(keywords)).toEqual(new Set(about.filter((each) => each.read_count > 0)));
      expect(keywords[0]?.read_count ?? 0).toBe(Math.max(...about.map((each) => each.read_count)));
    }),
  );
});

it('articles that were marked together count as marked, not as read', () => {
  const together = rowsOf(
    Array.from({ length: 30 }, () => ({ feed: 'a', score: 1, readAfter: 5, isExpired: false })),
  ).map((each) => ({ ...each, read_at: hour(5) }));
  const single = rowsOf([{ feed: 'b', score: 1, readAfter: 6, isExpired: false }]);
  const { read_count, items } = figuresOf([...together, ...single], { since, now, typical: 1, keywordIds });
  expect([read_count, items.map((each) => each.read_count)]).toEqual([1, [0, 1]]);
});
