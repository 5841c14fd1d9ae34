import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { seal, unseal } from './site-sign-in.ts';

const text = fc.string({ unit: anyCharacter, maxLength: 200 });
const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64'));

describe('a sealed text', () => {
  it('is read by its key for what it belongs to, and by no other key, for nothing else, nor changed', () => {
    fc.assert(
      fc.property(
        key,
        key,
        text,
        text,
        text,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (own, other, secret, about, else_, at, flip) => {
          const sealed = seal(own, secret, about);
          expect(unseal(own, sealed, about)).toBe(secret.toWellFormed());
          fc.pre(other !== own && else_.toWellFormed() !== about.toWellFormed());
          expect(unseal(other, sealed, about)).toBeNull();
          expect(unseal(own, sealed, else_)).toBeNull();
          const changed = Uint8Array.from(sealed, (byte, i) =>
            i === at % sealed.length ? byte ^ flip : byte,
          );
          expect(unseal(own, changed, about)).toBeNull();
          expect(unseal(own, sealed.subarray(0, at % sealed.length), about)).toBeNull();
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('shows neither the text nor that two are the same', () => {
    const own = Buffer.alloc(32, 1).toString('base64');
    const [one, two] = [seal(own, 'planted-secret', 'a'), seal(own, 'planted-secret', 'a')];
    expect(Buffer.from(one).toString('latin1')).not.toContain('planted');
    expect(Buffer.from(one).equals(two)).toBe(false);
  });
});
