import type { ImportProblem, ImportRow } from '../../contract/index.ts';
import { FeedUrlError, feedAddress, type FeedAddress } from '../../model/feed/feed-url.ts';
import type { OpmlRow } from '../../parser/formats/opml.ts';

/** Number of characters shown of an invalid address. */
const SHOWN_URL = 500;

/** A feed that the reader follows already, under its own id. */
export type FollowedRow = { feed_id: string; folder: string | null };

export type PlanOptions = {
  /** The feeds that the reader follows already, by the ids of all their addresses. */
  subscribed: ReadonlyMap<string, FollowedRow>;
  /** Number of feeds that the reader follows. */
  subscriptions: number;
  maxSubscriptions: number;
  /** Returns the reason for which an address would not be fetched; null if it would be. */
  refusalOf: (url: string) => string | null;
};

/**
 * Checks whether a feed that the reader follows is put into the document's folder: only if the reader has it in none,
 * because the reader's own order counts more than the document's.
 */
const takesFolder = (row: Pick<OpmlRow, 'folder'>, followed: FollowedRow): row is { folder: string } =>
  row.folder !== null && followed.folder === null;

/**
 * Returns the folders of the document for feeds that the reader follows already and has in no folder, by feed_id. Of
 * several rows for a feed, the first one with a folder counts.
 */
export const foldersToTake = (
  plan: readonly ImportRow[],
  subscribed: ReadonlyMap<string, FollowedRow>,
): Map<string, string> => {
  const taken = new Map<string, string>();
  for (const row of plan) {
    const followed = row.feed_id === null ? undefined : subscribed.get(row.feed_id);
    if (followed !== undefined && takesFolder(row, followed) && !taken.has(followed.feed_id))
      taken.set(followed.feed_id, row.folder);
  }
  return taken;
};

/**
 * Returns the planned outcome of each row of a document, in document order, before anything is written: `pending` for
 * rows to subscribe to, otherwise the outcome with its reason. The same rows and options give the same plan.
 */
export const planImport = (
  rows: readonly OpmlRow[],
  { subscribed, subscriptions, maxSubscriptions, refusalOf }: PlanOptions,
): ImportRow[] => {
  const wanted = new Set<string>();
  return rows.map(({ url: written, title, folder, keep_days }): ImportRow => {
    const kept = keep_days === undefined ? {} : { keep_days };
    const row = { url: written.slice(0, SHOWN_URL).toWellFormed(), title, folder, feed_id: null, ...kept };
    const failed = (problem: ImportProblem, why: string): ImportRow => ({
      ...row,
      outcome: 'failed',
      problem,
      why,
    });
    if (written === '') return failed('no_address', 'This row has no address.');
    let address: FeedAddress;
    try {
      address = feedAddress(written);
    } catch (error) {
      if (error instanceof FeedUrlError) return failed('invalid_address', error.message);
      throw error;
    }
    const { url, feed_id } = address;
    const refusal = refusalOf(url);
    if (refusal !== null) return failed('address_refused', refusal);
    const found = { ...row, url, feed_id };
    const followed = subscribed.get(feed_id);
    if (followed !== undefined) {
      const why = takesFolder(row, followed)
        ? `You follow this feed already. It is now in the folder “${folder}”.`
        : 'You follow this feed already.';
      return { ...found, outcome: 'duplicate', problem: 'already_subscribed', why };
    }
    if (wanted.has(feed_id)) {
      const why = 'The document has this feed more than once.';
      return { ...found, outcome: 'duplicate', problem: 'repeated', why };
    }
    if (subscriptions + wanted.size >= maxSubscriptions) {
      return failed('subscription_limit', `One reader can follow ${maxSubscriptions} feeds here.`);
    }
    wanted.add(feed_id);
    return { ...found, outcome: 'pending', problem: null, why: null };
  });
};
