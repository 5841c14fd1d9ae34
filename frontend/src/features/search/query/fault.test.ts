import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, offline } from '../../../lib/api/api-error.ts';
import { faultOf, lengthFault, pointAt } from './fault.ts';
import { anyCharacter } from '../../../../../backend/test/harness/samples/any-character.ts';
import { runs } from '../../../../../backend/test/harness/property-runs.ts';

const refusal = (details: unknown) =>
  new ApiError(
    { code: 'INVALID_QUERY', message: 'foo: is not a field.', details, category: 'validation', action: '' },
    400,
  );

describe('what is wrong with a query', () => {
  it('is read from the error, and is nothing for other errors', () => {
    expect(faultOf(refusal({ position: 3, length: 4, reason: 'unknown_field' }))).toEqual({
      position: 3,
      length: 4,
      reason: 'unknown_field',
      message: 'foo: is not a field.',
    });
    expect(faultOf(offline())).toBeNull();
    expect(faultOf(null)).toBeNull();
  });

  it('keeps its message if the server is newer than the page and gives another reason, or none', () => {
    expect(faultOf(refusal({ position: 0, length: 3, reason: 'from_the_future' }))?.reason).toBe('other');
    expect(faultOf(refusal(null))).toMatchObject({ reason: 'other', message: 'foo: is not a field.' });
  });

  it('is its length, if it has more than 500 characters', () => {
    expect(lengthFault('x'.repeat(500))).toBeNull();
    expect(lengthFault('x'.repeat(503))).toMatchObject({ reason: 'too_long', position: 500, length: 3 });
  });

  it('is pointed out in the text', () => {
    expect(pointAt('mars foo:bar moon', { position: 5, length: 7 })).toEqual({
      before: 'mars ',
      wrong: 'foo:bar',
      after: ' moon',
    });
    expect(pointAt('mars OR', { position: 7, length: 0 })).toEqual({
      before: 'mars OR',
      wrong: '\u00A0',
      after: '',
    });
  });

  it('is cut to what is near, never in the middle of a character', () => {
    const q = `${'😀'.repeat(100)}foo:bar${'😀'.repeat(100)}`;
    const { before, wrong, after } = pointAt(q, { position: 200, length: 7 });
    expect([before, wrong, after]).toEqual([`…${'😀'.repeat(20)}`, 'foo:bar', `${'😀'.repeat(20)}…`]);
    expect(pointAt('😀', { position: 1, length: 1 }).wrong).toBe('😀');
  });

  it('never throws and never leaves out the wrong part', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 30 }),
        fc.nat(40),
        fc.nat(40),
        (q, position, length) => {
          const { before, wrong, after } = pointAt(q, { position, length });
          expect(wrong).not.toBe('');
          expect(`${before}${wrong === '\u00A0' ? '' : wrong}${after}`.replaceAll('\u00A0', ' ')).toBe(
            q.replaceAll('\u00A0', ' '),
          );
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
