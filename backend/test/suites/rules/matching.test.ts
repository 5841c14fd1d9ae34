import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternProblem } from '../../../src/contract/index.ts';
import { foldedText, type FoldedText } from '../../../src/model/rules/folded-text.ts';
import { languageOf } from '../../../src/model/rules/rule-subject.ts';
import { compilePatterns } from '../../../src/model/rules/find-patterns.ts';
import { termsOf, type Term } from '../../../src/model/rules/wild-term.ts';
import { atLeastMet, runs } from '../../harness/property-runs.ts';

/** Returns whether a text has each of the patterns. */
const matchesOf = async (patterns: string[], text: string): Promise<boolean[]> =>
  Array.from(await compilePatterns(patterns)(foldedText(text), () => null), (found) => found === 1);

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
    ['a?¨b', 'an b', true],
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
  ])('%s in %s: %s', async (pattern, text, expected) => {
    expect(await matchesOf([pattern], text)).toEqual([expected]);
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
  { pieces, isStart, isEnd, hasWildcard }: Term,
  { text, isBoundary, isWord }: FoldedText,
): boolean => {
  const signs = pieces.flatMap((piece, place) => [...(place === 0 ? [] : [null]), ...Array.from(piece)]);
  const from = (place: number, at: number): boolean => {
    if (place === signs.length) return !isEnd || isBoundary(at);
    const sign = signs[place];
    // Between two pieces there may be any letters.
    if (sign === null) return from(place + 1, at) || (isWord(at) && from(place, at + 1));
    const isMet = sign === '?' && hasWildcard ? isWord(at) : text[at] === sign;
    return isMet && from(place + 1, at + 1);
  };
  return (
    signs.length > 0 &&
    Array.from({ length: text.length + 1 }, (_, at) => at).some(
      (at) => (!isStart || isBoundary(at)) && from(0, at),
    )
  );
};

const drawn = (characters: string[], limits: { minLength?: number; maxLength: number }) =>
  fc.array(fc.constantFrom(...characters), limits).map((all) => all.join(''));

describe('matching', () => {
  it('agrees with trying every way, for all patterns of a rule at once', async () => {
    const texts = drawn(Array.from('abáA -#.+東京都アはの１\n¨ß').concat('か\u3099', 'ท'), { maxLength: 20 });
    const pattern = drawn(Array.from('abs*?#.東京は1"¨ '), { minLength: 1, maxLength: 6 })
      .map((text) => text.trim())
      .filter((text) => text !== '' && patternProblem(text) === null);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(texts, fc.array(pattern, { minLength: 1, maxLength: 6 }), async (text, patterns) => {
        const folded = foldedText(text);
        const expected = patterns.map((each) => termsOf(each).every((term) => naively(term, folded)));
        found += expected.filter(Boolean).length;
        expect(await matchesOf(patterns, text)).toEqual(expected);
      }),
      { numRuns: runs(2000) },
    );
    expect(found).toBeGreaterThanOrEqual(atLeastMet(100));
  });

  it('agrees with trying every way for long patterns too', async () => {
    const any = fc.constantFrom('a', 'b', '?', '*');
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<string>('a', 'b'), { minLength: 30, maxLength: 80 }),
        fc.array(fc.tuple(fc.nat(), any), { maxLength: 8 }),
        async (letters, changes) => {
          const signs = [...letters];
          for (const [place, sign] of changes) signs[place % signs.length] = sign;
          const pattern = signs.join('');
          fc.pre(patternProblem(pattern) === null);
          const text = `a${letters.join('')} ${letters.join('')}`;
          const expected = termsOf(pattern).every((term) => naively(term, foldedText(text)));
          if (expected && /.[*?]./u.test(pattern)) found += 1;
          expect(await matchesOf([pattern], text)).toEqual([expected]);
        },
      ),
      { numRuns: runs(300) },
    );
    expect(found).toBeGreaterThanOrEqual(atLeastMet(50));
  });

  it('finds every whole word of a text, however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 }),
        fc.nat(),
        async (words, pick) => {
          const word = words[pick % words.length]!;
          const found = await matchesOf([word.toUpperCase(), `${word}q`], words.join(', '));
          expect(found).toEqual([true, words.includes(`${word}q`)]);
        },
      ),
    );
  });

  it('finds the words of scripts without spaces alike in a short text and in the midst of a long one', async () => {
    const sentence = '人工知能の研究が東京で始まり京都の紅葉を見に行く人が多い';
    const patterns = [
      '人工知能',
      '工知',
      '知能',
      '研究',
      '究が',
      '東京',
      '京都',
      '都の',
      '紅葉',
      '葉を',
      '多い',
    ];
    const expected = await matchesOf(patterns, `その${sentence}`);
    expect(new Set(expected).size).toBe(2);
    for (let before = 900; before <= 1000; before += 1)
      expect(await matchesOf(patterns, `${'その'.repeat(before / 2)}${sentence}`)).toEqual(expected);
    expect(await matchesOf(patterns, `${'その'.repeat(5000)}、その${sentence}`)).toEqual(expected);
  });
});

/** Texts and patterns that made comparing slow. */
const hostile: Record<string, { unit: string; patterns: string[] }> = {
  'any letters': { unit: 'a', patterns: Array.from({ length: 10 }, (_, n) => `${'?'.repeat(190 - n)}b`) },
  'any letters of words': { unit: 'abcdefg ', patterns: [`${'?'.repeat(190)}b`, '?b?d', 'a?c*g?'] },
  'a gap in each half': { unit: 'a', patterns: ['*a*a?a*b*', 'a*a*a*a*a*b', '*a*b'] },
  'words in words': { unit: 'a', patterns: Array.from({ length: 50 }, (_, n) => 'a'.repeat(n + 1)) },
  'ordinary words': {
    unit: 'the words of an ordinary text, ',
    patterns: Array.from({ length: 50 }, (_, n) => `word${n}`),
  },
  'letters without spaces': { unit: '東京都', patterns: ['京都', '東?都*京', '都東', '*京?東*x'] },
  'half a literal': { unit: 'aaab', patterns: [`${'a'.repeat(150)}b`, `*${'a'.repeat(100)}c*`, '"aab aab"'] },
};

/** Counts the steps, and the questions about words, for a text of so many units. */
const stepsFor = async (length: number, { unit, patterns }: (typeof hostile)[string]): Promise<number> => {
  const folded = foldedText(unit.repeat(Math.ceil(length / unit.length)).slice(0, length));
  let steps = 0;
  const counting: FoldedText = {
    ...folded,
    isWord: (at) => (steps++, folded.isWord(at)),
    isBoundary: (at) => (steps++, folded.isBoundary(at)),
  };
  await compilePatterns(patterns)(counting, (more) => {
    steps += more;
    return null;
  });
  return steps;
};

describe('the steps of matching', () => {
  it.each(Object.keys(hostile))('grow linearly with the text: %s', async (name) => {
    const [short, long] = [await stepsFor(2000, hostile[name]!), await stepsFor(20_000, hostile[name]!)];
    expect(long / short).toBeLessThan(12);
  });

  it('are those of one pass, however many words the rules have', async () => {
    const { unit, patterns } = hostile['ordinary words']!;
    const [one, many] = [
      await stepsFor(20_000, { unit, patterns: patterns.slice(0, 1) }),
      await stepsFor(20_000, { unit, patterns }),
    ];
    expect(many / one).toBeLessThan(1.5);
  });

  it('are those of a pass and little more for patterns that are longer than any word of the text', async () => {
    const { unit, patterns } = hostile['any letters']!;
    const words = await stepsFor(20_000, { unit: `${unit.repeat(8)}b `, patterns });
    expect(words).toBeLessThan(20_000 * 3);
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
