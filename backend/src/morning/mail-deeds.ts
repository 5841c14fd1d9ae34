import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Language, MailDeed, ServedDocument } from '../contract/index.ts';
import { DomainError } from '../lib/errors.ts';
import { isSameSecret } from '../lib/digest.ts';
import type { Notified, StoredMorning } from '../model/reader/notified.ts';
import { changeNotified, type NotifiedContext } from '../notifications/change-notified.ts';
import { escaped } from '../lib/markup.ts';
import { wordsIn } from '../languages/words-in.ts';
import { documentOf } from '../notifications/mail-style.ts';

const unknownCode = () => new DomainError('NOT_FOUND', 'There is nothing at this address.');

const deedDone: Record<MailDeed, (notified: Notified, morning: StoredMorning) => Partial<Notified>> = {
  confirm: (_, morning) => ({ morning: { ...morning, is_confirmed: true } }),
  stop: (_, morning) => ({
    morning: {
      ...morning,
      // An address that nobody confirmed is forgotten, because its owner never asked for mails.
      ...(morning.is_confirmed ? {} : { address: null }),
      settings: morning.settings === null ? null : { ...morning.settings, is_on: false },
    },
  }),
  silence: ({ channels }) => ({ channels: channels.filter(({ kind }) => kind !== 'mail') }),
};

const pageOf = (language: Language, deed: MailDeed, isDone: boolean): ServedDocument => {
  const { title, text, button, done } = wordsIn(language).morning.deeds[deed];
  const form = `<p>${escaped(text)}</p>\n<form method="post"><button class="button">${escaped(button)}</button></form>`;
  const body = `<h1>${escaped(title)}</h1>\n${isDone ? `<p>${escaped(done)}</p>` : form}`;
  return { text: documentOf(language, title, body), content_type: 'text/html' };
};

/**
 * The endpoints of the links in mails. A link opens a page that does nothing, because mail programs follow links to look at what is
 * behind them; its button, and the one click of RFC 8058, send a POST.
 */
export const mailDeedEndpoints = (ctx: NotifiedContext): HandlersOf<'getMailPage' | 'doFromMail'> => {
  const read = async (code: string) => {
    const [user_id = '', secret = ''] = code.split('.');
    const notified = await ctx.notified.get(user_id);
    const morning = notified?.morning ?? null;
    if (morning === null || !isSameSecret(secret, morning.code)) throw unknownCode();
    return { user_id, morning, language: morning.settings?.language ?? 'en' };
  };
  return {
    getMailPage: async ({ params: { mail_code: code, mail_deed: deed } }) =>
      pageOf((await read(code)).language, deed, false),
    doFromMail: async ({ params: { mail_code: code, mail_deed: deed } }) => {
      const { user_id, morning, language } = await read(code);
      await changeNotified(ctx, user_id, (before) =>
        before.morning?.code === morning.code
          ? { ...before, ...deedDone[deed](before, before.morning) }
          : null,
      );
      return pageOf(language, deed, true);
    },
  };
};
