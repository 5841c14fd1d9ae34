import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../harness/property-runs.ts';
import { pseudoHeadlines } from '../../../word-tables/headlines.ts';
import { lessonsOf, sparse } from '../../../word-tables/lessons.ts';
import { shuffled } from '../../../word-tables/random.ts';
import { batchesOf, encode, type Teacher, TEACHER_DIMENSION } from '../../../word-tables/teacher.ts';
import { examplesIn } from '../../../word-tables/sentences.ts';

/** A teacher whose vectors tell the text, and whose texts have as many pieces as letters. */
const teacher = (): Teacher & { batches: string[][] } => {
  const batches: string[][] = [];
  return {
    batches,
    embed: async (texts) => {
      batches.push(texts);
      return texts.map((text) =>
        Array.from({ length: TEACHER_DIMENSION }, (_, at) => text.charCodeAt(at) || 0),
      );
    },
    tokenizer: { encode: (text) => Array.from(text, () => 1) },
  };
};

describe('the teacher', () => {
  it('gives each text its own vector, in batches of the same texts whatever came before', async () => {
    const texts = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(texts, async (some) => {
        const [first, second] = [teacher(), teacher()];
        const rows = await encode(first, some);
        await encode(second, ['before']);
        await encode(second, some);
        expect(second.batches.slice(1)).toEqual(first.batches);
        expect(first.batches.every((batch) => batch.length <= 64)).toBe(true);
        some.forEach((text, at) => {
          const codes = [...rows[at]!.subarray(0, text.length)].map((code) => Math.round(code));
          expect(String.fromCharCode(...codes)).toBe(text);
        });
      }),
      { numRuns: runs(100) },
    );
  });

  it('has texts of one length side by side', () => {
    const texts = Array.from({ length: 200 }, (_, at) => 'x'.repeat(1 + ((at * 37) % 9)));
    const lengths = batchesOf(teacher(), texts).map((batch) => batch.map((at) => texts[at]!.length));
    expect(lengths.flat()).toEqual(lengths.flat().toSorted((a, b) => a - b));
  });

  it('that has no vector for a text is an error that names the text', async () => {
    const broken = { ...teacher(), embed: async (texts: string[]) => texts.map(() => [Number.NaN]) };
    await expect(encode(broken, ['cats'])).rejects.toThrow('The teacher has no vector for: cats');
  });
});

it('sentences are chosen by themselves, whatever their order', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 30 }), (texts) => {
      expect(shuffled(texts.toReversed())).toEqual(shuffled(texts));
      expect(shuffled(texts).toSorted()).toEqual(texts.toSorted());
    }),
    { numRuns: runs(100) },
  );
});

it('a text is its known words by rarity, those of grammar hardly, at length 1', () => {
  const ranks = new Map([
    ['the', 0],
    ['cat', 5_000],
    ['sat', 6_000],
  ]);
  const { ranks: found, shares } = sparse('The cat sat; the CAT zzz', ranks);
  expect([...found]).toEqual([0, 5_000, 6_000]);
  expect(Math.hypot(...shares)).toBeCloseTo(1, 9);
  expect(shares[1]! / shares[2]!).toBeGreaterThan(1.8);
  expect(shares[0]!).toBeLessThan(0.05);
});

it('what is to be learnt from a group lies around zero', () => {
  const texts = ['cat', 'dog', 'bird'];
  const vectors = texts.map((_, at) => Float32Array.of(at, 5, -at));
  const lessons = lessonsOf({ texts, weight: 2 }, vectors, (vector) => vector, new Map([['cat', 1]]));
  expect(lessons.map(({ target }) => [...target])).toEqual([
    [-1, 0, 1],
    [0, 0, 0],
    [1, 0, -1],
  ]);
});

it('pseudo headlines are of common words, each with some of its own subject, the same each time', () => {
  const names = Array.from(
    { length: 60 },
    (_, at) => `word${String.fromCharCode(97 + (at % 26), 97 + (at % 7))}`,
  );
  const words = [...new Set(names), 'the', 'x1'].map((word, at) => ({
    word,
    values: Float64Array.of(Math.cos(at), Math.sin(at)),
  }));
  const lines = pseudoHeadlines(words, 20);
  expect(lines).toHaveLength(20);
  expect(pseudoHeadlines(words, 20)).toEqual(lines);
  for (const line of lines) {
    const said = line.split(' ');
    expect([5, 7]).toContain(said.length);
    expect(new Set(said.slice(0, 5)).size).toBe(5);
    expect(said.every((word) => word.startsWith('word'))).toBe(true);
  }
  expect(new Set(lines.map((line) => line.split(' ').length)).size).toBe(2);
});

describe('a line of WordNet', () => {
  it('has the examples that it quotes', () => {
    const line =
      '00006269 03 n 01 life 0 001 @ 00001740 n 0000 | living things; "oceans teem with life"; "no life "  ';
    expect(examplesIn(line)).toEqual(['oceans teem with life', 'no life']);
  });

  it('of another form is an error', () => {
    expect(() => examplesIn('00002137 03 n 02 abstraction')).toThrow(
      /A line of WordNet has another form: 00002137/,
    );
  });
});
