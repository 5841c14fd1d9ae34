import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutAround, type Mark } from './sentences.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const partsOf = (...texts: string[]) =>
  fc.array(fc.record({ part: fc.constantFrom(...texts), isMarked: fc.boolean() }), {
    minLength: 1,
    maxLength: 400,
    size: 'max',
  });

/** A text of words, pairs of surrogates and Japanese, or of pairs alone, with marks on some of its parts. */
const marked = fc
  .oneof(partsOf('word ', '東京', '👩', '👩‍👩‍👧', 'x', ' ', '。'), partsOf('👩', '👩‍👩‍👧'), partsOf('👩', 'x'))
  .map((parts) => {
    let text = '';
    const marks: Mark[] = [];
    for (const { part, isMarked } of parts) {
      if (isMarked) marks.push([text.length, text.length + part.length]);
      text += part;
    }
    return { text, marks };
  });

it('a cut keeps what was marked, in whole characters, and at least one mark', () => {
  fc.assert(
    fc.property(marked, fc.integer({ min: 100, max: 200 }), ({ text, marks }, limit) => {
      const cut = cutAround(text, marks, limit);
      const kept = cut.text.replace(/^…/, '').replace(/…$/, '');
      expect(text).toContain(kept);
      expect(kept.length).toBeLessThanOrEqual(limit);
      expect(cut.text.isWellFormed()).toBe(true);
      expect(cut.marks.length).toBeGreaterThanOrEqual(Math.min(1, marks.length));
      const wanted = new Set(marks.map(([start, end]) => text.slice(start, end)));
      const parts = cut.marks.map(([start, end]) => cut.text.slice(start, end));
      for (const part of parts.slice(0, -1)) expect(wanted).toContain(part);
      for (const part of parts) expect(part.isWellFormed()).toBe(true);
    }),
    { numRuns: runs(300) },
  );
});
