import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FeedsView, columnIds, feedStates, plainView } from '../../features/feeds/table/view.ts';
import { parseFeedsView, serialiseFeedsView } from './feeds-page.tsx';

const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
const view: fc.Arbitrary<FeedsView> = fc.record({
  find: fc.string({ unit: 'grapheme', maxLength: 20 }),
  state: orNull(fc.constantFrom(...feedStates)),
  sort: orNull(fc.record({ column: fc.constantFrom(...columnIds), is_descending: fc.boolean() })),
});

it('the view of the feeds in the address is read back as it was written', () => {
  fc.assert(
    fc.property(view, (each) => {
      expect(parseFeedsView(serialiseFeedsView(each))).toEqual(each);
    }),
  );
  expect(serialiseFeedsView(plainView)).toBe('');
});

it('the view of the feeds in the address ignores what it does not know', () => {
  expect(parseFeedsView('?state=toString&by=-constructor&find=a')).toEqual({ ...plainView, find: 'a' });
  fc.assert(fc.property(fc.string(), (search) => void parseFeedsView(search)));
});
