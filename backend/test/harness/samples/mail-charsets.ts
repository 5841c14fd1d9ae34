import {
  type MailSample,
  bytesIn,
  mail,
  multipart,
  part,
  textMail,
  wordOf,
  utf8,
  plain,
} from './mail-samples.ts';

const titled = (charset: string, text: string) => ({ subject: wordOf(text, charset) });
const japanese = '東京の天気は雨、気温は十度です。';
const inCharset = (
  charset: string,
  text: string,
  encoding: 'base64' | 'quoted-printable' | '8bit',
  label = charset,
): MailSample => ({
  raw: mail(
    part('text/html', bytesIn(charset, `<p>${text}</p>`), { encoding, charset: label }),
    titled(charset, text),
  ),
  title: text,
  has: [text],
});

/** Mails by the encoding of their texts. */
export const charsets: Record<string, MailSample> = {
  'ISO-2022-JP': inCharset('iso-2022-jp', japanese, '8bit'),
  'ISO-2022-JP as base64': inCharset('iso-2022-jp', japanese, 'base64', 'ISO-2022-JP'),
  Shift_JIS: inCharset('shift_jis', `${japanese} 表示`, '8bit'),
  'Shift_JIS as quoted-printable': inCharset('shift_jis', japanese, 'quoted-printable', 'SHIFT-JIS'),
  'Windows-31J by its own name': inCharset('shift_jis', '①髙﨑㈱', 'base64', 'Windows-31J'),
  'EUC-JP': inCharset('euc-jp', japanese, 'quoted-printable'),
  'Shift_JIS in headers that do not say so': {
    raw: mail(part('text/plain', bytesIn('shift_jis', japanese), { charset: 'Shift_JIS' }), {
      subject: bytesIn('shift_jis', japanese),
    }),
    title: japanese,
    has: [japanese],
  },
  'ISO-2022-JP in headers that do not say so': {
    raw: mail(
      part('text/plain', bytesIn('iso-2022-jp', japanese), { charset: 'iso-2022-jp', encoding: '7bit' }),
      { subject: bytesIn('iso-2022-jp', japanese) },
    ),
    title: japanese,
    has: [japanese],
  },
  'ISO-2022-JP from before MIME': {
    raw: Buffer.concat([
      Buffer.from('From: news@rain.example\r\nSubject: '),
      bytesIn('iso-2022-jp', japanese),
      Buffer.from('\r\n\r\n'),
      bytesIn('iso-2022-jp', japanese),
    ]),
    title: japanese,
    sender: 'news@rain.example',
    has: [japanese],
  },
  GBK: inCharset('gbk', '北京今天下雨', 'base64', 'gb2312'),
  Big5: inCharset('big5', '臺北今天下雨', '8bit'),
  'EUC-KR': inCharset('euc-kr', '서울에는 비가 온다', 'base64', 'ks_c_5601-1987'),
  'KOI8-R': inCharset('koi8-r', 'Сегодня дождь', 'quoted-printable'),
  'Windows-1252': inCharset('windows-1252', 'It’s raining — “still”, for 5 €', 'quoted-printable'),
  'Latin 1 in headers that do not say so': {
    raw: mail(part('text/plain', 'Müller'), { subject: Buffer.from('Regen in Köln', 'latin1') }),
    title: 'Regen in Köln',
    has: ['Müller'],
  },
  'UTF-8 with a mark': { raw: mail(part('text/plain', `\ufeff${japanese}`, utf8)), has: [japanese] },
  'a charset that nobody knows': {
    raw: mail(part('text/plain', Buffer.from('Rain fell.'), { charset: 'x-nobody' })),
    has: ['Rain fell.'],
  },
  'a letter that two encoded words share': {
    raw: textMail('Rain.', {
      subject: `=?utf-8?B?${Buffer.from(japanese).subarray(0, 4).toString('base64').replaceAll('=', '')}?=`,
    }),
    has: ['Rain.'],
    title: '東\ufffd',
  },
  'a subject of several words': {
    raw: textMail('Rain.', {
      subject: `${wordOf('東京の', 'utf-8')}\r\n ${wordOf('天気', 'utf-8', 'Q')} and rain`,
    }),
    title: '東京の天気 and rain',
  },
  'a name in several words': {
    raw: textMail('Rain.', {
      from: `${wordOf('雨の', 'iso-2022-jp')} ${wordOf('便り', 'iso-2022-jp')} <news@rain.example>`,
    }),
    sender: '雨の便り',
  },
  'a file name in UTF-8': {
    raw: mail(
      multipart('mixed', 'b', [
        plain,
        part('application/pdf', '%PDF', {
          headers: `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent('天気.pdf')}\r\n`,
        }),
      ]),
    ),
    has: ['📎 天気.pdf'],
  },
};
