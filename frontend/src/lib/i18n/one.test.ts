import { describe, expect, it } from 'vitest';
import { later } from './en/later.ts';
import { start } from './en/start.ts';

/** A plural right after a 1, as in “1 articles”; `is`, `has`, `adds`, `contains` and the like are no plurals. */
const wrongPlural =
  /(?<![\d.,:])1 (?!is\b|was\b|does\b|has\b|as\b|this\b|adds\b|contains\b|compares\b)[a-z]+s\b/i;

type Told = { key: string; text: string };

/** Returns every text below a value, where numbers are told with the number 1. */
const textsIn = (value: unknown, key: string): Told[] => {
  if (typeof value === 'string') return [{ key, text: value }];
  if (typeof value === 'function') {
    try {
      return textsIn(value(...Array.from({ length: value.length }, () => 1)), key);
    } catch {
      // It takes something else than numbers.
      return [];
    }
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${key}.${name}`));
};

describe('the English texts', () => {
  it.each(Object.entries({ start, ...later }))('never count one thing as several: %s', (name, texts) => {
    expect(textsIn(texts, name).filter(({ text }) => wrongPlural.test(text))).toEqual([]);
  });

  it('are checked with a pattern that finds such a fault', () => {
    expect(wrongPlural.test('How much of the 1 articles that you read')).toBe(true);
    expect(wrongPlural.test('1 article has 21 parts')).toBe(false);
  });
});
