import { receivedMails, takeReceived } from '../newsletters/take-received.ts';
import type { SettingsOf } from '../config/env.ts';
import type { SizeOfBlob } from '../model/article/article.ts';
import type { AppContext, Base, SendsOf } from './context.ts';

type MailsContext = Base &
  SendsOf<'mails'> &
  Pick<AppContext, 'parser'> & { sizeOf: SizeOfBlob; settings: SettingsOf<'mails'> };

/** Creates the handler of the events with which SES tells of received mails. It throws if one could not be stored. */
export const createMailsHandler =
  (ctx: MailsContext) =>
  async (event: unknown): Promise<void> => {
    for (const { ses } of receivedMails.parse(event).Records) await takeReceived(ctx, ses);
  };
