import { describe, expect, it } from 'vitest';
import { partIds } from '../../../src/contract/index.ts';
import { toStored } from '../../../src/model/score/vector.ts';
import { scoreFor, withRule, withScore } from '../../../src/scoring/entry-score.ts';
import { sampleEntry } from '../../harness/samples/storage-samples.ts';

const vector = toStored({ kind: 'dense', values: Float32Array.from([1, 0]) }, 'm/2', '');
const keyword = {
  keyword_id: 'aaaaaaaaaaaa',
  weight: 2,
  vector,
  usual: { mean: 0, deviation: 0.2 },
};
const loaded = { version: 3, keywords: [keyword], learned: null, freshness_days: 3 };
const plain = scoreFor(vector, loaded, { source: 1, rule: 1 });

describe('the score of an entry', () => {
  it('is the sum of the keywords times the factors, which are among the reasons', () => {
    const { importance_score, reasons } = scoreFor(vector, loaded, { source: 0.5, rule: 3 });
    expect(importance_score).toBeCloseTo(plain.importance_score! * 1.5, 9);
    expect(reasons.map(({ keyword_id }) => keyword_id)).toEqual([
      'aaaaaaaaaaaa',
      partIds.source,
      partIds.rule,
    ]);
    expect(plain.reasons.map(({ keyword_id }) => keyword_id)).toEqual(['aaaaaaaaaaaa']);
  });

  it('is written again for another half-life, unless there is none that could age', () => {
    const other = { ...loaded, freshness_days: 7 };
    const none = { source: 1, rule: 1 };
    const entry = sampleEntry({ ...plain });
    expect(withScore(entry, plain)).toBeNull();
    expect(withScore(entry, scoreFor(vector, other, none))).toMatchObject({ freshness_days: 7 });
    const nothing = { ...loaded, keywords: [] };
    const empty = sampleEntry({ ...scoreFor(vector, nothing, none) });
    expect(withScore(empty, scoreFor(vector, { ...nothing, freshness_days: 7 }, none))).toBeNull();
  });

  it('keeps the factor of the rules while there is no score, so that a later score has it', () => {
    const unscored = scoreFor(undefined, loaded, { source: 1, rule: 3 });
    expect(unscored.importance_score).toBeNull();
    const entry = sampleEntry({ ...unscored });
    expect(withRule(entry, 3)).toBe(entry);
    const scored = withScore(entry, scoreFor(vector, loaded, { source: 0.5, rule: 3 }))!;
    expect(scored.importance_score).toBeCloseTo(plain.importance_score! * 1.5, 9);
    expect(withRule(scored, 1)).toMatchObject(scoreFor(vector, loaded, { source: 0.5, rule: 1 }));
  });
});
