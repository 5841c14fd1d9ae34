import type { TokenScope, AddressedList } from '../../contract/index.ts';

export type Token = {
  user_id: string;
  /** SHA-256 of the secret. */
  token_id: string;
  name: string;
  scope: TokenScope;
  created_at: string;
  last_used_at: string | null;
  /** The hash of the token's key in the Fever API; null for a token that was made before there was one. */
  fever_key: string | null;
};

export type TokenStore = {
  put: (token: Token) => Promise<void>;
  get: (userId: string, tokenId: string) => Promise<Token | null>;
  list: (userId: string) => Promise<Token[]>;
  /** Sets last_used_at. Does nothing if the token no longer exists. */
  setUsed: (userId: string, tokenId: string, usedAt: string) => Promise<void>;
  /** Deletes a token. Returns false if there was none. */
  delete: (userId: string, tokenId: string) => Promise<boolean>;
};

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
