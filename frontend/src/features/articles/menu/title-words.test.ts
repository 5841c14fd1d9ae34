import { newRuleCondition } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../../backend/test/harness/samples/any-character.ts';
import { patternOf, titleWords } from './title-words.ts';

describe('the words of a title that can be muted', () => {
  it.each([
    ['Volcano season opens in Iceland', ['Volcano', 'season', 'opens', 'Iceland']],
    ['The mayor of New York is in San Marino', ['mayor', 'New York', 'York', 'San Marino', 'San', 'Marino']],
    ['How to Plan the Perfect Week', ['Plan', 'Perfect']],
    ['人工知能が灯台守を助ける', ['人工知能', '人工', '知能', '灯台守']],
    ['スマートフォンの新製品を発表', ['スマートフォン', '新製品', '製品', '発表']],
    ['Zum Geburtstag: Übermut', ['Zum', 'Geburtstag', 'Übermut']],
    ['2026 – 100 %', []],
    ['', []],
  ])('of “%s” are names and telling words', (title, words) => expect(titleWords(title)).toEqual(words));

  it('are always parts of the title, at most 8, different, and patterns that a rule takes', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: anyCharacter, maxLength: 100 }),
          fc
            .array(
              fc.constantFrom('New', 'York', 'rain', 'the', '東京', '知事', 'の', 'ソフト', '"', '7', '，'),
              { maxLength: 30 },
            )
            .chain((parts) => fc.constantFrom(' ', '').map((between) => parts.join(between))),
        ),
        (title) => {
          const words = titleWords(title);
          expect(words.length).toBeLessThanOrEqual(8);
          expect(new Set(words.map((word) => word.toLowerCase())).size).toBe(words.length);
          for (const word of words) {
            expect(title).toContain(word);
            expect(() => newRuleCondition.parse({ field: 'title', any_of: [patternOf(word)] })).not.toThrow();
          }
        },
      ),
    ));
});

describe('the pattern of what was typed', () => {
  it.each([
    ['rain', 'rain'],
    ['  New   York ', '"New York"'],
    ['C++', '"C++"'],
    ['* "?', '"* ?"'],
    ['東京', '東京'],
    [' "" ', ''],
  ])('of “%s” is %s', (typed, pattern) => expect(patternOf(typed)).toBe(pattern));

  it('is always empty, or a pattern that a rule takes', () =>
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (typed) => {
        const pattern = patternOf(typed);
        const condition = { field: 'title', any_of: [pattern] };
        expect(pattern === '' || newRuleCondition.safeParse(condition).success).toBe(true);
      }),
    ));
});
