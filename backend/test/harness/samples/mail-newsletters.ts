import {
  fell,
  list,
  type MailSample,
  htmlMail,
  mail,
  multipart,
  part,
  textMail,
  utf8,
  plain,
  winmail,
} from './mail-samples.ts';

const cells =
  '<table role="presentation"><tr><td><table><tr><td>Left</td><td>Right</td></tr></table></td></tr></table>';
const numbers = '<table><tr><th>Month</th><th>Rain</th></tr><tr><td>May</td><td>80 mm</td></tr></table>';
const pixel = 'https://click.rain.example/x.gif';

/** What newsletters do. */
export const newsletters: Record<string, MailSample> = {
  'a hidden line before the text': {
    raw: htmlMail('<div style="display:none;max-height:0">Preview<img src=a></div><p>Rain.</p>'),
    has: ['Rain.'],
    lacks: ['Preview'],
  },
  'tables that only place things': { raw: htmlMail(cells), has: ['Left Right'], lacks: ['<table', '<td'] },
  'a table with numbers in one that places it': {
    raw: htmlMail(`<table><tr><td>${numbers}</td></tr></table><table><tr><td>End</td></tr></table>`),
    has: ['Month Rain May 80 mm End'],
  },
  'a picture of one pixel': {
    raw: htmlMail(`<p>Rain.</p><img src="${pixel}" width="1" height="1">`),
    lacks: ['click.rain', '<img'],
  },
  'a picture of one pixel by its height alone': {
    raw: htmlMail(`<p>Rain.</p><img src="${pixel}" width="100%" height="1">`),
    lacks: ['click.rain'],
  },
  'a hidden picture': {
    raw: htmlMail(`<p>Rain.</p><img src="${pixel}" style="visibility:hidden">`),
    lacks: ['click.rain'],
  },
  'pictures of senders that report the opening': {
    raw: htmlMail(
      [
        'u1.ct.sendgrid.net/wf/open?upn=1',
        'rain.us1.list-manage.com/track/open.php?u=1',
        'eotrx.substackcdn.com/open?token=1',
        'x1.r.eu.awstrack.me/I0/1',
        'track.hubspot.com/__ptq.gif?a=1',
        'mail.beehiiv.example/v1/o/abc',
      ]
        .map((address) => `<img src="https://${address}">`)
        .join('<p>Rain.</p>'),
    ),
    lacks: ['<img'],
  },
  'a picture that is meant to be seen': {
    raw: htmlMail('<p>Rain.</p><img src="https://rain.example/open/may.jpg" width="600">'),
  },
  'two ways to unsubscribe': {
    raw: list(
      'List-Unsubscribe: <mailto:leave@rain.example?subject=1>,\r\n <https://rain.example/leave?a=1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ),
    unsubscribe: 'https://rain.example/leave?a=1',
  },
  'unsubscribing by mail': {
    raw: list('List-Unsubscribe: <mailto:leave@rain.example?subject=leave>'),
    unsubscribe: 'mailto:leave@rain.example?subject=leave',
  },
  'ways to unsubscribe that are none': {
    raw: list('List-Unsubscribe: <http://rain.example/leave>, <javascript:alert(1)>, leave'),
    unsubscribe: null,
  },
  'a request to confirm': {
    raw: htmlMail('<p>Please confirm:</p><a href="https://rain.example/confirm?token=a%2Bb">Yes</a>', {
      subject: 'Please confirm',
    }),
    title: 'Please confirm',
    has: ['Please confirm: Yes'],
  },
  'a name with a comma in quotes': {
    raw: textMail('Rain.', { from: '"Rain, The Daily" <News@Rain.example>' }),
    sender: 'Rain, The Daily',
  },
  'a sender without a name': {
    raw: textMail('Rain.', { from: 'news@rain.example' }),
    sender: 'news@rain.example',
  },
  'a sender in a group': {
    raw: textMail('Rain.', { from: 'Team: Rain <news@rain.example>;' }),
    sender: 'Rain',
  },
  'text and winmail.dat': {
    raw: mail(multipart('mixed', 'b', [plain, winmail])),
    has: [...fell, '📎 winmail.dat'],
  },
  'winmail.dat alone': {
    raw: mail(multipart('mixed', 'b', [part('text/plain', '\r\n', utf8), winmail])),
    refused: /winmail\.dat/,
  },
};
