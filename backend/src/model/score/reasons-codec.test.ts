import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeReasons,
  decodeTopReasons,
  encodeReasons,
  encodeTopReasons,
  storedSimilarity,
  storedWeight,
} from './score.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const keywordId = fc.bigInt({ min: 0n, max: 2n ** 48n - 1n }).map((id) => id.toString(16).padStart(12, '0'));
const reason = fc.record({
  keyword_id: keywordId,
  weight: fc.double({ min: 1e-6, max: 10, noNaN: true }).map(storedWeight),
  similarity_score: fc.double({ min: 0, max: 1, noNaN: true }).map(storedSimilarity),
});

describe('reasons codec', () => {
  it('decodes what it encoded, in 12 bytes per reason', () => {
    fc.assert(
      fc.property(fc.array(reason, { maxLength: 50 }), (reasons) => {
        const bytes = encodeReasons(reasons);
        expect(bytes.length).toBe(reasons.length * 12);
        expect(decodeReasons(bytes)).toEqual(reasons);
        const shifted = Uint8Array.from([1, ...bytes]).subarray(1);
        expect(decodeReasons(shifted)).toEqual(reasons);
      }),
      { numRuns: runs(300) },
    );
  });

  it('decodes weights as they were typed', () => {
    for (const weight of [0.1, 0.3, 1, 2.5, 9.99, 10]) {
      const line = [{ keyword_id: '0123456789ab', weight, similarity_score: 1 }];
      expect(decodeReasons(encodeReasons(line))).toEqual(line);
    }
  });

  it('decodes top contributions with seven digits, in 10 bytes each', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keywordId, fc.double({ min: 1e-6, max: 10, noNaN: true })), { maxLength: 3 }),
        (rows) => {
          const lines = rows.map(([keyword_id, contribution]) => ({ keyword_id, contribution }));
          const bytes = encodeTopReasons(lines);
          expect(bytes.length).toBe(lines.length * 10);
          decodeTopReasons(bytes).forEach((line, at) => {
            expect(line.keyword_id).toBe(lines[at]!.keyword_id);
            expect(Math.abs(line.contribution - lines[at]!.contribution)).toBeLessThanOrEqual(1e-6);
          });
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('refuses truncated bytes and other ids', () => {
    expect(() => decodeReasons(new Uint8Array(13))).toThrow(/13 bytes are cut/);
    expect(() => decodeTopReasons(new Uint8Array(9))).toThrow(/9 bytes are cut/);
    expect(() => encodeReasons([{ keyword_id: 'xyz', weight: 1, similarity_score: 1 }])).toThrow(/"xyz"/);
  });
});
