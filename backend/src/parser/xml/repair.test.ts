import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf } from './outline.ts';
import { repairXml } from './repair.ts';
import { runs } from '../../../test/harness/property-runs.ts';

const repaired = (inner: string): string =>
  repairXml(`<rss version="2.0"><channel>${inner}</channel></rss>`, 'rss', true).text.replace(
    /^<rss version="2.0"><channel>([^]*)<\/channel><\/rss>$/,
    '$1',
  );

describe('repairXml', () => {
  it.each([
    ['stray ampersands', '<title>a & b &amp; c</title>', '<title>a &amp; b &amp; c</title>'],
    ['stray brackets', '<title>1 < 2 <3</title>', '<title>1 &lt; 2 &lt;3</title>'],
    ['unquoted attributes', '<item><link href=x y/></item>', '<item><link href="x" y="y"/></item>'],
    ['comments', '<title>a<!-- & <b> -->b</title>', '<title>ab</title>'],
    ['stray end tags', '</p><title>a</b></title>', '<title>a</title>'],
    ['a channel that ends too early', '</channel><item><link>1</link></item>', '<item><link>1</link></item>'],
    [
      'an unclosed channel element',
      '<generator>g<item><link>1</link></item>',
      '<generator>g</generator><item><link>1</link></item>',
    ],
    [
      'an unclosed title',
      '<item><title>a<link>1</link></item>',
      '<item><title>a</title><link>1</link></item>',
    ],
    [
      'an unclosed item',
      '<item><link>1</link><item><link>2</link></item>',
      '<item><link>1</link></item><item><link>2</link></item>',
    ],
    [
      'line breaks in HTML',
      '<description>a<br>b<b>c</description>',
      '<description>a<br/>b<b>c</b></description>',
    ],
    [
      'an unclosed CDATA section',
      '<title><![CDATA[a</title><link><![CDATA[b]]></link>',
      '<title><![CDATA[a]]></title><link><![CDATA[b]]></link>',
    ],
    ['names that parsers refuse', '<item><__proto__>a</__proto__></item>', '<item>a</item>'],
  ])('repairs %s', (_, broken, mended) => {
    expect(repaired(broken)).toBe(mended);
  });

  it('leaves out the incomplete item of a truncated document', () => {
    const whole = '<rss><channel><item><link>1</link></item>';
    for (const rest of [
      '<item>',
      '<item><link>2</link>',
      '<item><title><![CDATA[x',
      '<item><title>x</ti',
      '<item><a b="',
    ]) {
      const { text, items } = repairXml(whole + rest, 'rss', true);
      expect(text).toBe(`${whole}</channel></rss>`);
      expect(items).toBe(1);
    }
  });

  it('adds a missing root element', () => {
    expect(repairXml('<channel><title>t</title></channel>', 'channel', true).text).toBe(
      '<rss version="2.0"><channel><title>t</title></channel></rss>',
    );
    expect(repairXml('</b><item><link>1</link></item>', 'rss', false).items).toBe(1);
  });

  it('is balanced and does not change when repaired again, for any input', () => {
    const piece = fc.constantFrom(
      '<item>',
      '</item>',
      '<title>',
      '</title>',
      '<b a="',
      '"',
      '>',
      '<',
      '&',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      'text',
      '<br>',
      '</channel>',
      '<x:y z=1/>',
      '<entry>',
      "'",
      '<?pi?>',
      '<description>',
      '<__proto__>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const once = repairXml(`<rss><channel>${pieces.join('')}`, 'rss', true);
        const outline = outlineOf(once.text);
        expect(outline.itemStarts.length).toBe(outline.itemEnds);
        expect(repairXml(once.text, 'rss', true).text).toBe(once.text);
      }),
      { numRuns: runs(500) },
    );
  });

  it('produces output in proportion to its input', { tags: ['long'] }, () => {
    for (const part of [
      '<!--',
      '<![CDATA[',
      '<a ',
      '<',
      '&',
      '<a>',
      '<item>',
      '<title>',
      '<a "',
      '<x y="<![CDATA[">',
      '</a',
      '<![CDATA[</title>',
    ]) {
      const text = `<rss><channel><item><title>${part.repeat(500_000)}`;
      expect(repairXml(text, 'rss', true).text.length).toBeLessThan(text.length * 5 + 1000);
      outlineOf(text);
    }
  });
});
