import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { compileLiterals } from './find-patterns.ts';

it('finds every place of every literal, the longest first where several end', () => {
  const literal = fc.array(fc.constantFrom('a', 'b', '京'), { minLength: 1, maxLength: 5 });
  const text = fc.array(fc.constantFrom('a', 'b', '京', ' '), { maxLength: 30 });
  fc.assert(
    fc.property(
      fc.uniqueArray(
        literal.map((all) => all.join('')),
        { maxLength: 8 },
      ),
      text.map((all) => all.join('')),
      (literals, searched) => {
        const { next, firstEnd, nextEnd, literalAt } = compileLiterals(literals);
        let state = 0;
        for (let at = 0; at < searched.length; at += 1) {
          state = next(state, searched.charCodeAt(at));
          const found: string[] = [];
          for (let end = firstEnd(state); end !== 0; end = nextEnd(end))
            found.push(literals[literalAt(end)]!);
          const read = searched.slice(0, at + 1);
          const expected = literals.filter((one) => read.endsWith(one));
          expect(found).toEqual(expected.toSorted((a, b) => b.length - a.length));
        }
      },
    ),
    { numRuns: runs(300) },
  );
});
