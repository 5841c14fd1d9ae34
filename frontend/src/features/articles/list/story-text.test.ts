import { describe, expect, it } from 'vitest';
import { dictionaries } from '../../../../test/texts.ts';

describe('what a row says of its story', () => {
  it.each([
    [1, 1, '+1 source', 'ほか1件の情報源'],
    [2, 2, '+2 sources', 'ほか2件の情報源'],
    [0, 1, 'another article of this feed', '同じフィードの別の記事'],
    [0, 3, '3 other articles of this feed', '同じフィードの別の記事3件'],
    [1, 2, '+1 source, 2 articles', 'ほか1件の情報源、記事2件'],
  ])('with %s other sources and %s other articles is %j', (sources, articles, english, japanese) => {
    expect(dictionaries.en.list.sources(sources, articles)).toBe(english);
    expect(dictionaries.ja.list.sources(sources, articles)).toBe(japanese);
  });
});
