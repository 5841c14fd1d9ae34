import { describe, expect, it } from 'vitest';
import { decodeDocument } from './decode.ts';

const hex = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');
const repeat = (bytes: Uint8Array, times: number): Uint8Array =>
  Buffer.concat(Array.from({ length: times }, () => bytes));
const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

// The samples 今日はニュースです。 / 今天的新闻 我们是 / Сегодня новости мира in several encodings.
const japanese = '今日はニュースです。';
const shiftJis = hex('8d a1 93 fa 82 cd 83 6a 83 85 81 5b 83 58 82 c5 82 b7 81 42');
const eucJp = hex('ba a3 c6 fc a4 cf a5 cb a5 e5 a1 bc a5 b9 a4 c7 a4 b9 a1 a3');
const iso2022Jp = hex('1b 24 42 3a 23 46 7c 24 4f 25 4b 25 65 21 3c 25 39 24 47 24 39 21 23 1b 28 42 20');
const chinese = '今天的新闻我们是';
const gbk = hex('bd f1 cc ec b5 c4 d0 c2 ce c5 ce d2 c3 c7 ca c7');
const traditional = '今天的新聞我們是';
const big5 = hex('a4 b5 a4 d1 aa ba b7 73 bb 44 a7 da ad cc ac 4f');
const russian = 'новости мира сегодня';
const koi8r = hex('ce cf d7 cf d3 d4 c9 20 cd c9 d2 c1 20 d3 c5 c7 cf c4 ce d1');
const windows1251 = hex('ed ee e2 ee f1 f2 e8 20 ec e8 f0 e0 20 f1 e5 e3 ee e4 ed ff');

describe('decodeDocument', () => {
  it.each([
    ['shift_jis', shiftJis, japanese],
    ['euc-jp', eucJp, japanese],
    ['iso-2022-jp', iso2022Jp, `${japanese} `],
    ['gb18030', gbk, chinese],
    ['big5', big5, traditional],
    ['koi8-r', koi8r, russian],
    ['windows-1251', windows1251, russian],
    [
      'windows-1252',
      ascii('d\u00e9j\u00e0 vu, \u00e0 c\u00f4t\u00e9 de la for\u00eat'),
      'déjà vu, à côté de la forêt',
    ],
  ])('detects %s without a declaration', (encoding, bytes, text) => {
    const document = Buffer.concat([ascii('<rss><title>'), repeat(bytes, 5), ascii('</title></rss>')]);
    expect(decodeDocument(document, null)).toEqual({
      text: `<rss><title>${text.repeat(5)}</title></rss>`,
      encoding,
    });
  });

  it.each([
    ['a declaration', ascii('<?xml version="1.0" encoding="Shift_JIS"?>'), null],
    ['the header', ascii('<?xml version="1.0"?>'), 'text/xml; charset="shift_jis"'],
    ['a name that is no standard one', ascii('<?xml version="1.0" encoding="cp932"?>'), null],
    [
      'a declaration against a server that says Latin-1',
      ascii('<?xml version="1.0" encoding="Shift_JIS"?>'),
      'text/xml; charset=iso-8859-1',
    ],
    [
      'a declaration against a header that lies',
      ascii('<?xml version="1.0" encoding="Shift_JIS"?>'),
      'text/xml; charset=utf-8',
    ],
  ])('uses %s', (_, prolog, contentType) => {
    expect(decodeDocument(Buffer.concat([prolog, shiftJis]), contentType).text).toContain(japanese);
  });

  it('prefers valid multi-byte UTF-8 to what is declared', () => {
    const document = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><t>日本</t>');
    expect(decodeDocument(document, 'text/xml; charset=windows-1251').text).toContain('日本');
  });

  it('treats a few bad bytes as damage, not as another encoding', () => {
    const document = Buffer.concat([
      Buffer.from('<t>日本語の文章です'),
      hex('ff'),
      Buffer.from('まだ続く</t>'),
    ]);
    expect(decodeDocument(document, null).text).toBe('<t>日本語の文章です\ufffdまだ続く</t>');
  });

  it('drops a character that is cut off at the end', () => {
    const document = Buffer.from('<t>日本');
    expect(decodeDocument(document.subarray(0, document.length - 1), null)).toEqual({
      text: '<t>日',
      encoding: 'utf-8',
    });
  });

  it('reads UTF-16 with and without a byte order mark, and drops the mark of UTF-8', () => {
    const little = Buffer.from('<rss>é</rss>', 'utf16le');
    expect(decodeDocument(little, null).text).toBe('<rss>é</rss>');
    expect(decodeDocument(Buffer.concat([hex('ff fe'), little]), null).text).toBe('<rss>é</rss>');
    expect(decodeDocument(Buffer.concat([hex('fe ff'), Buffer.from(little).swap16()]), null).text).toBe(
      '<rss>é</rss>',
    );
    expect(decodeDocument(Buffer.concat([hex('ef bb bf'), Buffer.from('<rss>é')]), null).text).toBe('<rss>é');
  });
});
