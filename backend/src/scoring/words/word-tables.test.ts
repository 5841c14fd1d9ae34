import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentWith } from './segment.ts';
import { DIMENSION, loadWordTables } from './word-tables.ts';
import { runs } from '../../../test/harness/property-runs.ts';

/** Any UTF-16 unit, halves of pairs too. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

const tables = loadWordTables();
const folder = new URL('./tables/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder));
const manifest: {
  sources: Record<string, { version: string; sha256: string }>;
  files: Record<string, { bytes: number; sha256: string }>;
} = JSON.parse(read('manifest.json').toString());

const vectorOf = (word: string): Float32Array => {
  const vector = new Float32Array(DIMENSION);
  if (!tables.addVector(word, 1, vector)) throw new Error(`The table lacks ${word}.`);
  return vector;
};
const lengthOf = (vector: Float32Array) => Math.hypot(...vector);
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const closeness = (a: string, b: string) => {
  const [left, right] = [vectorOf(a), vectorOf(b)];
  return dot(left, right) / (lengthOf(left) * lengthOf(right));
};
const textsOf = (run: string) => tables.segment(run).map(({ text }) => text);

/** The first fields of the lines of a table. */
const fieldsOf = (name: string) =>
  read(name)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
const words = fieldsOf('english.txt').map(([word]) => word!);

describe('the files of the word tables', () => {
  it('are those of the manifest and the background of the fit, and no others', () => {
    const hashes = Object.fromEntries(
      Object.keys(manifest.files).map((name) => {
        const bytes = read(name);
        return [name, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }];
      }),
    );
    expect(hashes).toEqual(manifest.files);
    const expected = [...Object.keys(manifest.files), 'NOTICE.md', 'background.bin', 'manifest.json'].sort();
    expect(readdirSync(folder).sort()).toEqual(expected);
  });

  it('take at most 12 MB', () => {
    const bytes = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
    expect(bytes).toBeLessThan(12_000_000);
  });

  it('name their sources and how to make them again', () => {
    const notice = read('NOTICE.md').toString();
    for (const [, { version }] of Object.entries(manifest.sources)) expect(notice).toContain(version);
    expect(notice).toContain('npm run model:build');
    expect(notice).toContain('Electronic Dictionary Research and Development Group');
  });

  it('have as many vectors as words, each word once', () => {
    expect(words).toHaveLength(60_000);
    expect(new Set(words).size).toBe(60_000);
    expect(read('english-vectors.bin')).toHaveLength(60_000 * DIMENSION);
    expect(read('english-lengths.bin')).toHaveLength(60_000);
    expect(read('english-lengths.bin')).not.toContain(0);
    const heads = fieldsOf('japanese.txt');
    expect(heads.filter((fields) => fields.length !== 2 || fields.some((field) => field === ''))).toEqual([]);
    expect(new Set(heads.map(([word]) => word)).size).toBe(heads.length);
  });
});

describe('words', () => {
  it('have their rank in the order of the file, whichever word', () => {
    expect(words.map((word) => tables.rankOf(word))).toEqual(words.map((_, rank) => rank));
  });

  it.each([
    '',
    ' ',
    'the\n',
    'The',
    'thex',
    'zzzzq',
    'a\tb',
    '\u0000',
    '\ud800',
    '京都',
    'x'.repeat(100_000),
  ])('that the table lacks have no rank and no vector: %j', (word) => {
    const into = new Float32Array(DIMENSION);
    expect(tables.rankOf(word)).toBeUndefined();
    expect(tables.addVector(word, 1, into)).toBe(false);
    expect(into.every((value) => value === 0)).toBe(true);
  });

  it('are close to what they have to do with', () => {
    expect(closeness('king', 'queen')).toBeGreaterThan(closeness('king', 'bread') + 0.3);
    expect(closeness('semiconductor', 'processors')).toBeGreaterThan(
      closeness('semiconductor', 'football') + 0.3,
    );
    expect(closeness('jaguar', 'subsidy')).toBeLessThan(0.2);
  });

  it('are at most 1 long, are symmetric, and most pairs of them are far apart', () => {
    const word = fc.constantFrom(...words);
    let far = 0;
    let pairs = 0;
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(closeness(a, a)).toBeCloseTo(1, 5);
        expect(lengthOf(vectorOf(a))).toBeLessThanOrEqual(1 + 1e-6);
        expect(closeness(a, b)).toBeCloseTo(closeness(b, a), 6);
        pairs += 1;
        if (closeness(a, b) < 0.4) far += 1;
      }),
      { numRuns: runs(300) },
    );
    expect(far / pairs).toBeGreaterThan(0.95);
  });

  it.each([
    ['customs', null, null],
    ['news', null, null],
    ['marketing', null, null],
    ['elections', 'election', 'election'],
    ['voted', 'vote', 'vote'],
    ['colour', 'color', 'color'],
    ['gardening', null, 'garden'],
    ['windows', null, 'window'],
    ['zzzzqs', null, null],
  ])('have a base form only if it means the same: %s', (word, interest, search) => {
    expect([tables.baseOf(word, 'interest'), tables.baseOf(word, 'search')]).toEqual([interest, search]);
  });

  it('have base forms that are other words of the table', () => {
    const bases = words.flatMap((word) =>
      (['interest', 'search'] as const).map((purpose) => [word, tables.baseOf(word, purpose)] as const),
    );
    const wrong = bases.filter(
      ([word, base]) => base !== null && (base === word || tables.rankOf(base) === undefined),
    );
    expect(wrong).toEqual([]);
    expect(bases.filter(([, base]) => base !== null).length).toBeGreaterThan(10_000);
  });

  it('add up, with their weights', () => {
    const into = vectorOf('king');
    tables.addVector('queen', 0.5, into);
    const [king, queen] = [vectorOf('king'), vectorOf('queen')];
    expect(Array.from(into)).toEqual(
      Array.from(king, (value, at) => expect.closeTo(value + queen[at]! / 2, 5)),
    );
  });
});

describe('segments of Japanese', () => {
  it.each([
    ['東京都', ['東京都']],
    ['東京都と京都府', ['東京都', 'と', '京都府']],
    ['京都', ['京都']],
    ['半導体の選挙', ['半導体', 'の', '選挙']],
    ['人工知能', ['人工', '知能']],
    ['オンラインショップの', ['オンライン', 'ショップ', 'の']],
    ['バスツアー', ['バス', 'ツアー']],
    ['消しゴムメーカー', ['消しゴム', 'メーカー']],
  ])('of %s are words', (run, expected) => {
    expect(textsOf(run)).toEqual(expected);
  });

  it('have English words where the glossary knows them', () => {
    expect(tables.segment('京都の野球')).toEqual([
      { text: '京都', english: ['kyoto'] },
      { text: 'の', english: [] },
      { text: '野球', english: ['baseball'] },
    ]);
  });

  it.each(['パナソニック', 'インスタグラム', 'ドナルドトランプ', 'テレビパナソニック'])(
    'have no English words for a part of %s, a name that the glossary lacks',
    (name) => {
      const known = tables.segment(`${name}の野球`).filter(({ english }) => english.length > 0);
      expect(known).toEqual([{ text: '野球', english: ['baseball'] }]);
    },
  );

  it('take time in proportion to the length of katakana', () => {
    const looked = (length: number): number => {
      let count = 0;
      const glossary = {
        find: () => -1,
        findSlice: () => {
          count += 1;
          return -1;
        },
        textAt: () => '',
        numberAt: () => 0,
      };
      segmentWith(glossary, 'アイウエオ'.repeat(length / 5));
      return count;
    };
    expect(looked(4_000)).toBeLessThanOrEqual(4.2 * looked(1_000));
  });

  it('are together the run, whatever it holds', () => {
    const run = fc.oneof(
      fc.string({
        unit: fc.constantFrom(
          ...Array.from('東京都府半導体のはスマートフォンゲーム選挙ー々、。a1 𠮷👩‍👧\ud842'),
        ),
      }),
      fc.string({ unit: anyUnit }),
    );
    fc.assert(
      fc.property(run, (text) => {
        expect(textsOf(text).join('')).toBe(text);
        expect(textsOf(text).every((part) => part !== '')).toBe(true);
      }),
      { numRuns: runs(150) },
    );
  });

  it('of nothing are none', () => {
    expect(tables.segment('')).toEqual([]);
  });

  it('never cut a character in two', () => {
    expect(textsOf('𠮷野家𠮷')).not.toContain('\ud842');
    expect(textsOf('𠮷野家𠮷').join('')).toBe('𠮷野家𠮷');
  });
});
