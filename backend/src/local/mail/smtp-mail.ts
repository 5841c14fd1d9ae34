import type { Log } from '../../logging/log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Mail, MailOutcome, SendMail } from '../../model/mail.ts';
import { isLoopback } from '../cli/host-names.ts';

/** Milliseconds. Nobody waits longer for a server that is silent. */
const PATIENCE_MS = 10_000;
/** Milliseconds between two replies; a server may scan a mail for viruses before it takes it. */
const SILENCE_MS = 30_000;

type Server = {
  host: string;
  port: number;
  secure: boolean;
  /** A password is sent over TLS alone, except within this machine. */
  requireTLS: boolean;
  auth: { user: string; pass: string } | null;
};

/** Reads SMTP_URL: `smtp:` begins without TLS and changes to it if the server can, `smtps:` begins with it. */
export const readSmtpUrl = (smtpUrl: string): Server => {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && username !== '' && !isLoopback(host),
    auth: username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
};

const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : null;

/** Returns what may be logged of an error: the code of its kind and of the reply, and not the address that the reply repeats. */
const factsOf = (error: unknown) => ({
  code: error instanceof Error && 'code' in error ? error.code : null,
  status: statusOf(error),
});

/** The library is read with the first mail, because most processes send none. */
const loadLibrary = async () => {
  const [{ default: SmtpConnection }, { default: MailComposer }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
  ]);
  return { SmtpConnection, MailComposer };
};

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** Returns the bytes of a mail (RFC 5322) with the addresses of its envelope. */
const compose = async (
  { MailComposer }: Library,
  { to, subject, text, html, headers = {}, attachments = [] }: Mail,
  from: string,
  date: Date,
) => {
  const node = new MailComposer({
    from,
    // An address that is parsed could name several.
    to: { name: '', address: to },
    subject,
    text,
    html,
    date,
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return { bytes: await node.build(), from: node.getEnvelope().from };
};

/**
 * Creates the sending of mails through a server that takes them by SMTP (RFC 5321), each by a connection of its own. An address
 * in a private network is fine, because whoever runs Omomi names the server.
 */
export const createSmtpMail = (
  { log, now }: { log: Log; now: Clock },
  smtpUrl: string,
  from: string,
): SendMail => {
  const { auth, ...server } = readSmtpUrl(smtpUrl);
  return async (mail) => {
    const library = await loadLibrary();
    const composed = await compose(library, mail, from, now());
    const connection = new library.SmtpConnection({
      ...server,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      dnsTimeout: PATIENCE_MS,
      socketTimeout: SILENCE_MS,
    });
    // Before the message is handed over, nothing can have been sent.
    let hasBegun = false;
    try {
      await new Promise<void>((resolve, reject) => {
        const next = (step: () => void) => (error?: Error | null) =>
          error === undefined || error === null ? step() : reject(error);
        const send = () => {
          hasBegun = true;
          connection.send({ from: composed.from, to: [mail.to] }, composed.bytes, next(resolve));
        };
        connection.once('error', reject);
        connection.connect(next(auth === null ? send : () => connection.login(auth, next(send))));
      });
      connection.quit();
      return { state: 'sent' };
    } catch (error) {
      connection.close();
      log.warn('a mail was not sent', factsOf(error));
      return outcomeOf(statusOf(error), hasBegun);
    }
  };
};

const outcomeOf = (status: number | null, hasBegun: boolean): MailOutcome =>
  status === null && hasBegun ? { state: 'lost' } : { state: 'failed', status };
