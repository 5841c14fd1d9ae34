import type { Destination } from '../../contract/index.ts';
import type { ListStore } from '../../lib/list-store.ts';

/** A destination with the value of its header, which leaves this service only in the request to its address. */
export type StoredDestination = Destination & { header_value: string | null };

/** The places that a reader sends articles to, in the order in which they were added. */
export type DestinationStore = ListStore<StoredDestination> & {
  /** Notes until `ttl`, in seconds since 1970, that an article goes to a destination. Returns false if that was noted before. */
  claim: (
    sent: { user_id: string; destination_id: string; article_id: string },
    ttl: number,
  ) => Promise<boolean>;
};
