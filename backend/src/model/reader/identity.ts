import { digest } from '../../lib/digest.ts';

/** The secret part of a way in that Omomi checks itself. It is stored apart from what a reader sees of their identities. */
export type Credential =
  /** The text that `hashPassword` returned. */
  | { kind: 'password'; hash: string }
  /** A passkey: its public key in base64url, the counter of its last use, and how the browser reaches it. */
  | { kind: 'passkey'; public_key: string; counter: number; transports: string[] };

/** A person's account at a provider. A reader may have several; each belongs to at most one reader. */
export type Identity = {
  user_id: string;
  identity_id: string;
  /** The name of the provider when the identity was last used. */
  provider: string;
  email: string | null;
  /** True if the provider had verified the e-mail when the identity was last used. */
  is_email_verified: boolean;
  /** The name of a passkey, or the name that goes with a password; null for other identities. */
  label: string | null;
  created_at: string;
  last_used_at: string;
};

export type IdentityStore = {
  /** Returns the user_id that the identity belongs to; null if it belongs to nobody. */
  ownerOf: (identityId: string) => Promise<string | null>;
  /**
   * Assigns the identity to this reader unless it already belongs to someone. Returns the user_id that it belongs to
   * afterwards.
   */
  claim: (identityId: string, userId: string, credential?: Credential) => Promise<string>;
  /** Returns the credential of an identity with its owner; null if the identity belongs to nobody or has none. */
  credentialOf: (identityId: string) => Promise<{ user_id: string; credential: Credential } | null>;
  /** Replaces the credential. Returns false if the identity is not this reader's. */
  setCredential: (identityId: string, userId: string, credential: Credential) => Promise<boolean>;
  /** Creates or updates the reader's own record of the identity; `created_at` does not change. */
  record: (identity: Identity) => Promise<void>;
  list: (userId: string) => Promise<Identity[]>;
  /** Deletes the identity, which then belongs to nobody. Does nothing if it is not this reader's. */
  delete: (userId: string, identityId: string) => Promise<void>;
};

export const identityIdOf = (issuer: string, subject: string): string =>
  digest(32, 'identity', issuer, subject);

/** Returns the reader's id, derived from the first identity. */
export const userIdOf = (issuer: string, subject: string): string => digest(32, 'user', issuer, subject);
