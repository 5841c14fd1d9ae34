import { receivedMails, takeReceived } from '../newsletters/take-received.ts';
import type { ContextOf } from './context.ts';

/** Creates the handler of the events with which SES tells of received mails. It throws if one could not be stored. */
export const createMailsHandler =
  (ctx: ContextOf['mails']) =>
  async (event: unknown): Promise<void> => {
    for (const { ses } of receivedMails.parse(event).Records) await takeReceived(ctx, ses);
  };
