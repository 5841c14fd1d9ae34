import type { Log } from '../../logging/log.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import type { SeenStore } from '../../model/feed/seen.ts';
import type { Snapshot, SnapshotStore } from '../../model/feed/snapshot.ts';
import type { Subscription } from '../../model/feed/subscription.ts';
import type { ReadFeedDocument } from '../../discovery/read-document.ts';
import type { IdentifiedItem } from '../../refresh/intake/identify.ts';
import { readSnapshot, readStoredItems } from '../history/stored-document.ts';

/** A feed's stored document, and those of its items that its readers were not given. */
export type OlderDocument = {
  snapshot: Snapshot;
  /** All items of the document, the newest first. */
  all: IdentifiedItem[];
  /** The items to bring, in the same order, each with its place among all. */
  items: { place: number; item: IdentifiedItem }[];
};

export type LoadOlderDeps = {
  snapshots: Pick<SnapshotStore, 'get'>;
  feeds: Pick<FeedStore, 'get'>;
  seen: Pick<SeenStore, 'get'>;
  readDocument: ReadFeedDocument;
  log: Log;
};

/** Returns the items of the feed's document that the reader may lack; null if there is no document. @throws ParseError */
export type LoadOlder = (subscription: Subscription) => Promise<OlderDocument | null>;

/**
 * Creates the function that finds what to bring. Items that were beyond the newest 50 of their fetch reached nobody. If
 * the feed knew more than the newest 50 when the reader began to follow it, every item that the feed knows is one: those
 * that the reader has, or had, are found out when they are brought. An item that the feed does not know yet comes by
 * itself.
 */
export const createLoadOlder =
  (deps: LoadOlderDeps): LoadOlder =>
  async ({ feed_id, older_known }) => {
    const snapshot = await readSnapshot(deps, feed_id);
    if (snapshot === null) return null;
    const { items: all, recognition } = await readStoredItems(deps, feed_id, snapshot);
    const isOlder = (item: IdentifiedItem): boolean =>
      recognition.wasLeftOut(item) || (older_known > 0 && recognition.of(item) !== 'new');
    const items = all.map((item, place) => ({ place, item })).filter(({ item }) => isOlder(item));
    return { snapshot, all, items };
  };
