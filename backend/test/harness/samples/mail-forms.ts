import {
  type MailSample,
  htmlMail,
  mail,
  multipart,
  part,
  textMail,
  utf8,
  plain,
  html,
  pdf,
  fell,
} from './mail-samples.ts';

const logo = part('image/png', Buffer.from('89504e470d0a1a0a', 'hex'), {
  encoding: 'base64',
  headers: 'Content-ID: <logo@rain>\r\nContent-Disposition: inline; filename="logo.png"\r\n',
});
const picture = '<p>Chart:</p><img src="cid:logo@rain" alt="Rain by month"><p>Below it.</p>';
const signature = part('application/pgp-signature; name="signature.asc"', '-----BEGIN PGP SIGNATURE-----');
/** Mails by the parts that they have. */
export const forms: Record<string, MailSample> = {
  'plain text': {
    raw: textMail('Rain fell.\r\nAnd more.\r\n\r\nA second paragraph.'),
    has: ['Rain fell. And more. A second'],
  },
  'plain text in UTF-8': { raw: mail(plain), has: fell },
  'HTML as quoted-printable': {
    raw: htmlMail('<p>Rain fell — a=b. 雨が降った。</p>'),
    has: ['Rain fell — a=b. 雨が降った。'],
  },
  'HTML as base64': { raw: mail(html), has: fell },
  'HTML beside plain text': {
    raw: mail(multipart('alternative', 'b', [part('text/plain', 'Plain.', utf8), html])),
    has: fell,
    lacks: ['Plain.'],
  },
  'plain text after HTML': {
    raw: mail(multipart('alternative', 'b', [html, part('text/plain', 'Plain.', utf8)])),
    has: fell,
    lacks: ['Plain.'],
  },
  'an HTML part that is empty': {
    raw: mail(multipart('alternative', 'b', [plain, part('text/html', '<html><body> </body></html>', utf8)])),
    has: fell,
  },
  'an HTML part of one picture': { raw: htmlMail('<img src="https://rain.example/a.png" alt="All of it">') },
  'a PDF beside the text': {
    raw: mail(multipart('mixed', 'b', [html, pdf])),
    has: [...fell, '📎 report.pdf'],
  },
  'a PDF alone': { raw: mail(pdf), has: ['📎 report.pdf'] },
  'a picture in the text': {
    raw: mail(multipart('related', 'b', [part('text/html', picture, utf8), logo])),
    has: ['Chart: Rain by month Below it.'],
    lacks: ['cid:', 'logo.png', '<img'],
  },
  'parts in parts in parts': {
    raw: mail(
      multipart('mixed', 'one', [
        multipart('related', 'two', [multipart('alternative', 'three', [plain, html]), logo]),
        pdf,
      ]),
    ),
    has: [...fell, '📎 report.pdf'],
  },
  'text of two parts': {
    raw: mail(multipart('mixed', 'b', [html, part('text/plain', 'The list’s last lines.', utf8)])),
    has: [...fell, 'The list’s last lines.'],
  },
  'lines that flow': {
    raw: mail(
      part('text/plain; format=flowed', 'This is one \r\nparagraph of two lines.\r\n\r\nNext.', utf8),
    ),
    has: ['This is one paragraph of two lines. Next.'],
  },
  'links in plain text': {
    raw: textMail('Read https://rain.example/a?b=1&c=2. Or <https://rain.example/b>'),
    has: ['https://rain.example/a?b=1&c=2.'],
  },
  'an invitation to a meeting': {
    raw: mail(
      multipart('mixed', 'b', [
        html,
        part('text/calendar; name="invite.ics"; method=REQUEST', 'BEGIN:VCALENDAR', utf8),
      ]),
    ),
    has: [...fell, '📎 invite.ics'],
  },
  'an AMP part': {
    raw: mail(
      multipart('alternative', 'b', [plain, part('text/x-amp-html', '<html amp4email>AMP', utf8), html]),
    ),
    has: fell,
    lacks: ['AMP', '📎'],
  },
  'a signature of PGP': {
    raw: mail(
      multipart('signed; micalg=pgp-sha256; protocol="application/pgp-signature"', 'b', [html, signature]),
    ),
    has: fell,
    lacks: ['📎', 'BEGIN PGP'],
  },
  'a mail within a mail': {
    raw: mail(
      multipart('mixed', 'b', [
        plain,
        Buffer.concat([
          Buffer.from('Content-Type: message/rfc822\r\n\r\n'),
          textMail('What was sent before.', { subject: 'Earlier' }),
        ]),
      ]),
    ),
    has: [...fell, 'Earlier', 'What was sent before.'],
  },
  'a report that a mail came back': {
    raw: mail(
      multipart('report; report-type=delivery-status', 'b', [
        plain,
        part('message/delivery-status', 'Final-Recipient: rfc822; a@b.example\r\nStatus: 5.1.1'),
      ]),
    ),
    has: fell,
  },
};
