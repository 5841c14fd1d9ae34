import { charsets } from './mail-charsets.ts';
import { forms } from './mail-forms.ts';
import { newsletters } from './mail-newsletters.ts';
import type { MailSample } from './mail-samples.ts';
import { broken, hostile, huge } from './mail-trouble.ts';

/** Mails as they are sent, by what is special about each. */
export const mails: Readonly<Record<string, MailSample>> = {
  ...forms,
  ...charsets,
  ...newsletters,
  ...broken,
  ...huge,
  ...hostile,
};
