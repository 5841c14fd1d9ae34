import type { MailDeed } from '../contract/index.ts';
import type { Notified, StoredMorning } from '../model/reader/notified.ts';

/** Returns the address to which mails of a reader go; null if there is none or its owner has not confirmed it. */
export const confirmedAddress = (morning: StoredMorning | null): string | null =>
  morning?.is_confirmed === true ? morning.address : null;

/** The services that put what is mailed to an address on an e-reader: Kindle's and PocketBook's. */
const E_READERS = new Set(['kindle.com', 'pbsync.com']);

/**
 * Checks whether an address is that of an e-reader. Nobody reads mails there, so nobody could confirm it; instead the service asks its
 * owner from whom it may take something, and drops the rest.
 */
export const isEReader = (address: string): boolean =>
  E_READERS.has(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

/** Returns the address to which notifications go; null if there is none, or an e-reader has it, which shows no mails. */
export const notifiedAddress = (morning: StoredMorning | null): string | null => {
  const address = confirmedAddress(morning);
  return address === null || isEReader(address) ? null : address;
};

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
