import type { Context } from '../model/context.ts';
import type { MailOutcome } from '../model/mail.ts';
import type { Notified, StoredMorning } from '../model/reader/notified.ts';
import { gatherEdition, type EditionContext } from '../edition/gather-edition.ts';
import { changeNotified, type NotifiedContext } from '../notifications/change-notified.ts';
import { confirmedAddress, isEReader, mailCodeOf } from '../notifications/mail-links.ts';
import { restOf } from '../notifications/notify.ts';
import { createDue } from './due.ts';
import { morningMail, type Addressed } from './morning-mail.ts';

export type MorningContext = EditionContext & NotifiedContext & Pick<Context, 'mail'>;

const DAY_MS = 24 * 3_600_000;
/** The most stories of a mail, as of the book. */
const MOST_STORIES = 12;

/** Returns to whom and how mails of the morning edition go; null without settings or a confirmed address. */
export const addressedOf = (notified: Notified | null): Addressed | null => {
  const morning = notified?.morning ?? null;
  const address = confirmedAddress(morning);
  if (notified === null || morning === null || morning.settings === null || address === null) return null;
  const { language, page, time_zone } = morning.settings;
  return { language, page, time_zone, address, code: mailCodeOf(notified, morning) };
};

/** Returns the mail with what reached the reader in the last 24 hours, as a book for an e-reader; null if that is no story. */
export const writeMorning = async (ctx: MorningContext, userId: string, addressed: Addressed) => {
  const since = new Date(ctx.now().getTime() - DAY_MS).toISOString();
  const { language } = addressed;
  const isBook = isEReader(addressed.address);
  const edition = await gatherEdition(ctx, userId, {
    since,
    limit: MOST_STORIES,
    language,
    isCompared: isBook,
  });
  if (edition.sections.length === 0) return null;
  if (!isBook) return morningMail(edition, addressed);
  // What makes books is read by those alone who want one.
  const { bookMail } = await import('./book-mail.ts');
  return bookMail(edition, addressed);
};

/** Returns what is stored after a mail. One that no server took is tried again, later each time. */
export const afterMail = (morning: StoredMorning, outcome: MailOutcome, at: Date): StoredMorning => {
  const time = at.toISOString();
  if (outcome.state === 'sent')
    return { ...morning, last_sent_at: time, problem: null, failures: 0, rests_until: null };
  const failures = outcome.state === 'lost' ? 0 : morning.failures + 1;
  return {
    ...morning,
    problem: { status: outcome.state === 'lost' ? null : outcome.status, at: time },
    failures,
    rests_until: failures === 0 ? null : new Date(at.getTime() + restOf(failures)).toISOString(),
  };
};

/** Returns the day whose mail is to be sent now; null while the mails are off, on other days, and while they rest from failures. */
const readyDay = ({ settings, done_day, rests_until }: StoredMorning, at: Date): string | null =>
  settings?.is_on !== true || (rests_until !== null && rests_until > at.toISOString())
    ? null
    : createDue(settings)(done_day, at);

/**
 * Sends the mail of the day, if its hour has come:
 *
 * 1. Is a mail due? If not, nothing more is read.
 * 2. Read the stories and write the mail. A day without stories is done with that.
 * 3. Claim the day by one conditional write, send the mail, and write how that went.
 *
 * A day is claimed before its mail is sent, so whatever is repeated never sends it twice. A process that ends between the two
 * loses the mail of that day; its stories stay in Today.
 */
export const sendMorning = async (ctx: MorningContext, userId: string): Promise<void> => {
  const { mail: send } = ctx;
  const notified = await ctx.notified.get(userId);
  const addressed = addressedOf(notified);
  const morning = notified?.morning ?? null;
  if (send === null || notified === null || morning === null || addressed === null) return;
  const day = readyDay(morning, ctx.now());
  if (day === null) return;
  const mail = await writeMorning(ctx, userId, addressed);
  // Another run, or the reader, may have changed it since it was read.
  const claimed = { ...notified, morning: { ...morning, done_day: day } };
  if (!(await ctx.notified.put(claimed, ctx.newId())) || mail === null) return;
  const outcome = await send(mail);
  await changeNotified(ctx, userId, (before) => {
    // The reader left, or chose another address.
    if (before.morning?.code !== morning.code) return null;
    const after = afterMail(before.morning, outcome, ctx.now());
    const isUndone = outcome.state === 'failed' && after.done_day === day;
    return { ...before, morning: isUndone ? { ...after, done_day: morning.done_day } : after };
  });
  ctx.log.info('sent a morning edition', { user_id: userId, state: outcome.state });
};
