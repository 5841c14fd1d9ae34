import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, foldWithOffsets, kanaFree } from './fold.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const MARKED = [
  'é',
  'e\u0301',
  'ﾌﾞ',
  'か\u3099',
  'ㅎㅏㄴ',
  '\u1112\u1161\u11AB',
  'ß',
  'ﬁ',
  'İ',
  '\u00AD',
  '\u200D',
  '👩‍🚀',
  '㌔',
  'ΐ',
  'Ǆ',
  '゛',
  '\uD800',
  'n\u0303',
  '—',
  '“',
];
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(fc.oneof(fc.constantFrom(...MARKED), fc.string({ unit: 'grapheme-ascii', maxLength: 3 })))
    .map((parts) => parts.join('')),
);

describe('fold', () => {
  it.each([
    ['case, width', 'ABC', 'ａｂｃ', 'abc'],
    ['kana of any width', 'ブランド', 'ﾌﾞﾗﾝﾄﾞ', 'ぶらんど', 'フ\u3099ランド'],
    ['diacritics', 'Čeština', 'cestina', 'C\u030Ces\u030Ctina'],
    ['letters of two', 'Straße', 'STRASSE', 'strasse'],
    ['more of them', 'Ærø Œuvre Łódź Ħ', 'aero oeuvre lodz h'],
    ['ligatures', 'ﬁne oﬃce', 'fine office'],
    ['the final sigma', 'ΣΊΣΥΦΟΣ', 'σίσυφος', 'σισυφοσ'],
    ['both i of Turkish', 'İstanbul', 'ISTANBUL', 'ıstanbul', 'istanbul'],
    ['invisible characters', 'co\u00ADoper\u200Bate', 'cooperate'],
    ['vowel signs of Hebrew and Arabic', 'שָׁלוֹם', 'שלום'],
    ['the Arabic tatweel and hamza', 'أحمـد', 'احمد'],
    ['quotation marks and hyphens', '“it’s” — a', '"it\'s" - a'],
    ['parts of Hangul', '한국', '\u1112\u1161\u11AB\u1100\u116E\u11A8'],
    ['white space', 'a\tb\u3000c\u00A0d', 'a b c d'],
  ])('makes no difference of %s', (_, ...texts) => {
    expect(new Set(texts.map((each) => kanaFree(fold(each)))).size).toBe(1);
  });

  it.each([
    ['voiced kana', 'が', 'か'],
    ['the long vowel', 'ビール', 'ビル'],
    ['vowel signs of Hindi', 'की', 'का'],
    ['small kana', 'きょう', 'きよう'],
  ])('keeps %s apart', (_, a, b) => {
    expect(kanaFree(fold(a))).not.toBe(kanaFree(fold(b)));
  });

  it('changes nothing that is folded, and folds texts of any characters as their clusters', () => {
    fc.assert(
      fc.property(text, (original) => {
        const folded = fold(original);
        expect(fold(folded)).toBe(folded);
        const { text: whole, starts, ends } = foldWithOffsets(original);
        expect(whole).toBe(folded);
        expect(kanaFree(folded)).toHaveLength(folded.length);
        let before = 0;
        for (let at = 0; at < whole.length; at += 1) {
          const [start = -1, end = -1] = [starts[at], ends[at]];
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = start;
        }
        expect(before).toBeLessThanOrEqual(original.length);
      }),
      { numRuns: runs(2000) },
    );
  });
});
