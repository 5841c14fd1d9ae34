import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { comparedText, withoutAddresses } from './compared-text.ts';

describe('a text without addresses', () => {
  it.each([
    ['Listen at itunes.apple.com today', 'Listen at today'],
    ['See https://example.org/apple?x=1 and more', 'See and more'],
    ['Write to someone@apple.com.', 'Write to .'],
    ['iPhone http://itunes.apple.com/gb/app/id49?mt=8 Android', 'iPhone Android'],
    ['www.google.com', ''],
    ['photos at flickr.com/photos/cat', 'photos at'],
    ['詳細はhttps://example.jp/apple を参照', '詳細は を参照'],
  ])('%s', (text, expected) => {
    expect(withoutAddresses(text).replaceAll(/\s+/gu, ' ').trim()).toBe(expected);
  });

  it.each([
    'ASP.NET and Node.js',
    'Amazon.com and Yahoo!',
    'U.S. and and/or',
    'Version 2.10.3',
    'the end.Next one',
  ])('keeps %s', (text) => {
    expect(withoutAddresses(text)).toBe(text);
  });

  it('is what is left, never more, and has none', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        const left = withoutAddresses(text);
        expect(left.length).toBeLessThanOrEqual(text.length);
        expect(withoutAddresses(`${text} http://a.example/x`).trimEnd()).toBe(`${left}`.trimEnd());
      }),
      { numRuns: runs(200) },
    );
  });

  it('takes linear time', () => {
    for (const hostile of [
      'a.'.repeat(200_000),
      'a-'.repeat(200_000),
      'ab.'.repeat(200_000),
      `${'a@'.repeat(100_000)}`,
    ])
      expect(withoutAddresses(hostile).length).toBeGreaterThan(0);
  });
});

describe('the text of an article that is compared', () => {
  it.each([
    ['seven é 字', 'seven é 字 https://a.example/x'],
    ['seven é 字字', 'seven é 字字'],
  ])('is whole if fewer than eight letters are left of it: %s', (left, expected) => {
    const article = { content: `${left} https://a.example/x`, summary: '', boilerplate: [] };
    expect(comparedText(article).trimEnd()).toBe(expected);
  });
});
