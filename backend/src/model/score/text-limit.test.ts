import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, cutTokens, limited } from './text-limit.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';

describe('cutText', () => {
  it('does not change a short text', () => expect(cutText('As it is.', 9)).toBe('As it is.'));
  it('ends after the last complete sentence', () => {
    expect(cutText('First one. Second one! Third one goes on', 30)).toBe('First one. Second one!');
    expect(cutText('First one. Second one! Third one goes on', 22)).toBe('First one. Second one!');
    expect(cutText('最初の文。次の文。そして三つ目', 12)).toBe('最初の文。次の文。');
  });
  it('does not treat a decimal point as the end of a sentence', () => {
    expect(cutText('It rose to 3.14 of everything there was', 20)).toBe('It rose to 3.14 of');
  });
  it('ends after a word if no sentence ends in the second half, else anywhere', () => {
    expect(cutText('No. And then words without any end', 20)).toBe('No. And then words');
    expect(cutText('x'.repeat(50), 20)).toBe('x'.repeat(20));
  });
  it('never splits a character and is always a prefix of the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 4, max: 80 }),
        (text, limit) => {
          const cut = cutText(text, limit);
          expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 0));
          expect(text.startsWith(cut)).toBe(true);
          expect(cut.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('cutTokens', () => {
  it('counts words, and pairs of characters in text without spaces', () => {
    expect(cutTokens('one two three four', 3)).toBe('one two three');
    expect(cutTokens('一二三四五六七八', 3)).toBe('一二三四五六');
    expect(cutTokens('one two', 2)).toBe('one two');
    expect(cutTokens('', 2)).toBe('');
  });
});

describe('limited', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ' ',
      '  ',
      '\n',
      'word',
      'End. ',
      'x'.repeat(70),
      '漢字',
      'ﾊﾝｶｸ',
      '𠮷',
      '👩‍👩‍👧',
      '\ud83d',
      'ไทยไทย',
    ),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
  );
  it('cuts each word of a title that is longer than 64 characters, and no other', () => {
    const length = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 60, max: 140 }));
    fc.assert(
      fc.property(fc.array(length, { minLength: 1, maxLength: 40 }), (lengths) => {
        const words = lengths.map((each) => 'x'.repeat(each));
        const { title } = limited({ purpose: 'article', title: words.join(' '), body: '' }, 1);
        expect(title).toBe(words.map((word) => word.slice(0, 64)).join(' '));
      }),
      { numRuns: runs(500) },
    );
  });
  it('returns the same tokens for a long body as for the whole normalised text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (pieces, limit) => {
        const text = pieces.join('');
        const { title, body } = limited({ purpose: 'article', title: text, body: text }, limit);
        expect(body).toBe(cutTokens(title, limit));
      }),
      { numRuns: runs(2000) },
    );
  });
});
