import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { auc, ndcg, precision } from '../../harness/statistics/ranking.ts';

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
  'ranking of labelled articles (needs ../shared)',
  { tags: ['long'] },
  () => {
    it('ours is ahead of BM25, of the plain sum and of word vectors alone, and behind none on any set beyond noise', () => {
      const script = path.join(import.meta.dirname, '../../../bench/relevance.ts');
      const output = execFileSync(process.execPath, [script, '--dir', labelled, '--json'], {
        encoding: 'utf8',
      });
      const { sets, reliability, calibration_error } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
      expect(Object.keys(sets)).toEqual(['news', 'stackoverflow', 'livedoor', 'livedoor-en', 'all sets']);
      const others = ['bm25', 'plain_sum', 'dense_alone'];
      expect(sets['all sets'].ours.ndcg20.mean).toBeGreaterThanOrEqual(0.83);
      expect(sets['all sets'].ahead_of.bm25.low).toBeGreaterThan(0.1);
      expect(sets['all sets'].ahead_of.plain_sum.low).toBeGreaterThan(0.05);
      expect(sets['all sets'].ahead_of.dense_alone.low).toBeGreaterThan(0.04);
      for (const set of Object.values<typeof sets.news>(sets)) {
        for (const other of others) expect(set.ahead_of[other].high).toBeGreaterThan(0);
        expect(set.ahead_of.bm25.mean).toBeGreaterThan(0.05);
      }
      expect(calibration_error).toBeLessThan(0.035);
      const frequent = reliability.filter(
        ({ pairs, from }: { pairs: number; from: number }) => pairs > 100 && from > 0,
      );
      expect(frequent.length).toBeGreaterThan(5);
      for (const { said, observed } of frequent) expect(Math.abs(said - observed)).toBeLessThan(0.25);
    });
  },
);
