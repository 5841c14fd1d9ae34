import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../config/env.ts';

const path = z.string().refine(isAbsolute, 'expected an absolute path');

/** The settings of the server that sends mails, and of the ways by which those of newsletters come. */
export const mailSettings = {
  SMTP_URL: z.string().optional(),
  NEWSLETTER_MAILDIR: path.optional(),
  /** Address and port at which mails are taken. */
  NEWSLETTER_LISTEN: z
    .string()
    .regex(
      /^(?:\[[\da-fA-F:]{2,39}\]|[\w.-]{1,100}):\d{1,5}$/,
      'expected an address and a port, such as 0.0.0.0:25',
    )
    .optional(),
  /** The folder with the certificate of that listener. */
  NEWSLETTER_TLS: path.optional(),
};

type MailSettings = {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  NEWSLETTER_ADDRESS?: string | undefined;
  NEWSLETTER_MAILDIR?: string | undefined;
  NEWSLETTER_LISTEN?: string | undefined;
  NEWSLETTER_TLS?: string | undefined;
};

const isSmtpUrl = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  try {
    return decodeURIComponent(url.username + url.password) !== null;
  } catch {
    return false;
  }
};

const checkNewsletters = (settings: MailSettings): void => {
  const { NEWSLETTER_ADDRESS: address, NEWSLETTER_MAILDIR: folder, NEWSLETTER_LISTEN: listen } = settings;
  const way = folder !== undefined ? 'NEWSLETTER_MAILDIR' : listen !== undefined ? 'NEWSLETTER_LISTEN' : null;
  if (settings.NEWSLETTER_TLS !== undefined && listen === undefined)
    throw new ConfigError('NEWSLETTER_LISTEN is not set: NEWSLETTER_TLS is the certificate of that listener');
  if ((address === undefined) === (way === null)) return;
  throw new ConfigError(
    address === undefined
      ? `NEWSLETTER_ADDRESS is not set: ${way} needs the addresses of its mails`
      : 'NEWSLETTER_MAILDIR is not set: NEWSLETTER_ADDRESS needs it or NEWSLETTER_LISTEN, by which the mails come',
  );
};

/**
 * Throws ConfigError if a setting of mails stands without another that it needs, or the address of the server that sends,
 * which has a password, is none.
 */
export const checkMailSettings = (settings: MailSettings): void => {
  checkNewsletters(settings);
  const { SMTP_URL, MAIL_FROM } = settings;
  if (SMTP_URL !== undefined && !isSmtpUrl(SMTP_URL))
    throw new ConfigError(
      'SMTP_URL is not allowed: expected an address such as smtp://user:password@mail.example:587 or smtps://mail.example',
    );
  if ((SMTP_URL === undefined) === (MAIL_FROM === undefined)) return;
  throw new ConfigError(
    SMTP_URL === undefined
      ? 'SMTP_URL is not set: MAIL_FROM needs a server that sends'
      : 'MAIL_FROM is not set: SMTP_URL needs the address that mails come from',
  );
};
