import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternProblem } from '../../../src/contract/index.ts';
import { foldedText } from '../../../src/model/rules/folded-text.ts';
import { languageOf } from '../../../src/model/rules/language.ts';
import { compilePattern, hasTerm, matchesPattern, type Term } from '../../../src/model/rules/pattern.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';

const matches = (pattern: string, text: string): boolean =>
  matchesPattern(compilePattern(pattern), foldedText(text));

describe('a pattern of a rule', () => {
  it.each([
    ['apple', 'An Apple a day', true],
    ['apple', 'Pineapples', false],
    ['apple', 'ＡＰＰＬＥ!', true],
    ['cafe', 'Le Café des Sports', true],
    ['Café', 'cafe', true],
    ['STRASSE', 'Die Straße', true],
    ['climate change', 'a change of the climate', true],
    ['"climate change"', 'a change of the climate', false],
    ['"climate change"', 'Climate\u00a0 CHANGE now', true],
    ['“climate change”', 'climate changes', false],
    ['electr*', 'An electric car', true],
    ['*gate', 'Watergate', true],
    ['*gate', 'gates', false],
    ['*tergat*', 'Watergate', true],
    ['colo?r', 'color', false],
    ['colo?r', 'colour', true],
    ['e*c', 'electric', true],
    ['e*c', 'el ectric c', true],
    ['e*z', 'electric z', false],
    ['"why?"', 'Why? Because.', true],
    ['"why?"', 'whys', false],
    ['C#', 'Learn C# today', true],
    ['C', 'Learn C# today', false],
    ['C', 'Learn C today', true],
    ['C++', 'C++20 is C++', true],
    ['.NET', 'The .NET runtime', true],
    ['net', 'The .NET runtime', false],
    ['.NET', 'net profit', false],
    ['5G', '5G network', true],
    ['AI', '東京のAI技術', true],
    ['京都', '東京都の予算', false],
    ['京都', '京都の紅葉', true],
    ['*京都*', '東京都の予算', true],
    ['東京', '東京都の予算', true],
    ['人工知能', '新しい人工知能の研究', true],
    ['ラマ', '新しいドラマが始まる', false],
    ['ドラマ', '新しいﾄﾞﾗﾏが始まる', true],
    ['か', 'が', false],
    ['ハ', 'パ', false],
  ])('%s in %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it.each([
    ['"open', 'a quotation mark without its partner'],
    ['*', 'needs a letter or digit'],
    ['?? apple', 'needs a letter or digit'],
    ['""', 'nothing to look for'],
  ])('%s is refused by name', (pattern, problem) => {
    expect(patternProblem(pattern)).toContain(problem);
    expect(patternProblem(pattern)).toContain(JSON.stringify(pattern));
  });
});

/** Tries every way in which a term can occur, by its definition. */
const naively = (
  { pieces, isStart, isEnd }: Term,
  { text, isBoundary, isWord }: ReturnType<typeof foldedText>,
) => {
  const pattern = pieces.join('*');
  const from = (p: number, at: number): boolean => {
    if (p === pattern.length) return !isEnd || isBoundary(at);
    const sign = pattern[p];
    if (sign === '*') {
      if (from(p + 1, at)) return true;
      return isWord(at) && from(p, at + 1);
    }
    if (sign === '?') return isWord(at) && from(p + 1, at + 1);
    return text[at] === sign && from(p + 1, at + 1);
  };
  return Array.from({ length: text.length + 1 }, (_, at) => at).some(
    (at) => (!isStart || isBoundary(at)) && from(0, at),
  );
};

describe('matching', () => {
  it('agrees with trying every way', () => {
    const letters = fc.constantFrom('a', 'b', 'á', 'A', ' ', '-', '#', '.', '東', '京', '都', 'ア', '１');
    const signs = fc.constantFrom('a', 'b', '*', '?', '#', '.', '東', '京', '1');
    let found = 0;
    fc.assert(
      fc.property(
        fc.array(letters, { maxLength: 14 }).map((all) => all.join('')),
        fc.array(signs, { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
        (text, pattern) => {
          fc.pre(patternProblem(pattern) === null);
          const folded = foldedText(text);
          for (const term of compilePattern(pattern)) {
            const expected = naively(term, folded);
            if (expected) found += 1;
            expect(hasTerm(term, folded)).toBe(expected);
          }
        },
      ),
      { numRuns: runs(2000) },
    );
    expect(found).toBeGreaterThanOrEqual(atLeastMet(100));
  });

  it('finds every whole word of a text, however it is written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        (words, pick) => {
          const word = words[pick % words.length]!;
          const text = foldedText(words.join(', '));
          expect(matchesPattern(compilePattern(word.toUpperCase()), text)).toBe(true);
          expect(matchesPattern(compilePattern(`${word}q`), text)).toBe(words.includes(`${word}q`));
        },
      ),
    );
  });

  it('looks at each letter a bounded number of times', () => {
    const asked = (length: number): number => {
      const folded = foldedText('a'.repeat(length));
      let count = 0;
      const counting = {
        ...folded,
        isWord: (at: number) => {
          count += 1;
          return folded.isWord(at);
        },
      };
      const term = compilePattern('*a*a?a*b*')[0]!;
      expect(hasTerm(term, counting)).toBe(false);
      return count;
    };
    const [short, long] = [asked(1000), asked(10_000)];
    expect(long / short).toBeLessThan(12);
  });
});

describe('the language of a text', () => {
  it.each([
    ['The minister said that the law is not for everyone.', 'en'],
    ['東京で新しい法律が決まりました。', 'ja'],
    ['Der Minister sagte, dass das Gesetz nicht für alle ist.', 'de'],
    ['Le ministre a dit que la loi est pour les autres.', 'fr'],
    ['북한이 미사일을 발사했다', 'ko'],
    ['Министр сказал, что закон принят', 'ru'],
    ['12345', null],
    ['xyzzy', null],
  ])('%s is %s', (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
