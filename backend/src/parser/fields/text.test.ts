import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml, plainText, titleText } from './text.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';

describe('plainText', () => {
  it.each([
    ['<p>Hello&nbsp;<b>wor</b>ld</p><p>again &amp; again</p>', 'Hello world again & again'],
    ['a<br>b', 'a b'],
    ['<script>if (a < b) alert("x")</script>kept<style>p{}</style>', 'kept'],
    ['<a title="a > b" href=\'x\'>link</a>', 'link'],
    ['<!-- hidden <b> --> shown', 'shown'],
    ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
    ['&lt;b&gt; is a tag', '<b> is a tag'],
    ['<p>never closed', 'never closed'],
    ['half a tag <a href="', 'half a tag <a href="'],
    ['<script>never closed', 'never closed'],
    ['\u0000 a\n\t b\u200b ', 'a b'],
    ['caf&eacute; &#26085;&#x672c;', 'café 日本'],
  ])('makes text of %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it('restores any escaped text, except for its white space', () => {
    const text = fc
      .string({ unit: anyCharacter })
      .map((value) => value.replace(/[\p{Cc}\s\u200b]+/gu, ' ').trim());
    fc.assert(
      fc.property(text, (value) => {
        expect(plainText(escapeHtml(value))).toBe(value);
      }),
    );
  });

  it.each(['<!--', '<![CDATA[', '<a ', '<', '&', '<a x="', '<script>', '</script', "<a x='>"])(
    'ends on 500,000 x %s',
    { tags: ['long'] },
    (piece) => {
      const html = piece.repeat(500_000);
      for (const end of ['', '>', '">', "'>", '-->']) {
        expect(plainText(html + end).length).toBeLessThanOrEqual(html.length + 4);
      }
    },
  );
});

describe('titleText', () => {
  it.each([
    ['<b>Bold</b> title &amp; more', 'Bold title & more'],
    ['List<String> in Java', 'List<String> in Java'],
    ['<![CDATA[x]]>', ''],
    ['  many \n spaces ', 'many spaces'],
  ])('makes text of %j', (html, text) => {
    expect(titleText(html)).toBe(text);
  });
});
