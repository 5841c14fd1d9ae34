import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenToBytes } from './shorten.ts';
import { anyCharacter } from '../../test/harness/samples/any-character.ts';
import { runs } from '../../test/harness/property-runs.ts';

const bytesOf = (text: string) => Buffer.byteLength(text);

describe('a text shortened to bytes', () => {
  it.each([
    ['The quick brown fox jumps', 20, 'The quick brown…'],
    ['The quick brown fox jumps', 25, 'The quick brown fox jumps'],
    ['The quick brown', 12, 'The quick…'],
    // Exactly at the end of a word, which goes on in the second one.
    ['one two three', 10, 'one two…'],
    ['four two threefold', 14, 'four two…'],
    ['今日は東京で雨が降ります', 22, '今日は東京で…'],
    // A word without an end is cut between its letters.
    ['x'.repeat(50), 13, `${'x'.repeat(10)}…`],
    ['e\u0301'.repeat(20), 13, `${'e\u0301'.repeat(3)}…`],
    ['👩‍👩‍👧'.repeat(4), 40, `${'👩‍👩‍👧'.repeat(2)}…`],
    ['', 4, ''],
  ])('%j in %i bytes is %j', (text, bytes, shortened) => {
    expect(shortenToBytes(text, bytes)).toBe(shortened);
  });

  it('is never longer than asked for, is whole if it fits, and is else its beginning with an ellipsis', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 50 }),
        fc.integer({ min: 4, max: 200 }),
        (raw, bytes) => {
          const text = raw.toWellFormed();
          const shortened = shortenToBytes(text, bytes);
          expect(bytesOf(shortened)).toBeLessThanOrEqual(bytes);
          expect(shortened.isWellFormed()).toBe(true);
          const isWhole = bytesOf(text) <= bytes;
          expect(isWhole ? shortened === text : shortened.endsWith('…')).toBe(true);
          expect(text.startsWith(isWhole ? shortened : shortened.slice(0, -1))).toBe(true);
        },
      ),
      { numRuns: runs(120) },
    );
  });

  it('ends with a whole word, if words are shorter than half of the room', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 40, max: 300 }),
        (list, bytes) => {
          const shortened = shortenToBytes(list.join(' '), bytes);
          const kept = shortened.replace(/…$/, '').split(' ');
          expect(kept).toEqual(list.slice(0, kept.length));
        },
      ),
    );
  });
});
