import type { Snapshot } from '../../model/feed/snapshot.ts';
import type { Subscription } from '../../model/feed/subscription.ts';
import type { IdentifiedItem } from '../../refresh/intake/identify.ts';
import { readSnapshot, readStoredItems, type StoredContext } from '../history/stored-document.ts';

/** A feed's stored document, and those of its items that its readers were not given. */
export type OlderDocument = {
  snapshot: Snapshot;
  /** All items of the document, the newest first. */
  all: IdentifiedItem[];
  /** The items to bring, in the same order, each with its place among all. */
  items: { place: number; item: IdentifiedItem }[];
};

/**
 * Returns the items of the feed's document that the reader may lack; null if there is no document. Items that were beyond
 * the newest 50 of their fetch reached nobody. If the feed knew more than the newest 50 when the reader began to follow
 * it, every item that the feed knows is one: those that the reader has, or had, are found out when they are brought. An
 * item that the feed does not know yet comes by itself. @throws ParseError
 */
export const loadOlder = async (
  ctx: StoredContext,
  { feed_id, older_known }: Subscription,
): Promise<OlderDocument | null> => {
  const snapshot = await readSnapshot(ctx, feed_id);
  if (snapshot === null) return null;
  const { items: all, recognition } = await readStoredItems(ctx, feed_id, snapshot);
  const isOlder = (item: IdentifiedItem): boolean =>
    recognition.wasLeftOut(item) || (older_known > 0 && recognition.of(item) !== 'new');
  const items = all.map((item, place) => ({ place, item })).filter(({ item }) => isOlder(item));
  return { snapshot, all, items };
};
