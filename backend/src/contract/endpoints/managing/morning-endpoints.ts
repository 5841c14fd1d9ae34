import { z } from 'zod';
import type { Endpoint } from '../shape/endpoint.ts';
import {
  mailCode,
  mailDeed,
  morning,
  morningAddress,
  morningSent,
  morningSettings,
} from '../../notifications/morning.ts';

const page = { types: ['text/html'], maxAgeSeconds: 0 } as const;
const mailParams = z.object({ mail_code: mailCode, mail_deed: mailDeed });

/** The endpoints of the morning edition. */
export const morningEndpoints = {
  getMorning: {
    method: 'GET',
    path: '/api/morning',
    summary: 'When the morning edition is made, and where it is sent as a mail.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    readsOnly: true,
    status: 200,
    response: morning,
    errors: [],
  },
  setMorning: {
    method: 'PUT',
    path: '/api/morning',
    summary:
      'Choose when it is made. It is kept for 31 days, and sent as a mail where there is an address. A day whose hour has passed by then has none.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    body: morningSettings,
    status: 200,
    response: morning,
    errors: [],
  },
  setMorningAddress: {
    method: 'PUT',
    path: '/api/morning/address',
    summary:
      'Choose the address that it goes to; that of an e-reader (`@kindle.com`, `@pbsync.com`) gets a book. Another than that of the sign-in first gets one mail with a link that confirms it, at most five such mails a day; `problem` says if it did not go.',
    access: 'reader',
    noTokens: true,
    limit: 'feed_registration',
    body: morningAddress,
    status: 200,
    response: morning,
    errors: ['NOT_FOUND'],
  },
  deleteMorningAddress: {
    method: 'DELETE',
    path: '/api/morning/address',
    summary: 'Forget the address.',
    access: 'reader',
    noTokens: true,
    limit: 'protected',
    status: 204,
    errors: [],
  },
  sendMorning: {
    method: 'POST',
    path: '/api/morning/send',
    summary: 'Send the stories of the last 24 hours now, beside the mail of the day.',
    access: 'reader',
    noTokens: true,
    limit: 'feed_registration',
    status: 200,
    response: morningSent,
    errors: ['NOT_FOUND'],
  },
  getMailPage: {
    method: 'GET',
    path: '/api/mail/{mail_code}/{mail_deed}',
    summary: 'The page behind a link of a mail, with a button. Opening it does nothing.',
    access: 'public',
    limit: 'public',
    params: mailParams,
    status: 200,
    documentResponse: page,
    errors: ['NOT_FOUND'],
  },
  doFromMail: {
    method: 'POST',
    path: '/api/mail/{mail_code}/{mail_deed}',
    summary:
      'What a link of a mail does: `confirm` lets mails come, `stop` ends them, also by one click of a mail program (RFC 8058).',
    access: 'public',
    limit: 'public',
    params: mailParams,
    status: 200,
    documentResponse: page,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Endpoint>;
