import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineTable, indexLines } from '../../../src/scoring/words/line-table.ts';
import { DIMENSION } from '../../../src/scoring/words/word-tables.ts';
import { toBytes, toLengths } from '../../../word-tables/english.ts';
import { toGlossary } from '../../../word-tables/japanese.ts';
import type { Place } from '../../../word-tables/places.ts';
import { check } from '../../../word-tables/sources.ts';
import { baseFields } from '../../../word-tables/stems.ts';

describe('the glossary', () => {
  const says = (word: string) => !['of', 'to', 'the', 'and'].includes(word);
  const of = (...lines: string[]) => toGlossary(lines.join('\n'), [], says);

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

describe('the names of places in the glossary', () => {
  const says = (word: string) => !['new', 'turkiye'].includes(word);
  const of = (place: Place, ...lines: string[]) => toGlossary(lines.join('\n'), [place], says);
  const territory = (japanese: string, ...english: string[]): Place => ({
    kind: 'territory',
    japanese,
    english,
  });
  const city = (japanese: string, ...english: string[]): Place => ({ kind: 'city', japanese, english });

  it.each<[string, Place, string[], string]>([
    ['has capitals', territory('ロシア', 'Russia'), [], 'ロシア\tRussia\n'],
    [
      'of a country go before another meaning',
      territory('タイ', 'Thailand'),
      ['タイ /(n) tie/(P)/'],
      'タイ\tThailand\n',
    ],
    [
      'of a city do so if the dictionary has it',
      city('カイロ', 'Cairo'),
      ['カイロ /(n) pocket heater/', 'カイロ /(n) Cairo/'],
      'カイロ\tCairo\n',
    ],
    [
      'of a city do not otherwise',
      city('フェロー', 'Faroes'),
      ['フェロー /(n) fellow/'],
      'フェロー\tfellow\n',
    ],
    [
      'have the first English name that is known',
      territory('トルコ', 'Türkiye', 'Turkey'),
      [],
      'トルコ\tTurkey\n',
    ],
    ['leave out what says nothing', city('ニューヨーク', 'New York'), [], 'ニューヨーク\tYork\n'],
    [
      'are without brackets',
      territory('ミャンマー (ビルマ)', 'Myanmar (Burma)'),
      [],
      'ミャンマー\tMyanmar\n',
    ],
    ['are no kana of grammar, and no single character', territory('露', 'Russia'), [], ''],
  ])('%s', (_, place, lines, expected) => {
    expect(of(place, ...lines)).toBe(expected);
  });
});

describe('stems', () => {
  // elections is near election, customs far from custom, cooking a little near cook.
  const vectors = {
    election: [1, 0],
    elections: [9, 1],
    custom: [0, 1],
    customs: [1, 0],
    cook: [2, 1],
    cooking: [1, 2],
  };
  const words = Object.keys(vectors);
  const bytes = Int8Array.from(Object.values(vectors).flat());

  it('are told by vectors: customs is no custom, and cooking a form of cook for a search alone', () => {
    const scaled = Int8Array.from([...bytes.slice(0, 8), 100, 0, 60, 80]);
    expect(baseFields(words, scaled)).toEqual(['', ' election', '', '', '', ' - cook']);
  });

  it('of a word whose base the table lacks are the word itself', () => {
    expect(baseFields(['elections', 'us'], Int8Array.of(1, 0, 1, 0))).toEqual(['', '']);
  });
});

it('vectors become the same bytes each time, the largest of each row 127, and the longest has the longest length', () => {
  const rows = Array.from({ length: 40 }, (_, n) =>
    Float64Array.from({ length: DIMENSION }, (__, at) => (n + 1) * Math.sin(n * 7 + at * at)),
  );
  const bytes = toBytes(rows);
  expect(bytes).toHaveLength(40 * DIMENSION);
  for (let row = 0; row < 40; row += 1)
    expect(Math.max(...bytes.slice(row * DIMENSION, (row + 1) * DIMENSION).map(Math.abs))).toBe(127);
  expect(toBytes(rows)).toEqual(bytes);
  const lengths = toLengths(rows);
  const long = Math.hypot(...rows[39]!);
  rows.forEach((row, at) => {
    expect(
      Math.abs(lengths[at]! / 255 - Math.hypot(...row) / Math.max(long, Math.hypot(...rows[38]!))),
    ).toBeLessThan(0.003);
  });
  expect(() => toBytes([new Float64Array(DIMENSION)])).toThrow(/word 0 has no direction/);
});

it('a table finds each of its words and nothing else', () => {
  const word = fc.stringMatching(/^[a-z東京都é𠮷𠮶]{1,6}$/u);
  // The slice may begin or end in the middle of a surrogate pair, because callers cut runs at any UTF-16 unit.
  const part = fc.tuple(word, fc.nat(6), fc.nat(12)).map(([text, from, to]) => text.slice(from, to));
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 40 }), part, (words, other) => {
      const lines = words.map((text, at) => `${text}\t${at}\n`).join('');
      const table = createLineTable(Buffer.from(lines), indexLines(lines));
      expect(words.map((text) => table.numberAt(table.find(text)))).toEqual(words.map((_, at) => at));
      expect(words.map((text) => table.textAt(table.find(text)))).toEqual(words.map((_, at) => String(at)));
      expect(table.find(other) >= 0).toBe(words.includes(other));
    }),
  );
});

it('another version of a source is refused by name', () => {
  expect(() => check('edict', '00')).toThrow(
    /^edict has the SHA-256 00, .*2021\.02\.03-1.*remove .*edict to fetch/,
  );
});
