import { SendEmailCommand, SESv2Client, type SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import { awsStatusOf } from '../lib/errors.ts';
import type { Log } from '../logging/log.ts';
import type { Mail, MailOutcome, SendMail } from '../model/mail.ts';
import { timeLimited } from './aws-clients.ts';

// Separate from the other adapters, because the client of SES is loaded with the first mail.

/** SES takes a mail within a second. */
const REQUEST_MS = 10_000;

/**
 * Creates the client of SES. It tries once, because a second try could send a mail twice. Each mail has a connection of its own:
 * one that was kept while the function stood still may break off with the mail, which would then be lost.
 */
export const newMailClient = (config: SESv2ClientConfig = {}): SESv2Client => {
  const agent = { keepAlive: false };
  const requestHandler = { ...timeLimited(REQUEST_MS).requestHandler, httpAgent: agent, httpsAgent: agent };
  return new SESv2Client({ requestHandler, maxAttempts: 1, ...config });
};

/** Characters of a name in one encoded word, which may have 75 (RFC 2047, 2). */
const WORD = 10;

/** Returns a sender as a header has it: a name with letters beyond ASCII in encoded words, because SES encodes none. */
const senderOf = (from: string): string => {
  const [, name = '', address = from] = /^([^<]*)<(.*)>$/.exec(from) ?? [];
  if (/^[ -~]*$/.test(name)) return from;
  const letters = Array.from(name.trim().replaceAll('"', ''));
  const words = Array.from({ length: Math.ceil(letters.length / WORD) }, (_, n) =>
    Buffer.from(letters.slice(n * WORD, (n + 1) * WORD).join('')).toString('base64'),
  );
  return `${words.map((word) => `=?UTF-8?B?${word}?=`).join(' ')} <${address}>`;
};

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });

const commandOf = (
  { to, subject, text, html, headers = {}, attachments = [] }: Mail,
  from: string,
): SendEmailCommand =>
  new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    Content: {
      Simple: {
        Subject: utf8(oneLine(subject)),
        Body: { Text: utf8(text), Html: utf8(html) },
        Headers: Object.entries({ ...headers, 'Auto-Submitted': 'auto-generated' }).map(([Name, value]) => ({
          Name,
          Value: oneLine(value),
        })),
        Attachments: attachments.map(({ name, type, bytes }) => ({
          FileName: name,
          ContentType: type,
          RawContent: bytes,
        })),
      },
    },
  });

/** The errors of a connection that never stood. */
const unreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Returns how a mail went that failed. Only a refusal of SES, and a connection that never stood, say that it was not sent. */
const outcomeOf = (error: unknown): MailOutcome => {
  const status = error instanceof Error ? awsStatusOf(error) : undefined;
  if (status !== undefined && status >= 400 && status < 500) return { state: 'failed', status };
  const isUnreached = error instanceof Error && 'code' in error && unreached.includes(String(error.code));
  return isUnreached ? { state: 'failed', status: null } : { state: 'lost' };
};

/** Creates the sending of mails through SES, from an address or a domain that is verified there. */
export const openMail = (
  { log }: { log: Pick<Log, 'warn'> },
  from: string,
  config: SESv2ClientConfig = {},
): SendMail => {
  const client = newMailClient(config);
  const sender = senderOf(from);
  return async (mail) => {
    try {
      await client.send(commandOf(mail, sender));
      return { state: 'sent' };
    } catch (error) {
      const outcome = outcomeOf(error);
      // The message of an error may have the reader's address in it.
      log.warn('a mail was not sent', { ...outcome, code: error instanceof Error ? error.name : null });
      return outcome;
    }
  };
};
