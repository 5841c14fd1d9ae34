import type { Destination } from '../../contract/index.ts';

/** A destination with the value of its header, which leaves this service only in the request to its address. */
export type StoredDestination = Destination & { header_value: string | null };

/** The places that a reader sends articles to, in the order in which they were added. */
export type DestinationStore = {
  list: (userId: string) => Promise<StoredDestination[]>;
  /** Changes them under optimistic locking; `change` returns null to leave them as they are. Returns those stored then. */
  change: (
    userId: string,
    change: (stored: StoredDestination[]) => StoredDestination[] | null,
  ) => Promise<StoredDestination[]>;
};
