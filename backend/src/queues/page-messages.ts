import type {
  CrawlMessage,
  FullTextMessage,
  IconMessage,
  PageMessage,
  PastMessage,
  SavedMessage,
} from './messages.ts';
import type { Send } from './outgoing.ts';

/** The rest of a message, and the delay in milliseconds before it may go on. */
export type Again<M> = { message: M; wait_ms: number };

/** Does a part of a message. Returns what is left of it; null if nothing is. */
type HandlePage<M> = (message: M) => Promise<Again<M> | null>;

export type PageHandlers = {
  full_text: HandlePage<FullTextMessage>;
  icon: HandlePage<IconMessage>;
  crawl: HandlePage<CrawlMessage>;
  past: HandlePage<PastMessage>;
  saved: HandlePage<SavedMessage>;
};

/** The longest delay of SQS in seconds. A message that must wait longer is sent with it, and waits again. */
const LONGEST_DELAY_SECONDS = 900;

const handleByKind = (handlers: PageHandlers, message: PageMessage): Promise<Again<PageMessage> | null> => {
  switch (message.kind) {
    case 'full_text':
      return handlers.full_text(message);
    case 'icon':
      return handlers.icon(message);
    case 'crawl':
      return handlers.crawl(message);
    case 'past':
      return handlers.past(message);
    case 'saved':
      return handlers.saved(message);
  }
};

/**
 * Creates the function that works off a message of the pages queue. What must wait, for the turn of its host for
 * example, is sent as a new message with that delay, and the old one is acknowledged: no worker sleeps, and waiting is
 * never counted as a failed delivery. If the process dies in between, both messages are delivered, so the handlers do
 * nothing for what is done already.
 */
export const createHandlePages =
  ({ handlers, sendPages }: { handlers: PageHandlers; sendPages: Send<'pages'> }) =>
  async (message: PageMessage): Promise<void> => {
    const again = await handleByKind(handlers, message);
    if (again === null) return;
    const seconds = Math.max(0, again.wait_ms / 1000);
    await sendPages([again.message], Math.min(seconds, LONGEST_DELAY_SECONDS));
  };
