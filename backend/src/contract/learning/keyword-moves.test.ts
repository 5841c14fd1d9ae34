import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedBy, type PreviewPart } from './keyword-moves.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const weight = fc.double({ min: -10, max: 10, noNaN: true });
const base = fc.record({
  title: fc.constant('One'),
  others: fc.double({ min: -3, max: 3, noNaN: true }),
  factor: fc.double({ min: 0.1, max: 2, noNaN: true }),
  freshness: fc.double({ min: 0.01, max: 1, noNaN: true }),
  is_saved: fc.boolean(),
  similarity_score: fc.option(unit),
});
/** Articles whose scores are those with the weight `now`. */
const partsWith = (now: number): fc.Arbitrary<PreviewPart[]> =>
  fc.array(base, { maxLength: 30 }).map((all) =>
    all.map((part, at) => ({
      ...part,
      article_id: `a${at}`,
      importance_score: Math.max(0, part.others + now * (part.similarity_score ?? 0)) * part.factor,
    })),
  );

describe('the moves of a keyword', () => {
  it('are none with the weight that it has', () => {
    fc.assert(
      fc.property(
        weight.chain((now) => fc.tuple(fc.constant(now), partsWith(now))),
        ([now, parts]) => {
          for (const { rank_before, rank_after, importance_score, new_score } of movedBy(parts, now)) {
            expect(rank_after).toBe(rank_before);
            expect(new_score).toBe(importance_score);
          }
        },
      ),
    );
  });

  it('never lower a score for a larger weight, give each place once, and come largest first', () => {
    fc.assert(
      fc.property(partsWith(0), weight, weight, (parts, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const scores = new Map(movedBy(parts, less).map((each) => [each.article_id, each.new_score]));
        const moved = movedBy(parts, more);
        for (const { article_id, new_score } of moved)
          expect(new_score).toBeGreaterThanOrEqual(scores.get(article_id) ?? Infinity);
        const places = moved.map(({ rank_after }) => rank_after);
        expect(new Set(places).size).toBe(places.length);
        const moves = moved.map(({ rank_before, rank_after }) => Math.abs(rank_before - rank_after));
        expect(moves).toEqual(moves.toSorted((x, y) => y - x));
      }),
    );
  });

  it('put an article without a score last, until the weight gives it one', () => {
    const part = { title: 'One', others: 0, factor: 1, freshness: 1, is_saved: false };
    const parts: PreviewPart[] = [
      { ...part, article_id: 'new', importance_score: null, similarity_score: 0.5 },
      { ...part, article_id: 'old', importance_score: 0, similarity_score: 0 },
      { ...part, article_id: 'unknown', importance_score: null, similarity_score: null },
    ];
    expect(movedBy(parts, 2)).toEqual([
      {
        article_id: 'new',
        title: 'One',
        importance_score: null,
        new_score: 1,
        rank_before: 2,
        rank_after: 1,
      },
    ]);
  });
});
