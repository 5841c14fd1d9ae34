import { OPENED_AT_ONCE } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wantedAhead } from './use-prefetch.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ article_id: `a${n}` }));

describe('the articles to load ahead', () => {
  it('are the next five while fewer than two are known', () => {
    const known = new Set(['a1']);
    expect(wantedAhead(rowsOf(20), 'a0', (id) => known.has(id))).toEqual(['a2', 'a3', 'a4', 'a5', 'a6']);
    known.add('a2');
    expect(wantedAhead(rowsOf(20), 'a0', (id) => known.has(id))).toEqual([]);
  });

  it('are none of an article that the list does not have', () => {
    expect(wantedAhead(rowsOf(3), 'b', () => false)).toEqual([]);
  });

  it('take at most one request for five articles, whatever the list, and are never missing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (count) => {
        const rows = rowsOf(count);
        const known = new Set(['a0']);
        let requests = 0;
        for (const { article_id } of rows) {
          expect(known.has(article_id)).toBe(true);
          const ids = wantedAhead(rows, article_id, (id) => known.has(id));
          if (ids.length > 0) requests += 1;
          for (const id of ids) known.add(id);
        }
        expect(requests).toBeLessThanOrEqual(Math.ceil(count / OPENED_AT_ONCE));
      }),
    );
  });
});
