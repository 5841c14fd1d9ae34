import type { MailDeed } from '../contract/index.ts';
import type { Notified, StoredMorning } from '../model/reader/notified.ts';

/** Returns the address to which mails of a reader go; null if there is none or its owner has not confirmed it. */
export const confirmedAddress = (morning: StoredMorning | null): string | null =>
  morning?.is_confirmed === true ? morning.address : null;

/** Returns the text in links of mails: the reader, and the secret of their address. */
export const mailCodeOf = (
  { user_id }: Pick<Notified, 'user_id'>,
  { code }: Pick<StoredMorning, 'code'>,
): string => `${user_id}.${code}`;

/** Returns the address of the page that does something with the mails of a reader. */
export const deedAddress = ({ page, code }: { page: string; code: string }, deed: MailDeed): string =>
  `${page}/api/mail/${code}/${deed}`;

/** The headers by which a mail program offers to end the mails with one click (RFC 8058), which needs https. */
export const stopHeaders = (address: string): Record<string, string> => ({
  'List-Unsubscribe': `<${address}>`,
  ...(address.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
});
