import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withinSize } from './open-article.ts';

const articleOf = (characters: number) => ({ content: 'x'.repeat(characters), summary: '' });

describe('the articles of one answer', () => {
  it('are all of them if their texts are short', () => {
    const articles = [300_000, 300_000, 300_000, 300_000, 300_000].map(articleOf);
    expect(withinSize(articles)).toEqual(articles);
  });

  it('end before a text that is too long for the rest, and begin with the first whatever its size', () => {
    expect(withinSize([articleOf(3_000_000), articleOf(1)])).toHaveLength(1);
    expect(withinSize([articleOf(1_000_000), articleOf(600_000), articleOf(1)])).toHaveLength(1);
  });

  it('are always the first ones, at least one, and of 1.5 million characters at most after it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(900_000), { minLength: 1, maxLength: 5 }), (sizes) => {
        const articles = sizes.map(articleOf);
        const kept = withinSize(articles);
        expect(kept).toEqual(articles.slice(0, kept.length));
        const sum = sizes.slice(0, kept.length).reduce((before, size) => before + size, 0);
        expect(kept.length === 1 || sum <= 1_500_000).toBe(true);
      }),
    );
  });
});
