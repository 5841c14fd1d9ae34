import {
  list,
  type MailSample,
  htmlMail,
  mail,
  multipart,
  part,
  textMail,
  wordOf,
  utf8,
  base64,
  plain,
  html,
  pdf,
  fell,
} from './mail-samples.ts';

/** Mails that are not as they should be. */
export const broken: Record<string, MailSample> = {
  'a last boundary that is missing': {
    raw: mail(multipart('alternative', 'b', [plain, html])).subarray(0, -8),
    has: fell,
  },
  'lines that end in LF': {
    raw: Buffer.from(
      mail(multipart('alternative', 'b', [plain, html]))
        .toString()
        .replaceAll('\r\n', '\n'),
    ),
    has: fell,
  },
  'a boundary that is not named': {
    raw: Buffer.from(
      mail(multipart('mixed', 'b', [html]))
        .toString()
        .replace('; boundary="b"', ''),
    ),
    title: 'Rain over the mountains',
  },
  'base64 with other characters in it': {
    raw: mail(Buffer.from(part('text/plain', 'Rain fell.', base64).toString().replace('UmFp', 'U*mF\r\np'))),
    has: ['Rain fell.'],
  },
  'quoted-printable that is none': {
    raw: mail(part('text/plain', 'a =ZZ b = c =\r\nd =', { ...utf8, encoding: '8bit' })),
    has: ['a =ZZ b'],
  },
  'a date that is none': { raw: textMail('Rain.', { date: 'the day before' }) },
  'no Message-ID': {
    raw: Buffer.from(
      textMail('Rain.')
        .toString()
        .replace(/Message-ID.*\r\n/, ''),
    ),
  },
  'no subject': { raw: textMail('Rain.', { subject: '' }), title: '' },
  'two subjects': { raw: list('Subject: Another') },
  'a subject alone': { raw: textMail('') },
  'a line of a mailbox before it': {
    raw: Buffer.concat([Buffer.from('From news@rain.example Sun Mar  1 06:30:00 2026\n'), textMail('Rain.')]),
    has: ['Rain.'],
  },
  'no sender but a Sender': { raw: Buffer.from(textMail('Rain.').toString().replace('From:', 'Sender:')) },
  'nothing but a sender': { raw: Buffer.from('From: news@rain.example\r\n\r\n'), refused: /empty/ },
  'no sender': {
    raw: Buffer.from(
      textMail('Rain.')
        .toString()
        .replace(/From:.*\r\n/, ''),
    ),
    refused: /no sender/,
  },
  'a page instead of a mail': {
    raw: Buffer.from('<!doctype html><title>Rain</title><p>Rain.'),
    refused: /not a mail/,
  },
  'bytes that are no text': {
    raw: Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256)),
    refused: /not a mail/,
  },
  'no bytes': { raw: Buffer.alloc(0), refused: /not a mail/ },
};

const nested = (depth: number): Uint8Array =>
  Buffer.from(
    `${Array.from({ length: depth }, (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join('')}Content-Type: text/plain\r\n\r\nRain.\r\n`,
  );
const mailsInMails = (depth: number): Uint8Array =>
  Buffer.from(
    `${'Content-Type: message/rfc822\r\n\r\nFrom: a@b.example\r\nSubject: Inner\r\n'.repeat(depth)}\r\nRain.`,
  );

/** Mails that are large. */
export const huge: Record<string, MailSample> = {
  'an attachment of 3 MB': {
    raw: mail(
      multipart('mixed', 'b', [
        plain,
        part('application/zip; name="a.zip"', Buffer.alloc(3_000_000), { encoding: 'base64' }),
      ]),
    ),
    has: [...fell, '📎 a.zip'],
  },
  'more than 5 MB': { raw: textMail('x'.repeat(5_000_000)), refused: /larger than 5 MB/ },
  'headers of 300 KB': { raw: list(`X-Rain: ${'a'.repeat(300_000)}`), refused: /cannot be read/ },
  'parts in parts, forty deep': { raw: mail(nested(40)), refused: /cannot be read/ },
  'mails in mails, a hundred deep': { raw: mail(mailsInMails(100)) },
  'five thousand parts': {
    raw: mail(
      multipart(
        'mixed',
        'b',
        Array.from({ length: 5000 }, () => Buffer.from('\r\nRain.')),
      ),
    ),
    has: ['Rain. Rain.'],
  },
  'a thousand attachments': {
    raw: mail(multipart('mixed', 'b', [plain, ...Array.from({ length: 1000 }, () => pdf)])),
    has: fell,
  },
  'a line of 4 MB': { raw: textMail('rain '.repeat(800_000)), has: ['rain rain'] },
  'tables in tables, six hundred deep': {
    raw: htmlMail(`${'<table><tr><td>'.repeat(600)}Rain.`),
    has: ['Rain.'],
  },
  'three hundred thousand tags': {
    raw: mail(part('text/html', `<p>Rain.</p>${'<b>x</b>'.repeat(150_000)}`, utf8)),
    has: ['Rain.'],
  },
  'ten thousand encoded words': {
    raw: textMail('Rain.', { subject: '=?utf-8?B?YQ==?= '.repeat(10_000) }),
    title: `${'a'.repeat(299)}…`,
  },
  'a subject that nearly is encoded words': {
    raw: textMail('Rain.', { subject: '=?'.repeat(50_000) }),
    title: `${'=?'.repeat(149)}=…`,
  },
  'ten thousand recipients': {
    raw: textMail('Rain.', { to: Array.from({ length: 10_000 }, (_, n) => `a${n}@b.example`).join(', ') }),
  },
};

/** Mails that want to do harm. */
export const hostile: Record<string, MailSample> = {
  'scripts and handlers': {
    raw: htmlMail(
      '<script>alert(1)</script><p onclick="alert(1)">Rain.</p><img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe>',
    ),
    has: ['Rain.'],
    lacks: ['script', 'onclick', 'onerror', 'iframe', 'alert'],
  },
  'links that run': {
    raw: htmlMail(
      '<a href="javascript:alert(1)">Rain</a><a href="data:text/html,x">x</a><a href=" java\nscript:alert(1)">y</a>',
    ),
    has: ['Rain'],
    lacks: ['href'],
  },
  'a form and a refresh': {
    raw: htmlMail(
      '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example/"><form action="https://evil.example"><input name="a"><button>Go</button></form><a href="/x">Rain</a>',
    ),
    lacks: ['evil.example', '<form', '<input', '<meta', '<base'],
  },
  'styles that load': {
    raw: htmlMail(
      '<style>@import "https://evil.example/a.css"</style><p style="background:url(https://evil.example/b)">Rain.</p><link rel="stylesheet" href="https://evil.example/c">',
    ),
    has: ['Rain.'],
    lacks: ['evil.example'],
  },
  'HTML in subject, name and file name': {
    raw: mail(
      multipart('mixed', 'b', [
        plain,
        part('application/pdf; name="<img src=x onerror=alert(1)>.pdf"', '%PDF'),
      ]),
      {
        subject: '<b>Rain</b><script>alert(1)</script>',
        from: '"<script>alert(1)</script>" <news@rain.example>',
      },
    ),
    title: '<b>Rain</b><script>alert(1)</script>',
    sender: '<script>alert(1)</script>',
    has: ['📎 <img src=x onerror=alert(1)>.pdf'],
    lacks: ['<img', '<script'],
  },
  'lines in a header by an encoded word': {
    raw: textMail('Rain.', { subject: wordOf('Rain\r\nBcc: all@rain.example\r\n\r\n<p>') }),
    title: 'Rain Bcc: all@rain.example <p>',
  },
  'a path as a file name': {
    raw: mail(multipart('mixed', 'b', [plain, part('text/csv; name="../../etc/passwd"', 'a')])),
    has: ['📎 ../../etc/passwd'],
  },
  'a Message-ID of 5,000 characters': {
    raw: textMail('Rain.', { id: `<${'a'.repeat(5000)}@rain.example>` }),
  },
  'plain text that looks like HTML': {
    raw: textMail('<script>alert(1)</script> & https://rain.example/"onmouseover=alert(1)'),
    has: ['<script>alert(1)</script> &'],
    lacks: ['<script', '/"on'],
  },
  'a text that PGP has encrypted': {
    raw: mail(
      multipart('encrypted; protocol="application/pgp-encrypted"', 'b', [
        part('application/pgp-encrypted', 'Version: 1'),
        part('application/octet-stream', '-----BEGIN PGP MESSAGE-----'),
      ]),
    ),
    refused: /encrypted/,
  },
  'a text that S/MIME has encrypted': {
    raw: mail(
      part(
        'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"',
        Buffer.from('3082', 'hex'),
        { encoding: 'base64' },
      ),
    ),
    refused: /encrypted/,
  },
  'a boundary of the outer mail in an attachment': {
    raw: mail(
      multipart('mixed', 'b', [
        plain,
        part('text/plain; name="a.txt"', '--b--\r\nFrom: evil@evil.example', utf8),
      ]),
    ),
    has: fell,
  },
};
