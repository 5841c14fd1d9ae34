import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/harness/property-runs.ts';
import { createTextDigest, hammingDistance, NEAR_BITS } from './simhash.ts';

const digestOf = (...pieces: string[]) => {
  const digest = createTextDigest();
  for (const piece of pieces) digest.add(piece);
  return digest.result();
};
const hashOf = (text: string): string => digestOf(text).content_hash;

const words =
  'the river rose after a night of rain and the town below the bridge moved its market to higher ground where traders sold bread apples and wool until the water fell again'.split(
    ' ',
  );
/** A text of `length` words that begins at another word for each seed. */
const story = (seed: number, length: number): string[] =>
  Array.from(
    { length },
    (_, n) => `${words[(seed * 7 + n * n + n * seed) % words.length]}${(n * seed) % 11}`,
  );

describe('the SimHash of a text', () => {
  it('counts the pairs of long texts', () => {
    const text = Array.from({ length: 2_000 }, (_, at) => `w${at}`).join(' ');
    expect(hashOf(text)).toBe('09a281de9584e4aa');
  });

  it('differs in at most six bits when one word of 400 changes', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const text = story(seed, 400);
      const changed = text.with(200, 'otherwise');
      expect(hammingDistance(hashOf(text.join(' ')), hashOf(changed.join(' ')))).toBeLessThanOrEqual(
        NEAR_BITS,
      );
    }
  });

  it('differs in more than ten bits between texts about other things', () => {
    for (let seed = 1; seed <= 20; seed += 1)
      expect(
        hammingDistance(hashOf(story(seed, 400).join(' ')), hashOf(story(seed + 21, 400).join(' '))),
      ).toBeGreaterThan(10);
  });

  it('tells Japanese texts apart, which have no spaces', () => {
    const text = '台風の接近に伴い、市は川沿いの住民に避難を呼びかけた。夜には雨が強まる見込みだ。'.repeat(3);
    expect(hammingDistance(hashOf(text), hashOf(`${text}以上`))).toBeLessThanOrEqual(NEAR_BITS);
    expect(
      hammingDistance(hashOf(text), hashOf('新しい図書館が駅前に開館し、子どもたちが列を作った。'.repeat(4))),
    ).toBeGreaterThan(10);
    expect(digestOf('東京の天気').word_count).toBe(3);
  });

  it('is the same for any division into pieces between words, and for any case', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-zé]{1,8}$/), { maxLength: 30 }), (list) => {
        const whole = digestOf(list.join(' '));
        expect(digestOf(...list.map((word) => ` ${word.toUpperCase()} `))).toEqual(whole);
        expect(whole.content_hash).toMatch(/^[0-9a-f]{16}$/);
        expect(whole.word_count).toBe(list.length);
      }),
      { numRuns: runs(200) },
    );
  });

  it('is zero for a text without words', () => {
    expect(digestOf(' … – ')).toEqual({ word_count: 0, content_hash: '0000000000000000' });
  });
});
