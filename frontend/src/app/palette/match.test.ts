import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../backend/test/harness/property-runs.ts';
import { matching } from './items.ts';

const items = [
  ['Settings: Feeds', '設定: フィード'],
  ['Harbour Times'],
  ['The Harbour'],
  ['Appearance: Dark', '外観: ダーク'],
  ['Mark this list read', 'この一覧をすべて既読にする'],
  ['朝の新聞'],
].map((names) => ({ names }));
const found = (query: string) => matching(query, items, 10).map(({ names }) => names[0]);

describe('the palette', () => {
  it('finds by words in any order, in both languages', () => {
    expect(found('dark app')).toEqual(['Appearance: Dark']);
    expect(found('外観 ダーク')).toEqual(['Appearance: Dark']);
    expect(found('既読')).toEqual(['Mark this list read']);
    expect(found('新聞')).toEqual(['朝の新聞']);
    expect(found('ﾀﾞｰｸ')).toEqual(['Appearance: Dark']);
  });

  it('has first what begins with the words, then what has them at the beginning of a word', () => {
    expect(found('har')).toEqual(['Harbour Times', 'The Harbour']);
    expect(found('times harbour')).toEqual(['Harbour Times']);
  });

  it('finds letters in their order, and nothing where a word is missing', () => {
    expect(found('hrbr')).toEqual(['The Harbour', 'Harbour Times']);
    expect(found('harbour moon')).toEqual([]);
    expect(found('')).toHaveLength(6);
  });

  it('always finds a name by itself', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const all = names.map((each) => ({ names: [each] }));
        expect(all.filter((item) => !matching(item.names[0]!, all, all.length).includes(item))).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });
});
