import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVisible, KEPT_FOR_EVER } from '../../contract/index.ts';
import { MAX_OPML_FEEDS, parseOpml, writeOpml } from './opml.ts';
import { RefusedFile } from '../fields/refused-file.ts';
import { anyCharacter } from '../../../test/harness/samples/any-character.ts';
import { runs } from '../../../test/harness/property-runs.ts';
import { anyUrl } from '../../../test/harness/samples/any-url.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (body: string) => parseOpml(bytes(`<opml version="2.0"><body>${body}</body></opml>`));

describe('reading OPML', () => {
  it('reads rows, folders and nested folders in order', () => {
    expect(
      parse(`<outline text="A" xmlUrl="https://a.example/f" type="rss"/>
        <outline text="News"><outline title="B" xmlUrl="https://b.example/f"></outline>
          <outline text="Japan"><outline text="C" xmlUrl="https://c.example/f"/></outline>
          <outline text="D" xmlUrl="https://d.example/f"/>
        </outline><outline text="E" xmlUrl="https://e.example/f"/>`),
    ).toEqual([
      { url: 'https://a.example/f', title: 'A', folder: null },
      { url: 'https://b.example/f', title: 'B', folder: 'News' },
      { url: 'https://c.example/f', title: 'C', folder: 'News / Japan' },
      { url: 'https://d.example/f', title: 'D', folder: 'News' },
      { url: 'https://e.example/f', title: 'E', folder: null },
    ]);
  });

  it('reads OPML 1 with names in any case, entities, and an unescaped ampersand', () => {
    const text = `<?xml version="1.0"?><!DOCTYPE opml [<!ENTITY x "expanded">]>
      <OPML version="1.1"><HEAD/><BODY><OUTLINE TEXT="Caf&eacute; &amp; &#12354; &x;" XMLURL="https://a.example/?a=1&copy=2&amp;b=3"/></BODY></OPML>`;
    expect(parseOpml(bytes(text))).toEqual([
      { url: 'https://a.example/?a=1&copy=2&b=3', title: 'Café & あ &x;', folder: null },
    ]);
  });

  it('reports a feed without an address as a row, and ignores links, inclusions and notes', () => {
    expect(
      parse(`<outline type="rss" text="Broken"/><outline type="link" url="https://l.example/" text="L"/>
        <outline type="include" url="https://i.example/x.opml"/><outline text="a note"/><outline type="rss" url="https://u.example/f"/>`),
    ).toEqual([
      { url: '', title: 'Broken', folder: null },
      { url: 'https://u.example/f', title: null, folder: null },
    ]);
  });

  it('reads the complete part of a truncated document', () => {
    const text =
      '<opml><body><outline text="F"><outline xmlUrl="https://a.example/"/><outline xmlUrl="https://b';
    expect(parseOpml(bytes(text))).toEqual([{ url: 'https://a.example/', title: null, folder: 'F' }]);
  });

  it('reads Shift_JIS, UTF-16 and a byte order mark', () => {
    const japanese = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><opml><body><outline text="'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]),
      Buffer.from('" xmlUrl="https://a.example/"/></body></opml>'),
    ]);
    const text = '<opml><body><outline text="日本語" xmlUrl="https://a.example/"/></body></opml>';
    for (const document of [japanese, Buffer.from(`\ufeff${text}`, 'utf16le'), bytes(`\ufeff${text}`)])
      expect(parseOpml(document)).toEqual([{ url: 'https://a.example/', title: '日本語', folder: null }]);
  });

  it('cuts long folder names between characters and ignores nameless folders', () => {
    const [row] = parse(
      `<outline text="${'x'.repeat(95)}"><outline><outline text="a😀"><outline xmlUrl="https://a.example/"/></outline></outline></outline>`,
    );
    expect(row?.folder).toBe(`${'x'.repeat(95)} / a`);
  });

  it.each([
    ['', 'no <opml>'],
    ['{"a": 1}', 'no <opml>'],
    ['<html><body><outline xmlUrl="https://a.example/"/></body></html>', 'no <opml>'],
    [`<opml>${'<outline text="x">'.repeat(101)}`, '100 levels'],
    [`<opml>${'<outline xmlUrl="https://a.example/"/>'.repeat(MAX_OPML_FEEDS + 1)}`, '1,000 feeds'],
  ])('refuses %.60s', (text, message) => {
    expect(() => parseOpml(bytes(text))).toThrow(RefusedFile);
    expect(() => parseOpml(bytes(text))).toThrow(message);
  });

  it('ignores times for which articles stay that nobody could choose', () => {
    for (const days of ['', 'x', '0', '-1', '366', '1.5', '1e9'])
      expect(parse(`<outline xmlUrl="https://a.example/" omomi:keepDays="${days}"/>`)).toEqual([
        { url: 'https://a.example/', title: null, folder: null },
      ]);
  });

  it('ignores invisible names', () => {
    expect(
      parse(
        '<outline text="&#8203;&#8205;"><outline text="&#xFEFF; &#x2800;" xmlUrl="https://a.example/f"/></outline>',
      ),
    ).toEqual([{ url: 'https://a.example/f', title: null, folder: null }]);
  });

  it('accepts 0 feeds and exactly 1,000', () => {
    expect(parse('')).toEqual([]);
    expect(parse('<outline xmlUrl="https://a.example/"/>'.repeat(MAX_OPML_FEEDS))).toHaveLength(1000);
  });

  it.each(['<!--', '<![CDATA[', '<a ', '&', '<', '<outline text="', '<outline></outline>'])(
    'ends on 4 MB of %s',
    { tags: ['long'] },
    (shred) => {
      expect(parse(shred.repeat(4_000_000 / shred.length))).toEqual([]);
    },
  );

  it('throws only RefusedFile for any input', () => {
    const shreds = [
      '<opml>',
      '<outline ',
      'xmlUrl="',
      '"',
      '/>',
      '</outline>',
      '<!--',
      '<![CDATA[',
      '&',
      ';',
      '<',
      'a',
    ];
    const always = fc.check(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.array(fc.constantFrom(...shreds), { maxLength: 200 }).map((parts) => bytes(parts.join(''))),
        ),
        (document) => {
          try {
            return parseOpml(document).length >= 0;
          } catch (error) {
            return error instanceof RefusedFile;
          }
        },
      ),
      { numRuns: runs(500) },
    );
    expect(always).toMatchObject({ failed: false, numRuns: runs(500) });
  });
});

describe('writing OPML', () => {
  const now = new Date('2026-03-01T08:00:00.000Z');
  // Generate any name that the contract accepts, without the characters that XML cannot contain.
  const name = (maxLength: number) =>
    fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: maxLength / 2 })
      .map((text) => text.replace(/[\p{Cc}\ufffe\uffff]/gu, '').trim())
      .filter(isVisible);
  const markup = fc.constantFrom('<&>"\'', ']]>', '&amp;', '&copy;', 'a  b', 'a\nb', 'a / b', '日本語', '😀');
  const subscription = fc.record({
    url: anyUrl({ withQuery: true }),
    title: fc.oneof(name(300), markup),
    folder: fc.option(fc.oneof(name(100), markup)),
    site_url: fc.option(anyUrl()),
    keep_days: fc.option(fc.oneof(fc.integer({ min: 1, max: 365 }), fc.constant(KEPT_FOR_EVER))),
  });

  it('reads again as the same feeds, titles, folders and times for which articles stay', () => {
    fc.assert(
      fc.property(fc.uniqueArray(subscription, { selector: ({ url }) => url, maxLength: 40 }), (all) => {
        const wanted = all.map(({ url, title, folder, keep_days }) => ({
          url,
          title,
          folder,
          ...(keep_days === null ? {} : { keep_days }),
        }));
        const order = (a: { url: string }, b: { url: string }) => (a.url < b.url ? -1 : 1);
        const read = parseOpml(bytes(writeOpml(all, now)));
        expect(read.toSorted(order)).toEqual(wanted.toSorted(order));
      }),
      { numRuns: runs(300) },
    );
  });

  it('leaves out characters that XML cannot contain', () => {
    const one = {
      url: 'https://a.example/',
      title: 'a\0b\ud800c',
      folder: null,
      site_url: null,
      keep_days: null,
    };
    expect(parseOpml(bytes(writeOpml([one], now)))).toMatchObject([{ title: 'abc' }]);
  });
});
