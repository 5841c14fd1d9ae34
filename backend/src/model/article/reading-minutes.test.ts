import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readingMinutes } from './reading-minutes.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const words = (count: number, word = 'word') => `${word} `.repeat(count);

/** Words of scripts that separate words by spaces, some with marks inside or around them. */
const anyWord = fc.constantFrom(
  'tree',
  'naïve',
  'дерево',
  'δέντρο',
  'شجرة',
  "don't",
  '3,000',
  '“well',
  'e-mail)',
);
/** One character each of Han, Hiragana, Katakana, half-width Katakana and Hangul. */
const unspacedCharacter = fc.constantFrom('木', '𠮷', '々', 'の', 'ツ', 'ー', 'ｶ', '나');

describe('the minutes of reading', () => {
  it.each<[string, string, number]>([
    ['1 word', 'Hello', 1],
    ['265 words', words(265), 1],
    ['266 words', words(266), 2],
    ['500 Han characters', '漢'.repeat(500), 1],
    ['501 Hiragana', 'あ'.repeat(501), 2],
    ['501 Katakana', 'カ'.repeat(501), 2],
    ['501 half-width Katakana', 'ｶ'.repeat(501), 2],
    ['500 half-width Katakana with a voiced sound mark each', 'ｶﾞ'.repeat(500), 1],
    ['501 Hangul syllables', '가'.repeat(501), 2],
    ['500 Hangul syllables, each in two code points', '가'.normalize('NFD').repeat(500), 1],
    ['half a minute of each', `${words(132)}${'漢'.repeat(250)}`, 1],
    ['a little over half a minute of each', `${words(133)}${'漢'.repeat(250)}`, 2],
    ['a word that touches Japanese', `${words(263)}TypeScriptを`, 1],
    ['marks between words', words(265, 'word –'), 1],
  ])('are counted for %s', (_name, text, minutes) => {
    expect(readingMinutes(text)).toBe(minutes);
  });

  it.each([[''], [' \n\t'], ['— … !?'], ['。、「」'], ['🙂🙂']])(
    'are unknown for %j, which has no words',
    (text) => {
      expect(readingMinutes(text)).toBeNull();
    },
  );

  it('are rounded up from 265 words or 500 characters a minute, in mixed text too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyWord, unspacedCharacter), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        (parts, times) => {
          const isCharacter = (part: string) => Array.from(part).length === 1;
          const characters = parts.filter(isCharacter).length * times;
          const all = parts.filter((part) => !isCharacter(part)).length * times;
          const expected = Math.ceil((all * 500 + characters * 265) / (500 * 265));
          expect(readingMinutes(`${parts.join(' ')} `.repeat(times))).toBe(expected);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('are null or a whole number of at least 1 for any text, and never fewer for a longer text', () => {
    const anyText = fc.string({ unit: anyCharacter, maxLength: 2000 });
    fc.assert(
      fc.property(anyText, anyText, (text, more) => {
        const minutes = readingMinutes(text);
        expect(minutes === null || (Number.isInteger(minutes) && minutes >= 1)).toBe(true);
        expect(readingMinutes(`${text} ${more}`) ?? 0).toBeGreaterThanOrEqual(minutes ?? 0);
      }),
      { numRuns: runs(200) },
    );
  });
});
