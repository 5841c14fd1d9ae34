import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { ConfigError } from '../../config/env.ts';
import { keyFor, type Limiter } from '../../limits/limiter.ts';
import { newsletterAt, takeMail, type TakeMailContext } from '../../newsletters/take-mail.ts';
import { ParseError } from '../../parser/fields/parsed-feed.ts';
import { MAIL_BYTES, MAIL_TOO_LARGE } from '../../parser/fields/limits.ts';
import type { SenderChecks } from '../../parser/mail/read-mail.ts';

/** Connections at once, recipients of a mail, and milliseconds for which a connection may be silent. */
const MOST_CLIENTS = 10;
const MOST_RECIPIENTS = 20;
const SILENT_MS = 60_000;

/** A mail as it comes in: who sends it from where, by SMTP. */
type Delivery = { address: string; helo: string; from: string };

/** Looks whether the sender of a mail is who they say they are (SPF, DKIM). Never throws. */
export type CheckSender = (delivery: Delivery, bytes: Uint8Array) => Promise<SenderChecks>;

export type ListenContext = TakeMailContext & { limiter: Limiter };

/** Refuses by this reply of SMTP (RFC 5321, 4.2.3): 4xx is tried again by the sender, 5xx is not. */
class SmtpError extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const tooLarge = () => new SmtpError(552, MAIL_TOO_LARGE);

/** Reads a mail to its end, and keeps it unless it is too large. Throws SmtpError 552. */
const readAll = async (stream: SMTPServerDataStream): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw tooLarge();
  return Buffer.concat(chunks);
};

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Returns the key and the certificate in a folder. Throws ConfigError. */
const readCertificate = async (folder: string): Promise<{ key: Buffer; cert: Buffer }> => {
  try {
    const read = (name: string) => readFile(join(folder, name));
    return { key: await read('privkey.pem'), cert: await read('fullchain.pem') };
  } catch (error) {
    throw new ConfigError(
      `NEWSLETTER_TLS=${folder} cannot be used: fullchain.pem and privkey.pem are needed there (${reasonOf(error)})`,
      { cause: error },
    );
  }
};

/** Counts an attempt of an address. Throws SmtpError 451 for one too many. */
const countOn = async ({ limiter }: ListenContext, address: string): Promise<void> => {
  const sender = { address, user_id: null, token_id: null, attempt: null };
  const { is_allowed } = await limiter('hook', keyFor('hook', sender));
  if (!is_allowed) throw new SmtpError(451, 'Too many mails from this address, try again later');
};

/** Returns the reply for an error. One that is not about the mail is logged, and the sender tries again. */
const replyTo = ({ log }: ListenContext, error: unknown): SmtpError => {
  if (error instanceof SmtpError) return error;
  // Reading that takes too long may do so because the machine is busy, so the sender tries again.
  if (error instanceof ParseError)
    return new SmtpError(error.fault === 'too_complex' ? 451 : 554, error.message);
  log.error('mail not taken', { error });
  return new SmtpError(451, 'The mail cannot be stored now, try again later');
};

/**
 * Listens for the mails of newsletters by SMTP (RFC 5321), without authentication, and with STARTTLS if `tls` is a folder with
 * `fullchain.pem` and `privkey.pem`. Only mails for an address of
 * a newsletter are taken, so it relays nothing: 550 for any other recipient, 552 for more than 5 MB, 554 for a mail that
 * cannot be shown, 451 for too many from an address, while the storage fails, and if reading the mail takes too long. A mail is acknowledged after it is stored. Throws
 * ConfigError if the address cannot be listened at; port 0 lets the system choose.
 */
export const listenForMails = async (
  ctx: ListenContext,
  { host, port, tls, check }: { host: string; port: number; tls?: string | undefined; check: CheckSender },
): Promise<{ port: number; close: () => Promise<void> }> => {
  const recipient = async (address: string, { remoteAddress }: SMTPServerSession): Promise<void> => {
    await countOn(ctx, remoteAddress);
    if ((await newsletterAt(ctx, address)) === null) throw new SmtpError(550, 'No such address here');
  };
  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const { remoteAddress: address, hostNameAppearsAs: helo, envelope } = session;
    const bytes = await readAll(stream);
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const checks = await check({ address, helo, from }, bytes);
    const recipients = envelope.rcptTo.map((to) => to.address);
    const feeds = await takeMail(ctx, bytes, { recipients, checks });
    ctx.log.info('mail taken', { feeds: feeds.map(({ feed_id }) => feed_id), bytes: bytes.length });
  };
  const answered = (work: Promise<void>, answer: (error?: Error | null) => void): void =>
    void work.then(
      () => answer(),
      (error: unknown) => answer(replyTo(ctx, error)),
    );
  const certificate = tls === undefined ? {} : await readCertificate(tls);
  const server = new SMTPServer({
    ...certificate,
    banner: 'Omomi takes newsletters',
    disabledCommands: tls === undefined ? ['AUTH', 'STARTTLS'] : ['AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    size: MAIL_BYTES,
    maxClients: MOST_CLIENTS,
    maxRecipients: MOST_RECIPIENTS,
    socketTimeout: SILENT_MS,
    closeTimeout: 1000,
    onMailFrom: ({ args }, _session, answer) =>
      answer(args !== false && Number(args['SIZE']) > MAIL_BYTES ? tooLarge() : null),
    onRcptTo: ({ address }, session, answer) => answered(recipient(address, session), answer),
    onData: (stream, session, answer) => answered(take(stream, session), answer),
  });
  // A connection that breaks is no news.
  server.on('error', (error) => ctx.log.info('mail connection broke', { error }));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    throw new ConfigError(`NEWSLETTER_LISTEN=${host}:${port} cannot be listened at: ${reasonOf(error)}`, {
      cause: error,
    });
  });
  const bound = server.server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
