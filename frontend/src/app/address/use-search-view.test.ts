import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, serialiseSearch } from './use-search-view.ts';
import { runs } from '../../../../backend/test/harness/property-runs.ts';

describe('the address of a search', () => {
  it('leads back to every search', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom('relevance' as const, 'time' as const, 'importance' as const),
        fc.constantFrom(null, '1234567890123456789'),
        (q, order, article_id) => {
          const view = { q: q.trim(), order, article_id };
          expect(parseSearch(serialiseSearch(view))).toEqual(view);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('ignores what it does not know', () => {
    expect(parseSearch('?q=mars&order=shuffled&article=x&feed=1')).toEqual({
      q: 'mars',
      order: 'relevance',
      article_id: null,
    });
    expect(parseSearch('')).toEqual({ q: '', order: 'relevance', article_id: null });
    expect(serialiseSearch({ q: '  ', order: 'relevance', article_id: null })).toBe('');
  });
});
