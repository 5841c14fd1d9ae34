import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { auc, ndcg, precision } from '../../harness/ranking.ts';

const labelled = path.join(import.meta.dirname, '../../../../../shared/relevance');

describe('ranking measures', () => {
  const relevant = [true, false, true, false];
  it('are 1 for the best order and lowest for the worst', () => {
    expect(ndcg([4, 2, 3, 1], relevant, 4)).toBe(1);
    expect(auc([4, 2, 3, 1], relevant)).toBe(1);
    expect(auc([1, 3, 2, 4], relevant)).toBe(0);
    expect(precision([4, 2, 3, 1], relevant, 2)).toBe(1);
  });
  it('treat ties as random order, independently of the file’s order', () => {
    expect(auc([0, 0, 0, 0], relevant)).toBe(0.5);
    expect(precision([0, 0, 0, 0], relevant, 2)).toBe(0.5);
    expect(ndcg([1, 1, 0, 0], [true, false, false, false], 2)).toBeCloseTo((1 + 1 / Math.log2(3)) / 2);
  });
});

describe.skipIf(!existsSync(labelled))(
  'ranking of labelled news (needs ../shared)',
  { tags: ['long'] },
  () => {
    it('ours beats the plain sum of cosines and BM25', () => {
      const script = path.join(import.meta.dirname, '../../../bench/relevance.ts');
      const output = execFileSync(process.execPath, [script, '--dir', labelled, '--json'], {
        encoding: 'utf8',
      });
      const { ours, plain_sum: plain, bm25 } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
      for (const figure of ['ndcg20', 'auc', 'noisy_ndcg20', 'noisy_auc']) {
        expect(ours[figure]).toBeGreaterThan(plain[figure]);
        expect(ours[figure]).toBeGreaterThan(bm25[figure]);
      }
      expect(ours.unrelated_share).toBeLessThan(plain.unrelated_share);
    });
  },
);
