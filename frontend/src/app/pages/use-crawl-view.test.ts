import { crawlPageState } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CrawlView, columnIds, plainView } from '../../features/crawls/view.ts';
import { parseCrawlView, serialiseCrawlView } from './use-crawl-view.ts';

const hex = fc.stringMatching(/^[0-9a-f]{16}$/);
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
const view: fc.Arbitrary<CrawlView> = fc.record({
  state: orNull(fc.constantFrom(...crawlPageState.options)),
  status_code: orNull(fc.integer({ min: 100, max: 599 })),
  content_hash: orNull(hex),
  find: fc.string({ unit: 'grapheme', maxLength: 20 }),
  sort: orNull(fc.record({ column: fc.constantFrom(...columnIds), is_descending: fc.boolean() })),
  columns: orNull(fc.subarray([...columnIds])),
  page_id: orNull(hex),
});

describe('the view of a crawl in the address', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(view, (each) => {
        expect(parseCrawlView(serialiseCrawlView(each))).toEqual(each);
      }),
    );
  });

  it('is short where nothing is chosen', () => {
    expect(serialiseCrawlView(plainView)).toBe('');
    expect(serialiseCrawlView({ ...plainView, sort: { column: 'time', is_descending: true } })).toBe(
      '?sort=-time',
    );
  });

  it('never throws, and ignores what it does not know', () => {
    expect(parseCrawlView('?state=x&status=999&hash=1&sort=-toString&columns=x,page&page=%00')).toEqual({
      ...plainView,
      columns: ['page'],
    });
    fc.assert(fc.property(fc.string(), (search) => void parseCrawlView(search)));
  });
});
