import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SAME_WORD } from '../../scoring/words/stem.ts';
import { baseOf, beginningsOf } from './term.ts';

/** The English words of the tables, most frequent and least. */
const WORDS = Array.from(
  readFileSync(new URL('../../scoring/words/tables/english.txt', import.meta.url), 'latin1').matchAll(
    /^[a-z]{3,}/gmu,
  ),
  ([word]) => word,
);

describe('beginningsOf', () => {
  it('covers every form of every English word of the tables', () => {
    expect(WORDS.length).toBeGreaterThan(10_000);
    const missed = [...WORDS, ...SAME_WORD.keys()].filter(
      (word) =>
        /^[a-z]{3,}$/u.test(word) &&
        !beginningsOf(baseOf(word)).some((beginning) => word.startsWith(beginning)),
    );
    expect(missed).toEqual([]);
  });

  it.each([
    ['running', 'runs'],
    ['mice', 'mouse'],
    ['colour', 'colors'],
    ['organised', 'organize'],
    ['cities', 'city'],
    ['making', 'make'],
    ['centres', 'center'],
  ])('leads from %s to %s', (a, b) => {
    expect(baseOf(a)).toBe(baseOf(b));
    expect(beginningsOf(baseOf(a)).some((beginning) => b.startsWith(beginning))).toBe(true);
  });
});
