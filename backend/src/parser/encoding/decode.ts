import { isUtf8 } from 'node:buffer';

/** Number of bytes inspected: enough for a decision at a limited cost. */
const SAMPLE_BYTES = 65_536;

type Candidate = { label: string; score: (text: string) => number };

const share = (text: string, pattern: RegExp): number => {
  const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return foreign === 0 ? 0 : (text.match(pattern)?.length ?? 0) / foreign;
};

// Japanese text always contains kana; half-width katakana appear when text in another encoding is misread.
const japanese = (text: string): number =>
  share(text, /[\u3040-\u30ff\u3001\u3002]/g) * 2 +
  share(text, /[\u4e00-\u9fa5]/g) -
  share(text, /[\uff61-\uff9f]/g) * 2;

const commonHanzi =
  /[的一是不了在人有我他这個这中大来來上国國个到说說们們为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對可里後后小么麼新天]/g;

const chinese = (text: string): number =>
  share(text, /[\u4e00-\u9fa5\u3001\u3002\uff0c]/g) + share(text, commonHanzi) * 4;

const korean = (text: string): number => share(text, /[\uac00-\ud7a3]/g) * 1.6;

// Only letters inside Cyrillic words count, because a single Cyrillic letter in a Latin word is a misread accented
// letter. Lower case counts more than upper case, because KOI8-R and windows-1251 text misread as each other has
// swapped cases.
const russian = (text: string): number =>
  share(text, /(?<=[а-яё][а-яё])[а-яё]/gi) +
  share(text, /[а-яё]/g) * 0.8 +
  share(text, /[оеаинтсрвл]/g) * 0.4 -
  share(text, /[\u2500-\u259f]/g) * 3;

const MULTI_BYTE: Candidate[] = [
  { label: 'euc-jp', score: japanese },
  { label: 'shift_jis', score: japanese },
  { label: 'gb18030', score: chinese },
  { label: 'big5', score: chinese },
  { label: 'euc-kr', score: korean },
];

const SINGLE_BYTE: Candidate[] = [
  { label: 'windows-1251', score: russian },
  { label: 'koi8-r', score: russian },
];

const decodes = (label: string, bytes: Uint8Array): string | null => {
  try {
    // With `stream`, a character cut in two at the end of the sample is not an error.
    return new TextDecoder(label, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
};

/**
 * Returns the most likely encoding of bytes that are not UTF-8 and have no declared encoding; windows-1252 if none is
 * likely enough, since it decodes everything.
 */
const detectEncoding = (bytes: Uint8Array): string => {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  let best = { label: 'windows-1252', score: 1.2 };
  for (const candidate of [...MULTI_BYTE, ...SINGLE_BYTE]) {
    const text = decodes(candidate.label, sample);
    const score = text === null ? 0 : candidate.score(text);
    if (score > best.score) {
      best = { label: candidate.label, score };
    }
  }
  return best.label;
};

/** Number of bytes read of a document; the rest is treated like the missing end of a truncated one. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

type Decoded = { text: string; encoding: string };

/** Encoding names that feeds use but the Encoding Standard does not list. */
const ALIASES: Record<string, string> = {
  cp932: 'shift_jis',
  'shift-jis': 'shift_jis',
  eucjp: 'euc-jp',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  utf_8: 'utf-8',
  utf8mb4: 'utf-8',
  latin1: 'windows-1252',
  'latin-1': 'windows-1252',
};

/** Returns the decoder's own name of an encoding; null if the decoder does not know it. */
const canonicalLabel = (label: string | undefined): string | null => {
  if (label === undefined) {
    return null;
  }
  const name = label.trim().toLowerCase();
  try {
    return new TextDecoder(ALIASES[name] ?? name).encoding;
  } catch {
    return null;
  }
};

const headerCharset = (contentType: string | null): string | null =>
  canonicalLabel(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1]);

const declaredEncoding = (bytes: Uint8Array): string | null => {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return canonicalLabel(/<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/i.exec(head)?.[1]);
};

/** Detects UTF-16 by its byte order mark, or by the null bytes that ASCII characters have in it. */
const utf16Label = (bytes: Uint8Array): string | null => {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) {
    return 'utf-16le';
  }
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0)) {
    return 'utf-16be';
  }
  return null;
};

const decodeAs = (label: string, bytes: Uint8Array, fatal = false): string | null => {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes, { stream: fatal });
  } catch {
    return null;
  }
};

/** Removes a character that the end of the bytes cuts in two. */
const wholeUtf8 = (bytes: Uint8Array): Uint8Array => {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) {
      return bytes;
    }
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return back < length ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
};

const isMultiByte = (label: string): boolean =>
  /^(?:shift_jis|euc-jp|gbk|gb18030|big5|euc-kr|iso-2022-jp)$/.test(label);

/**
 * Returns the text if it is UTF-8 apart from a few invalid bytes; null if more than a fifth of the non-ASCII characters
 * are invalid, as in another encoding.
 */
const nearlyUtf8 = (bytes: Uint8Array): string | null => {
  const text = decodeAs('utf-8', bytes) ?? '';
  const bad = text.match(/\ufffd/g)?.length ?? 0;
  const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return bad * 4 <= foreign - bad ? text : null;
};

// ISO-2022-JP uses only ASCII bytes, so UTF-8 would accept it; its escape sequences identify it.
const isIso2022Jp = (bytes: Uint8Array): boolean => {
  const at = bytes.indexOf(0x1b);
  return (
    at !== -1 && /^(?:\$[@B]|\([JI])/.test(Buffer.from(bytes.subarray(at + 1, at + 3)).toString('latin1'))
  );
};

const chooseLegacy = (header: string | null, declared: string | null, bytes: Uint8Array): string => {
  // Many servers declare windows-1252 for everything, so the document's own declaration wins over it.
  const stated = [
    header === 'windows-1252' && declared !== null ? declared : header,
    declared,
    header,
  ].filter((label) => label !== null && !label.startsWith('utf-'));
  const proven = stated.find((label) => label !== null && isMultiByte(label) && decodeAs(label, bytes, true));
  return proven ?? stated.find((label) => label !== null) ?? detectEncoding(bytes);
};

/**
 * Decodes a document. The encoding is the first that applies: that of a byte order mark, UTF-8 if the bytes are valid
 * UTF-8, the header's charset, the XML declaration's encoding, a detected encoding. Bytes after MAX_DOCUMENT_BYTES are
 * not read. Never throws.
 */
export const decodeDocument = (input: Uint8Array, contentType: string | null): Decoded => {
  const bytes = input.length > MAX_DOCUMENT_BYTES ? input.subarray(0, MAX_DOCUMENT_BYTES) : input;
  const wide = utf16Label(bytes);
  if (wide !== null) {
    return { text: decodeAs(wide, bytes) ?? '', encoding: wide };
  }
  const whole = wholeUtf8(bytes);
  if (isUtf8(whole)) {
    const encoding = isIso2022Jp(whole) ? 'iso-2022-jp' : 'utf-8';
    return { text: decodeAs(encoding, whole) ?? '', encoding };
  }
  const header = headerCharset(contentType);
  const declared = declaredEncoding(bytes);
  if ((header ?? 'utf-8') === 'utf-8' || (declared ?? 'utf-8') === 'utf-8') {
    const text = nearlyUtf8(bytes);
    if (text !== null) {
      return { text, encoding: 'utf-8' };
    }
  }
  const encoding = chooseLegacy(header, declared, bytes);
  return { text: decodeAs(encoding, bytes) ?? '', encoding };
};

/** Decodes a web page. Its encoding comes from the Content-Type header, a `<meta>` of its head, or the bytes. */
export const decodePage = (bytes: Uint8Array, contentType: string | null): string => {
  const type = contentType ?? '';
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const charset = /charset/i.test(type)
    ? undefined
    : /<meta[^>]{0,200}?charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1];
  return decodeDocument(bytes, charset === undefined ? type : `${type}; charset=${charset}`).text;
};
