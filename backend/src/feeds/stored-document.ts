import type { Context } from '../model/context.ts';
import { readDocument, type ReadContext } from '../discovery/read-document.ts';
import { isItemError } from '../lib/errors.ts';
import type { Snapshot } from '../model/feed/feed.ts';
import { identify, type IdentifiedItem } from '../refresh/intake/identify.ts';
import { recognise, type Recognition } from '../refresh/intake/recognise.ts';
import { publication } from '../refresh/intake/to-article.ts';

/** Reads the document of a feed's last fetch that brought one. A damaged one counts as none: the next one replaces it. */
export const readSnapshot = async (
  { snapshots, log }: Pick<Context, 'snapshots' | 'log'>,
  feed_id: string,
): Promise<Snapshot | null> => {
  try {
    return await snapshots.get(feed_id);
  } catch (error) {
    if (!isItemError(error)) throw error;
    log.error('snapshot unreadable', { feed_id, error });
    return null;
  }
};

/** The context for reading the stored document of a feed. */
export type StoredContext = ReadContext & Pick<Context, 'snapshots' | 'feeds' | 'seen' | 'log'>;

/**
 * Returns the items of a feed's document, the newest first, with the ids under which their articles are stored. The order
 * is the same at each call. Items that cannot be read are left out. @throws ParseError
 */
export const readStoredItems = async (
  ctx: StoredContext,
  feed_id: string,
  { url, body, content_type, taken_at }: Snapshot,
): Promise<{ items: IdentifiedItem[]; recognition: Recognition }> => {
  const feed = (await ctx.feeds.get(feed_id)) ?? { feed_id, url, source: null, is_private: false };
  const { parsed } = await readDocument(ctx, feed, { bytes: body, contentType: content_type, url });
  const { items, site_url } = parsed;
  const identified = identify(items, { ...feed, site_url, document_url: url }, () => {});
  const takenAt = new Date(taken_at);
  const recognition = recognise((await ctx.seen.get(feed_id)).items, identified);
  const dated = recognition.items.map((item) => ({ item, date: publication(item, takenAt).published_at }));
  const newestFirst = dated.toSorted((a, b) => b.date.localeCompare(a.date)).map(({ item }) => item);
  return { items: newestFirst, recognition };
};
