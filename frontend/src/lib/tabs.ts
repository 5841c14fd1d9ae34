import { articleId, feedId } from '@omomi/backend/contract';
import { z } from 'zod';

const marks = z.array(z.object({ article_id: articleId, feed_id: feedId, is_read: z.boolean() }));

/** A message from one tab to the others of the same browser, so that they agree within moments. */
const message = z.discriminatedUnion('kind', [
  /** Marks of articles, as the reader made them. */
  z.object({ kind: z.literal('read'), marks }),
  /** The server took such marks, so that the counts it gives from now on hold them, or it will never get them. */
  z.object({ kind: z.literal('settled'), marks, is_taken: z.boolean() }),
  z.object({ kind: z.literal('saved'), article_id: articleId, is_saved: z.boolean() }),
  /** The server has other values than before of the kind named. */
  z.object({ kind: z.literal('changed'), what: z.enum(['preferences', 'rows', 'feeds', 'counts']) }),
]);

export type TabMessage = z.infer<typeof message>;

const NAME = 'omomi';

let channel: BroadcastChannel | null = null;

const open = (): BroadcastChannel | null => {
  if (channel === null && typeof BroadcastChannel !== 'undefined') channel = new BroadcastChannel(NAME);
  return channel;
};

export const tellTabs = (told: TabMessage): void => open()?.postMessage(told);

/** Calls `listener` with what other tabs tell; what a tab with another build tells may be unknown and is left out. */
export const listenToTabs = (listener: (told: TabMessage) => void): (() => void) => {
  const from = open();
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    const parsed = message.safeParse(data);
    if (parsed.success) listener(parsed.data);
  };
  from?.addEventListener('message', onMessage);
  return () => from?.removeEventListener('message', onMessage);
};
