import { DomainError } from '../../lib/errors.ts';
import { type Entry, isSavedByReader } from '../../model/article/entry.ts';
import { isExpired } from '../../model/article/expiry.ts';
import type { Context } from '../../model/context.ts';
import type { StoredDestination } from '../../model/reader/destination.ts';
import type { SavedMessage } from '../../queues/messages.ts';
import { noteSignal } from '../../scoring/note-signal.ts';
import { OutboundError } from '../../web/guard/guarded-fetch.ts';
import { send, type SendingContext } from './sending.ts';

// Each article that a reader saves goes to the places for which the reader asked for that.

/** Seconds for which it is known that an article was sent: longer than any message waits. */
const CLAIM_SECONDS = 30 * 86_400;

export type SavedContext = Parameters<typeof noteSignal>[0] & Pick<Context, 'destinations' | 'sendFetch'>;

/**
 * Notes that a reader has saved an article: for what is learned, and for the places that get each saved article, if there are any.
 * Noting it again sends nothing twice.
 */
export const noteSaved = async (ctx: SavedContext, entry: Entry): Promise<void> => {
  const { user_id, article_id } = entry;
  await noteSignal(ctx, entry, { is_saved: true });
  if ((await ctx.destinations.list(user_id)).some(({ sends_saved }) => sends_saved))
    await ctx.sendFetch([{ kind: 'saved', user_id, article_id }]);
};

/**
 * Sends a saved article to each place that gets them, unless it was let go meanwhile, and notes with the place what came of it. It is
 * claimed first, so it is sent once however often the message is delivered; a process that ends in between loses it.
 */
export const sendSaved = async (
  ctx: SendingContext,
  { user_id, article_id }: SavedMessage,
): Promise<null> => {
  const now = ctx.now();
  const [all, entry] = await Promise.all([
    ctx.destinations.list(user_id),
    ctx.entries.get(user_id, article_id),
  ]);
  if (entry === null || isExpired(entry, now.toISOString()) || !isSavedByReader(entry)) return null;
  const until = Math.floor(now.getTime() / 1000) + CLAIM_SECONDS;
  const sendTo = async (to: StoredDestination): Promise<void> => {
    if (!(await ctx.destinations.claim({ user_id, article_id, ...to }, until))) return;
    const status = await send(ctx, to, entry).catch(statusOf);
    const last_sent = { at: ctx.now().toISOString(), status };
    await ctx.destinations.change(user_id, (stored) =>
      stored.map((each) => (each.destination_id === to.destination_id ? { ...each, last_sent } : each)),
    );
  };
  await Promise.all(all.filter(({ sends_saved }) => sends_saved).map(sendTo));
  return null;
};

/** Returns the status with which sending failed; null without an answer. Rethrows what is no failure of the place. */
const statusOf = (error: unknown): number | null => {
  if (error instanceof OutboundError) return null;
  if (!(error instanceof DomainError) || error.code !== 'SENDING_FAILED') throw error;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'status' in details
    ? Number(details.status) || null
    : null;
};
