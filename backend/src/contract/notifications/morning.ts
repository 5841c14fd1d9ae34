import { z } from 'zod';
import { timeZone } from '../search/search.ts';
import { timestamp } from '../schemas/common.ts';
import { language } from '../schemas/languages.ts';
import { clock, pageOrigin } from './notifications.ts';

/** When the morning edition is made. The page sends its own time zone, language and address. */
export const morningSettings = z.strictObject({
  is_on: z.boolean(),
  /** The time of day from which it is made and, where there is an address, sent. */
  time: clock,
  /** The days of the week, 1 for Monday to 7 for Sunday (ISO 8601). */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  time_zone: timeZone,
  language,
  /** The origin of the page, which the links in the mail lead to. */
  page: pageOrigin,
});

/**
 * An address that mails go to. A link in a first mail confirms it, unless it is the one that the reader signs in with, or an e-reader's, which gets the edition as a book. Without settings
 * the mails come every day at 7:00.
 */
export const morningAddress = z.strictObject({
  address: z
    .string()
    .max(254)
    .regex(
      /^[^\s<>"(),:;@\\[\]]{1,64}@[^\s<>"(),:;@\\[\]]{1,189}$/,
      'expected an address such as anna@example.org',
    ),
  time_zone: timeZone,
  language,
  page: pageOrigin,
});

/** Why a mail did not arrive: the reply code of SMTP or the status of SES's answer, null without one. */
export const mailProblem = z.object({ status: z.int().nullable(), at: timestamp });

export const morning = z.object({
  /** False where no server is set that sends mails. */
  can_send: z.boolean(),
  /** Null until the reader sets something. */
  settings: morningSettings.nullable(),
  address: z.string().nullable(),
  /** False until the link in the first mail was followed. */
  is_confirmed: z.boolean(),
  /** The time of the last mail that arrived; null before the first. */
  last_sent_at: timestamp.nullable(),
  /** Null if the last mail arrived. */
  problem: mailProblem.nullable(),
});

/** How a mail went. `empty`: there was no story, so none was sent. `lost`: the connection broke off, so it may have been sent. */
export const morningSent = z.object({ state: z.enum(['sent', 'empty', 'failed', 'lost']) });

/** Names the reader of a mail, with the secret that only mails to that address have. */
export const mailCode = z.string().regex(/^[0-9a-z]{1,64}\.[\w-]{43}$/, 'this is no code');
/** `confirm`: mails may come to this address. `stop`: no more morning editions. `silence`: no more notifications as mails. */
export const mailDeed = z.enum(['confirm', 'stop', 'silence']);

export type MorningSettings = z.infer<typeof morningSettings>;
export type Morning = z.infer<typeof morning>;
export type MailProblem = z.infer<typeof mailProblem>;
export type MailDeed = z.infer<typeof mailDeed>;
