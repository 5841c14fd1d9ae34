import type { Language } from '../contract/index.ts';
import type { Mail, MailOutcome } from '../model/mail.ts';
import type { Notified } from '../model/reader/notified.ts';
import { escaped } from '../lib/markup.ts';
import { wordsIn } from '../languages/words-in.ts';
import { notifiedAddress, deedAddress, mailCodeOf, stopHeaders } from './mail-links.ts';
import { documentOf } from './mail-style.ts';
import type { Message } from './message.ts';
import type { Outcome } from './channels.ts';

/** The confirmed address of a reader, to which the morning edition goes too, and what links in mails need. */
export type MailTarget = { address: string; stop: string; language: Language };

/** Returns where notifications go as mails; null without a confirmed address. */
export const mailTargetOf = (notified: Notified): MailTarget | null => {
  const { morning, settings } = notified;
  const address = notifiedAddress(morning);
  const page = settings?.page ?? morning?.settings?.page;
  if (morning === null || address === null || page === undefined) return null;
  const code = mailCodeOf(notified, morning);
  const language = settings?.language ?? morning.settings?.language ?? 'en';
  return { address, stop: deedAddress({ page, code }, 'silence'), language };
};

/** Returns a message as a mail. Its buttons are left out, because mail programs follow links by themselves. */
export const notificationMail = ({ title, text, open }: Message, target: MailTarget): Mail => {
  const { address, stop, language } = target;
  const { noMails } = wordsIn(language).notifications;
  const lines = text.split('\n');
  const link = (to: string, name: string): string => `<a href="${escaped(to)}">${escaped(name)}</a>`;
  return {
    to: address,
    subject: title,
    text: [title, text, ...(open === null ? [] : [open.url]), `-- \n${noMails}: ${stop}`].join('\n\n'),
    html: documentOf(
      language,
      title,
      `<h1>${escaped(title)}</h1>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${open === null ? '' : `<p class="links">${link(open.url, open.label)}</p>\n`}<p class="foot">${link(stop, noMails)}</p>`,
    ),
    headers: stopHeaders(stop),
  };
};

/** Returns how a mail went, as the outcome of a channel. */
export const outcomeOf = (mailed: MailOutcome): Outcome => {
  if (mailed.state === 'sent') return { state: 'sent' };
  const status = mailed.state === 'failed' ? mailed.status : null;
  return { state: mailed.state, problem: { reason: status === null ? 'unreachable' : 'refused', status } };
};
