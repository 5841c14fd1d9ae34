import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineTable, indexLines } from '../../../src/scoring/words/line-table.ts';
import { DIMENSION } from '../../../src/scoring/words/word-tables.ts';
import { toBytes } from '../../../word-tables/english.ts';
import { toGlossary } from '../../../word-tables/japanese.ts';
import { principalComponents, removeComponents } from '../../../word-tables/principal-components.ts';
import { check } from '../../../word-tables/sources.ts';

describe('the glossary', () => {
  const says = (word: string) => !['of', 'to', 'the', 'and'].includes(word);
  const of = (...lines: string[]) => toGlossary(lines.join('\n'), says);

  it.each([
    ['野球 [やきゅう] /(n) baseball/(P)/', '野球\tbaseball\n'],
    [
      '東京都 [とうきょうと] /(n) Tokyo Metropolis (prefecture)/Tokyo metropolitan area/',
      '東京都\ttokyo metropolis\n',
    ],
    // Not a noun, but common.
    ['食べる [たべる] /(v1,vt) (1) to eat/(v1,vt) (2) to live on/(P)/', '食べる\teat\n'],
    // Full-width letters and the like become what texts are compared in.
    ['ｶﾞｽ /(n) gas/(P)/', 'ガス\tgas\n'],
    // Neither common nor a noun; archaic; hiragana alone; one character; a gloss of too many words.
    ['走り回る [はしりまわる] /(v5r) to run around/', ''],
    ['古語辞 [こごじ] /(n) (arch) old word/', ''],
    ['ここ /(n) here/(P)/', ''],
    ['木 [き] /(n) tree/(P)/', ''],
    ['長話 [ながばなし] /(n) a long talk that does not come to an end/', ''],
    ['', ''],
    ['no line of the dictionary', ''],
  ])('of %j is %j', (line, expected) => {
    expect(of(line)).toBe(expected);
  });

  it('prefers the common one of two entries, and leaves out what follows from parts', () => {
    const lines = [
      '感染 [かんせん] /(n,vs) infection/(P)/',
      '経路 [けいろ] /(n) route/(P)/',
      '感染経路 [かんせんけいろ] /(n) infection route/',
      '総選挙 [そうせんきょ] /(n) general election/',
      '感染 [かんせん] /(n) contagion/',
    ];
    expect(of(...lines)).toBe('感染\tinfection\n経路\troute\n総選挙\tgeneral election\n');
    expect(of(...lines.toReversed())).toBe(of(...lines));
  });
});

it('the components are the directions in which rows vary most, and removing them leaves nothing along them', () => {
  const rows = Array.from({ length: 50 }, (_, at) =>
    Float64Array.of(9 * Math.cos(at), 5 * Math.sin(at), 0.1 * (at % 3)),
  );
  const [first, second] = principalComponents(rows, 2);
  expect(Array.from(first!, Math.abs)).toEqual([
    expect.closeTo(1, 1),
    expect.closeTo(0, 1),
    expect.closeTo(0, 1),
  ]);
  expect(Array.from(second!, Math.abs)).toEqual([
    expect.closeTo(0, 1),
    expect.closeTo(1, 1),
    expect.closeTo(0, 1),
  ]);
  const row = Float64Array.of(1, 2, 3);
  removeComponents(row, [first!, second!]);
  expect(Array.from(row)).toEqual([expect.closeTo(0, 1), expect.closeTo(0, 1), expect.closeTo(3, 1)]);
});

it('vectors become the same bytes each time, the largest of each row 127', () => {
  const words = Array.from({ length: 40 }, (_, n) => ({
    word: `w${n}`,
    values: Float64Array.from({ length: DIMENSION }, (__, at) => Math.sin(n * 7 + at * at)),
  }));
  const bytes = toBytes(words);
  expect(bytes).toHaveLength(40 * DIMENSION);
  for (let row = 0; row < 40; row += 1)
    expect(Math.max(...bytes.slice(row * DIMENSION, (row + 1) * DIMENSION).map(Math.abs))).toBe(127);
  expect(toBytes(words)).toEqual(bytes);
});

it('a table finds each of its words and nothing else', () => {
  const word = fc.stringMatching(/^[a-z東京都é]{1,6}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 40 }), word, (words, other) => {
      const lines = words.map((text, at) => `${text}\t${at}\n`).join('');
      const table = createLineTable(lines, indexLines(lines));
      expect(words.map((text) => table.numberAt(table.find(text)))).toEqual(words.map((_, at) => at));
      expect(words.map((text) => table.textAt(table.find(text)))).toEqual(words.map((_, at) => String(at)));
      expect(table.find(other) >= 0).toBe(words.includes(other));
    }),
  );
});

it('another version of a source is refused by name', () => {
  expect(() => check('edict', '00')).toThrow(/^edict has the SHA-256 00, .*2021\.02\.03-1.*--edict/);
});
