import type {
  CrawlMessage,
  FeedMessage,
  FetchMessage,
  FullTextMessage,
  IconMessage,
  PastMessage,
  SavedMessage,
} from './messages.ts';
import type { Send } from './outgoing.ts';

/** The rest of a message, and the delay in milliseconds before it may go on. */
export type Again<M> = { message: M; wait_ms: number };

/** Does a part of a message. Returns what is left of it; null if nothing is. */
type Handle<M> = (message: M) => Promise<Again<M> | null>;

/** The handler of each kind of message; that of feeds returns an outcome when it is done. */
export type FetchHandlers<Outcome> = {
  feed: (message: FeedMessage, messageId: string) => Promise<Again<FeedMessage> | { outcome: Outcome }>;
  full_text: Handle<FullTextMessage>;
  icon: Handle<IconMessage>;
  crawl: Handle<CrawlMessage>;
  past: Handle<PastMessage>;
  saved: Handle<SavedMessage>;
};

/** The longest delay of SQS in seconds. A message that must wait longer is sent with it, and waits again. */
const LONGEST_DELAY_SECONDS = 900;

const handleByKind = <Outcome>(
  handlers: FetchHandlers<Outcome>,
  message: FetchMessage,
  messageId: string,
) => {
  switch (message.kind) {
    case 'feed':
      return handlers.feed(message, messageId);
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
 * Creates the function that works off a message of the fetch queue. What must wait, for the turn of its host for
 * example, is sent as a new message with that delay, and the old one is acknowledged: no worker sleeps, and waiting is
 * never counted as a failed delivery. If the process dies in between, both messages are delivered, so the handlers do
 * nothing for what is done already. Returns the outcome of a feed; null for what goes on, and for other kinds.
 */
export const createHandleFetch =
  <Outcome>({ handlers, sendFetch }: { handlers: FetchHandlers<Outcome>; sendFetch: Send<'fetch'> }) =>
  async (message: FetchMessage, messageId: string): Promise<Outcome | null> => {
    const handled = await handleByKind(handlers, message, messageId);
    if (handled === null) return null;
    if ('outcome' in handled) return handled.outcome;
    const seconds = Math.max(0, handled.wait_ms / 1000);
    await sendFetch([handled.message], Math.min(seconds, LONGEST_DELAY_SECONDS));
    return null;
  };
