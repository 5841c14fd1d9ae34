import type { Language } from '../contract/index.ts';
import type { Context } from '../model/context.ts';
import type { Mail, MailOutcome } from '../model/mail.ts';
import type { Notified, StoredMorning } from '../model/reader/notified.ts';
import { gatherEdition, type Edition, type EditionContext } from '../edition/gather-edition.ts';
import { keptAt } from '../edition/edition-blobs.ts';
import { readKept, writeKept } from '../edition/kept-editions.ts';
import { changeNotified, type NotifiedContext } from '../notifications/change-notified.ts';
import { confirmedAddress, isEReader, mailCodeOf } from '../notifications/mail-links.ts';
import { restOf } from '../notifications/notify.ts';
import { createDue } from './due.ts';
import { morningMail, type Addressed } from './morning-mail.ts';

export type MorningContext = EditionContext & NotifiedContext & Pick<Context, 'blobs' | 'mail'>;

const DAY_MS = 24 * 3_600_000;
/** The most stories of an edition, as of the book. */
const MOST_STORIES = 12;

/** Returns to whom and how mails of the morning edition go; null without settings or a confirmed address. */
export const addressedOf = (notified: Notified | null): Addressed | null => {
  const morning = notified?.morning ?? null;
  const address = confirmedAddress(morning);
  if (notified === null || morning === null || morning.settings === null || address === null) return null;
  const { language, page, time_zone } = morning.settings;
  return { language, page, time_zone, address, code: mailCodeOf(notified, morning) };
};

/** Gathers what reached the reader in the last 24 hours; null if that is no story. Only books show what sources say differently. */
const gatherMorning = async (
  ctx: MorningContext,
  userId: string,
  { language, isBook }: { language: Language; isBook: boolean },
): Promise<Edition | null> => {
  const since = new Date(ctx.now().getTime() - DAY_MS).toISOString();
  const question = { since, limit: MOST_STORIES, language, isCompared: isBook };
  const edition = await gatherEdition(ctx, userId, question);
  return edition.sections.length === 0 ? null : edition;
};

/** Returns an edition as a mail, for an e-reader as a book. */
const mailOf = async (edition: Edition, addressed: Addressed): Promise<Mail> => {
  if (!isEReader(addressed.address)) return morningMail(edition, addressed);
  // What makes books is read by those alone who want one.
  const { bookMail } = await import('./book-mail.ts');
  return bookMail(edition, addressed);
};

/** Returns the mail with what reached the reader in the last 24 hours; null if that is no story. */
export const writeMorning = async (ctx: MorningContext, userId: string, addressed: Addressed) => {
  const { language, address } = addressed;
  const edition = await gatherMorning(ctx, userId, { language, isBook: isEReader(address) });
  return edition === null ? null : mailOf(edition, addressed);
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

/** Returns the day whose edition is due now; null while they are off, on other days, and while mails rest from failures. */
const readyDay = ({ settings, done_day, rests_until }: StoredMorning, at: Date): string | null =>
  settings?.is_on !== true || (rests_until !== null && rests_until > at.toISOString())
    ? null
    : createDue(settings)(done_day, at);

/**
 * Returns the edition of a day, and the editions that are kept then; null if it has no story. One whose mail no server took is kept
 * already, and stays the same.
 */
const editionOf = async (
  ctx: MorningContext,
  { user_id, morning }: Notified & { morning: StoredMorning },
  day: string,
  how: { language: Language; isBook: boolean },
): Promise<{ edition: Edition; kept: StoredMorning['kept'] } | null> => {
  const before = await readKept(ctx, user_id, day, morning);
  if (before !== null) return { edition: before, kept: morning.kept };
  const gathered = await gatherMorning(ctx, user_id, how);
  if (gathered === null) return null;
  const edition = { ...gathered, day };
  const id = await writeKept(ctx, user_id, edition);
  return { edition, kept: { ...Object.fromEntries(keptAt(morning, ctx.now())), [day]: id } };
};

/**
 * Keeps the edition of the day, if its hour has come, and sends it where a server is set and the reader has an address:
 *
 * 1. Is one due? If not, nothing more is read. An address that nobody has confirmed yet waits for that.
 * 2. Read the stories, write them to a blob, and write the mail. A day without stories is done with that.
 * 3. Claim the day and name the blob by one conditional write, send the mail, and write how that went.
 *
 * A day is claimed before its mail is sent, so whatever is repeated never sends it twice, and of several blobs one is in force. A process
 * that ends between the two loses the mail of that day; the catalogue has its edition.
 */
export const sendMorning = async (ctx: MorningContext, userId: string): Promise<void> => {
  const { mail: send } = ctx;
  const notified = await ctx.notified.get(userId);
  const morning = notified?.morning ?? null;
  if (notified === null || morning === null || morning.settings === null) return;
  const addressed = send === null ? null : addressedOf(notified);
  if (send !== null && addressed === null && morning.address !== null) return;
  const day = readyDay(morning, ctx.now());
  if (day === null) return;
  const { language } = morning.settings;
  const isBook = addressed === null || isEReader(addressed.address);
  const made = await editionOf(ctx, { ...notified, morning }, day, { language, isBook });
  const mail = made === null || addressed === null ? null : await mailOf(made.edition, addressed);
  const kept = made?.kept ?? morning.kept;
  // Another run, or the reader, may have changed it since it was read.
  const claimed = { ...notified, morning: { ...morning, done_day: day, kept } };
  if (!(await ctx.notified.put(claimed, ctx.newId())) || send === null || mail === null) return;
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
