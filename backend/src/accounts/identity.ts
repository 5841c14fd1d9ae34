import { digest } from '../config/digest.ts';

/** Someone at a provider. A reader may have several; each belongs to one reader at most. */
export type Identity = {
  user_id: string;
  identity_id: string;
  /** The provider's name when it was last used. */
  provider: string;
  email: string | null;
  /** Whether the provider vouched for the e-mail when it was last used. */
  is_email_verified: boolean;
  created_at: string;
  last_used_at: string;
};

export type IdentityStore = {
  /** Whose it is; null where nobody's. */
  ownerOf: (identityId: string) => Promise<string | null>;
  /** Makes it this reader's, unless it is somebody's already; answers with whose it is then. */
  claim: (identityId: string, userId: string) => Promise<string>;
  /** The reader's own record of it, made or brought up to date; `created_at` stays what it was. */
  record: (identity: Identity) => Promise<void>;
  list: (userId: string) => Promise<Identity[]>;
  /** Nobody's from then on. Nothing where it is not this reader's. */
  delete: (userId: string, identityId: string) => Promise<void>;
};

export const identityIdOf = (issuer: string, subject: string): string =>
  digest(32, 'identity', issuer, subject);

/** The reader's id, made of the first identity. */
export const userIdOf = (issuer: string, subject: string): string => digest(32, 'user', issuer, subject);
