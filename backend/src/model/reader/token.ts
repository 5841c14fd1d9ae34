import type { TokenScope } from '../../contract/index.ts';

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
