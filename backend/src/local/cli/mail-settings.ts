import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../config/env.ts';

/** The settings of the server that sends mails, and of the folder in which those of newsletters come. */
export const mailSettings = {
  SMTP_URL: z.string().optional(),
  NEWSLETTER_MAILDIR: z.string().refine(isAbsolute, 'expected an absolute path').optional(),
};

type MailSettings = {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  NEWSLETTER_ADDRESS?: string | undefined;
  NEWSLETTER_MAILDIR?: string | undefined;
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

const checkNewsletters = ({
  NEWSLETTER_ADDRESS: address,
  NEWSLETTER_MAILDIR: folder,
}: MailSettings): void => {
  if ((address === undefined) === (folder === undefined)) return;
  throw new ConfigError(
    address === undefined
      ? 'NEWSLETTER_ADDRESS is not set: NEWSLETTER_MAILDIR needs the addresses of its mails'
      : 'NEWSLETTER_MAILDIR is not set: NEWSLETTER_ADDRESS needs the folder in which the mails come',
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
