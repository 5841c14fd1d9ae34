import type { Reason } from '@omomi/backend/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedWords, placesOf } from './use-marking.ts';

/** Any UTF-16 unit, halves of pairs too. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

const found = (text: string, ...words: string[]) =>
  placesOf(text, words).map(([start, end]) => text.slice(start, end));

describe('the places of marked words', () => {
  it.each([
    ['Mars and marsh, MARS', ['mars'], ['Mars', 'MARS']],
    ['C# and C, and C#4', ['C#'], ['C#', 'C#']],
    ['.NET at asp.net', ['.NET'], ['.NET', '.net']],
    ['Real  Madrid in Madrid', ['Real Madrid', 'Madrid'], ['Real  Madrid', 'Madrid']],
    ['東京都の京都', ['京都'], ['京都', '京都']],
    ['生成AIとAIR', ['AI'], ['AI']],
    ['a (b) [c] $1.50 \\d', ['(b)', '$1.50', '\\d'], ['(b)', '$1.50', '\\d']],
    ['nothing', [], []],
  ])('in %j of %j', (text, words, expected) => {
    expect(found(text, ...words)).toEqual(expected);
  });

  it('are in order and apart, and any word is found in itself', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 8 }),
        fc.string({ unit: anyUnit, maxLength: 8 }),
        (word, text) => {
          fc.pre(word.trim() === word && word !== '');
          expect(found(`${word}`, word)).toEqual([word]);
          const places = placesOf(`${text} ${word} ${text}`, [word, text].filter(Boolean));
          for (const [at, [start, end]] of places.entries()) {
            expect(end).toBeGreaterThan(start);
            expect(start).toBeGreaterThanOrEqual(places[at - 1]?.[1] ?? 0);
          }
        },
      ),
    );
  });

  it('are at most 500', () => {
    expect(placesOf('mars '.repeat(10_000), ['mars'])).toHaveLength(500);
  });
});

it('the words of several reasons are each named once, the longest first', () => {
  const reason = (passage: Reason['passage']): Reason => ({
    keyword_id: '0123456789ab',
    keyword_text: 'mars',
    kind: 'keyword',
    weight: 1,
    similarity_score: 0.5,
    contribution: 0.5,
    passage,
    alike: null,
    keyword_texts: null,
  });
  const passages: Reason['passage'][] = [
    { field: 'title', text: 'On Mars', marks: [[3, 7]] },
    {
      field: 'text',
      text: 'mars rover',
      marks: [
        [0, 4],
        [5, 10],
      ],
    },
    null,
  ];
  expect(markedWords(passages.map(reason)).map((word) => word.toLowerCase())).toEqual(['rover', 'mars']);
});
