/** Returns the bytes of a text in an encoding that TextEncoder lacks, found by decoding all pairs of bytes. */
const encoderOf = (charset: string) => {
  const decoder = new TextDecoder(charset);
  const bytes = new Map<string, number[]>();
  for (let first = 0; first < 256; first++) {
    const single = decoder.decode(Uint8Array.of(first));
    if (single.length === 1 && single !== '\ufffd') bytes.set(single, [first]);
    for (let second = 0x40; second < 256 && first > 0x80; second++) {
      const both = decoder.decode(Uint8Array.of(first, second));
      if (both.length === 1 && !bytes.has(both)) bytes.set(both, [first, second]);
    }
  }
  return (text: string): Buffer =>
    Buffer.from(Array.from(text).flatMap((letter) => bytes.get(letter) ?? [...Buffer.from('?')]));
};

const encoders = new Map<string, (text: string) => Buffer>();
const encodedIn = (charset: string, text: string): Buffer => {
  const encode = encoders.get(charset) ?? encoderOf(charset);
  encoders.set(charset, encode);
  return encode(text);
};

/** ISO-2022-JP has the characters of EUC-JP with seven bits, between sequences that begin and end them. */
const inIso2022Jp = (text: string): Buffer =>
  Buffer.concat(
    [...text.matchAll(/[\0-\x7f]+|[^\0-\x7f]+/g)].map(([part]) =>
      part.charCodeAt(0) < 0x80
        ? Buffer.from(part)
        : Buffer.concat([
            Buffer.from('\x1b$B'),
            encodedIn('euc-jp', part).map((byte) => byte & 0x7f),
            Buffer.from('\x1b(B'),
          ]),
    ),
  );

/** Returns the bytes of a text in a charset. */
export const bytesIn = (charset: string, text: string): Buffer => {
  if (/^iso-2022-jp$/i.test(charset)) return inIso2022Jp(text);
  return /^(?:utf-8|us-ascii)$/i.test(charset) ? Buffer.from(text) : encodedIn(charset.toLowerCase(), text);
};

/** Returns an encoded word of a header (RFC 2047). */
export const wordOf = (text: string, charset = 'utf-8', form: 'B' | 'Q' = 'B'): string => {
  const bytes = bytesIn(charset, text);
  const quoted = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  return `=?${charset}?${form}?${form === 'B' ? bytes.toString('base64') : quoted}?=`;
};

/** Returns bytes as quoted-printable, in lines of at most 76 characters. */
const quotedPrintable = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) =>
      byte === 10 || byte === 13 || (byte >= 32 && byte < 127 && byte !== 61)
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
    .replaceAll(/(?:=[0-9A-F]{2}|[^=\r\n]){70,72}(?=[^\r\n])/g, '$&=\r\n');

type Encoding = '7bit' | '8bit' | 'quoted-printable' | 'base64';

/** Returns a part of a mail: its headers, an empty line, its content. */
export const part = (
  type: string,
  content: string | Uint8Array,
  {
    charset,
    encoding = '8bit',
    headers = '',
  }: { charset?: string; encoding?: Encoding; headers?: string } = {},
): Buffer => {
  const bytes = typeof content === 'string' ? bytesIn(charset ?? 'utf-8', content) : content;
  const body =
    encoding === 'base64'
      ? Buffer.from(Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\r\n'))
      : encoding === 'quoted-printable'
        ? Buffer.from(quotedPrintable(bytes))
        : Buffer.from(bytes);
  const named = charset === undefined ? '' : `; charset=${charset}`;
  return Buffer.concat([
    Buffer.from(`Content-Type: ${type}${named}\r\nContent-Transfer-Encoding: ${encoding}\r\n${headers}\r\n`),
    body,
  ]);
};

/** Returns a part that has others. */
export const multipart = (kind: string, boundary: string, parts: readonly Uint8Array[]): Buffer =>
  Buffer.concat([
    Buffer.from(`Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n`),
    ...parts.flatMap((one) => [Buffer.from(`--${boundary}\r\n`), one, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

type Head = {
  from?: string;
  to?: string;
  subject?: string | Uint8Array;
  date?: string;
  id?: string;
  more?: string;
};

/** Returns a mail with the headers that every one has, and the headers and content of this part. */
export const mail = (
  body: Uint8Array,
  {
    from = 'Morning Rain <news@rain.example>',
    to = 'reader@omomi.example',
    subject = 'Rain over the mountains',
    date = 'Sun, 01 Mar 2026 06:30:00 +0000',
    id = '<1@rain.example>',
    more = '',
  }: Head = {},
): Buffer =>
  Buffer.concat([
    Buffer.from(
      `Received: from mx.rain.example by mx.omomi.example; ${date}\r\nFrom: ${from}\r\nTo: ${to}\r\nSubject: `,
    ),
    Buffer.from(subject),
    Buffer.from(`\r\nDate: ${date}\r\nMessage-ID: ${id}\r\nMIME-Version: 1.0\r\n${more}`),
    body,
  ]);

/** Returns a mail in HTML. */
export const htmlMail = (html: string, head: Head = {}): Buffer =>
  mail(part('text/html', html, { charset: 'utf-8', encoding: 'quoted-printable' }), head);

/** Returns a mail in plain text. */
export const textMail = (text: string, head: Head = {}): Buffer =>
  mail(part('text/plain', text, { charset: 'utf-8' }), head);

/** The parts of a mail that are shown, or the reason why it is refused. Absent fields are those of every sample. */
export type MailSample = {
  raw: Uint8Array;
  title?: string;
  sender?: string;
  from?: string;
  /** Texts that a reader sees. */
  has?: readonly string[];
  /** Texts that are nowhere in the article's HTML. */
  lacks?: readonly string[];
  unsubscribe?: string | null;
  refused?: RegExp;
};

export const utf8 = { charset: 'utf-8' };
export const base64 = { charset: 'utf-8', encoding: 'base64' as const };
export const plain = part('text/plain', 'Rain fell. 雨が降った。', utf8);
export const html = part('text/html', '<p>Rain <b>fell</b>. 雨が降った。</p>', base64);
export const pdf = part('application/pdf; name="report.pdf"', Buffer.from('%PDF-1.7'), {
  encoding: 'base64',
  headers: 'Content-Disposition: attachment; filename="report.pdf"\r\n',
});
export const winmail = part('application/ms-tnef; name="winmail.dat"', Buffer.from('789f3e22', 'hex'), {
  encoding: 'base64',
});
export const fell = ['Rain fell. 雨が降った。'];

/** Returns a mail with this header. */
export const list = (more: string): Uint8Array => textMail('Rain.', { more: `${more}\r\n` });
