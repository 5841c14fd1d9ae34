import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { isFunctionWord, partsOf, stretchesOf } from './function-words.ts';

describe('words of grammar', () => {
  it.each(['what', 'The', "what's", 'don’t', 'is?', 'の', 'について'])('are words as %s', (word) => {
    expect(isFunctionWord(word)).toBe(true);
  });

  it.each(['sleep', 'html', 'us', 's', '京都', 'すし', 'C++', '"'])('are not words as %s', (word) => {
    expect(isFunctionWord(word)).toBe(false);
  });
});

describe('stretchesOf', () => {
  it.each([
    ['京都の美味しいラーメンは', ['京都', '美味しい', 'ラーメン']],
    ['スマートフォンの電池を長持ちさせるには', ['スマートフォン', '電池', '長持ち']],
    ['夏に見たい怖い映画', ['夏', '見', '怖い', '映画']],
    ['一人暮らしの女性におすすめの節約方法', ['一人暮らし', '女性', 'おすすめ', '節約方法']],
    ['iPhoneの電池が減るのはなぜ？', ['iPhone', '電池', '減る']],
    ['会社を辞めたいと思ったら', ['会社', '辞め', '思っ']],
    ['京都で', ['京都']],
  ])('finds what %s is about', (sentence, stretches) => {
    expect(stretchesOf(sentence)).toEqual(stretches);
  });

  it.each(['日本代表', 'ラン', 'すし', 'お弁当', 'について', 'running', '北京天气', '한국의'])(
    'leaves %s as it is',
    (word) => {
      expect(stretchesOf(word)).toBeNull();
    },
  );

  it('returns parts of any text, in their order', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom('京', '都', 'の', 'は', 'ラ', 'ン', '食', 'べ', 'c', 'を', '。', ' '),
            anyCharacter,
          ),
          maxLength: 20,
        }),
        (text) => {
          let rest = text.normalize('NFKC');
          for (const stretch of stretchesOf(text) ?? []) {
            expect(rest).toContain(stretch);
            rest = rest.slice(rest.indexOf(stretch) + stretch.length);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('partsOf', () => {
  it.each([
    ['self-driving', ['self', 'driving']],
    ['state-of-the-art', ['state', 'art']],
    ['日本代表', ['日本', '代表']],
    ['ノートパソコン', []],
    ['running', []],
    ['C++', []],
  ])('divides %s', (word, parts) => {
    expect(partsOf(word)).toEqual(parts);
  });
});
