import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreText } from '../../../lib/format.ts';
import { dictionaries } from '../../../../test/texts.ts';
import { weakText } from './reason-chips.tsx';
import { productText } from './reason-parts.tsx';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';

const told = (weight: number, similarity_score: number, contribution = weight * similarity_score) =>
  productText({ weight, similarity_score, contribution });

describe('the product of a reason', () => {
  it.each([
    [2, 0.8651, '2 × 0.865 ='],
    [1, 0.86, '1 × 0.86 ='],
    [10, 0.0042, '10 × 0.004 ='],
    [-1.5, 0.5, '−1.5 × 0.50 ='],
    [1 / 3, 0.9, '0.333 × 0.90 ='],
  ])('of weight %s and similarity %s is %j', (weight, similarity, expected) => {
    expect(told(weight, similarity)).toBe(expected);
  });

  it('is marked as about, if no four digits multiply to what is shown', () => {
    expect(told(98.765, 0.98765)).toBe('98.8 × 0.9877 ≈');
  });

  it('is none of a contribution that was lowered so that the score does not fall below 0', () => {
    expect(told(-2, 0.8, -0.5)).toBeNull();
  });

  it('multiplies to the contribution that is shown, or says that it does so only about', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 1000 }).filter((weight) => weight !== 0),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        (hundredths, similarity) => {
          const weight = hundredths / 100;
          const [left = '', times, right = '', sign] = (told(weight, similarity) ?? '').split(' ');
          expect(times).toBe('×');
          const product = Number(left.replace('−', '-')) * Number(right);
          const isShown = scoreText(product) === scoreText(weight * similarity);
          expect(sign).toBe(isShown ? '=' : '≈');
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

it('the line of what is weakly related names its words, and says that there may be more only if there may', () => {
  const line = (language: keyof typeof dictionaries, ...texts: string[]) =>
    weakText({ keyword_texts: texts }, dictionaries[language]);
  expect(line('en', 'space', 'climate')).toBe('Weakly related: space, climate');
  expect(line('en', 'space', 'climate', 'music')).toBe('Weakly related: space, climate, music …');
  expect(line('ja', '宇宙', '気候')).toBe('やや関連: 宇宙、気候');
  expect(line('de', 'Raumfahrt')).toBe('Verwandt: Raumfahrt');
  // A keyword of the reasons may have been deleted since.
  expect(line('en')).toBe('Weakly related');
});
