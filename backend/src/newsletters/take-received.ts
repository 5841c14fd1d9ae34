import { z } from 'zod';
import type { BlobStore, SizeOfBlob } from '../model/article/article.ts';
import type { Context } from '../model/context.ts';
import { receivedMailFolder } from '../model/feed/newsletter.ts';
import { MAIL_BYTES, MAIL_TOO_LARGE } from '../parser/fields/limits.ts';
import { ParseError } from '../parser/fields/parsed-feed.ts';
import { NOT_AWAITED, newsletterAt, takeMail, type TakeMailContext } from './take-mail.ts';

/** A check by SES, in its words. */
const verdict = z.object({ status: z.string() }).optional();

/** The event with which SES tells of a mail that it has received and stored (Lambda action of a receipt rule). */
export const receivedMails = z.object({
  Records: z.array(
    z.object({
      ses: z.object({
        mail: z.object({ messageId: z.string().regex(/^[\w.-]{1,200}$/) }),
        receipt: z.object({
          recipients: z.array(z.string()),
          spfVerdict: verdict,
          dkimVerdict: verdict,
          virusVerdict: verdict,
        }),
      }),
    }),
  ),
});

type ReceivedMail = z.output<typeof receivedMails>['Records'][number]['ses'];

/** The words of RFC 8601 for those of SES. GRAY: nothing was there to check. PROCESSING_FAILED: SES could not check it. */
const words: Readonly<Record<string, string>> = {
  PASS: 'pass',
  FAIL: 'fail',
  GRAY: 'none',
  PROCESSING_FAILED: 'temperror',
};

const wordOf = (checked: z.output<typeof verdict>): string | null => words[checked?.status ?? ''] ?? null;

export type TakeReceivedContext = TakeMailContext &
  Pick<Context, 'log'> & { blobs: Pick<BlobStore, 'get' | 'delete'>; sizeOf: SizeOfBlob };

/**
 * Takes in a mail that SES has received for addresses of the newsletters' domain, and deletes it from the bucket:
 *
 * 1. Find the newsletters that await it. Nothing is read for addresses that nobody has.
 * 2. Refuse it if it has a virus or is larger than 5 MB.
 * 3. Take it in, with what SES found of its sender.
 * 4. Delete it, whether it was taken or refused.
 *
 * Throws if the storage fails. The mail then stays, and the next call for it completes what was cut off. Such a call does nothing
 * once the mail is deleted.
 */
export const takeReceived = async (
  ctx: TakeReceivedContext,
  { mail, receipt }: ReceivedMail,
): Promise<void> => {
  const name = `${receivedMailFolder}/${mail.messageId}`;
  const taken = await take(ctx, name, receipt);
  if (taken === 'gone') return;
  const facts = { mail: mail.messageId, ...taken };
  if ('reason' in taken) ctx.log.warn('mail refused', facts);
  else ctx.log.info('mail taken', facts);
  await ctx.blobs.delete(name);
};

type Taken = { feeds: string[]; bytes: number } | { reason: string } | 'gone';

const take = async (
  ctx: TakeReceivedContext,
  name: string,
  { recipients, spfVerdict, dkimVerdict, virusVerdict }: ReceivedMail['receipt'],
): Promise<Taken> => {
  const awaited: string[] = [];
  for (const address of recipients) if ((await newsletterAt(ctx, address)) !== null) awaited.push(address);
  if (awaited.length === 0) return { reason: NOT_AWAITED };
  if (virusVerdict?.status === 'FAIL') return { reason: 'The mail has a virus.' };
  const size = await ctx.sizeOf(name);
  if (size !== null && size > MAIL_BYTES) return { reason: `${MAIL_TOO_LARGE}.` };
  const bytes = size === null ? null : await ctx.blobs.get(name);
  if (bytes === null) return 'gone';
  const checks = { spf: wordOf(spfVerdict), dkim: wordOf(dkimVerdict) };
  try {
    const feeds = await takeMail(ctx, bytes, { recipients: awaited, checks });
    return { feeds: feeds.map(({ feed_id }) => feed_id), bytes: bytes.length };
  } catch (error) {
    if (error instanceof ParseError) return { reason: error.message };
    throw error;
  }
};
