import { z } from 'zod';
import { ConfigError } from '../../config/env.ts';

/** The setting of the server that sends mails. */
export const mailSettings = { SMTP_URL: z.string().optional() };

type MailSettings = { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined };

const isSmtpUrl = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  try {
    return decodeURIComponent(url.username + url.password) !== null;
  } catch {
    return false;
  }
};

/** Throws ConfigError if one of the two is set without the other, or the server's address, which has a password, is none. */
export const checkMailSettings = ({ SMTP_URL, MAIL_FROM }: MailSettings): void => {
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
