import type { AddressedList } from '../../contract/index.ts';

/** The right to read one list of a reader as a feed, and nothing else. Its secret is in the address of the feed. */
export type FeedAddress = {
  user_id: string;
  /** SHA-256 of the secret. */
  address_id: string;
  name: string;
  list: AddressedList;
  created_at: string;
  last_used_at: string | null;
};

export type FeedAddressStore = {
  put: (address: FeedAddress) => Promise<void>;
  get: (userId: string, addressId: string) => Promise<FeedAddress | null>;
  list: (userId: string) => Promise<FeedAddress[]>;
  /** Sets last_used_at. Does nothing if the address no longer exists. */
  setUsed: (userId: string, addressId: string, usedAt: string) => Promise<void>;
  /** Deletes an address. Returns false if there was none. */
  delete: (userId: string, addressId: string) => Promise<boolean>;
};
