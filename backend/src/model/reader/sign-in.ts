import { digest } from '../../lib/digest.ts';

/**
 * The purpose of a login: to sign in, to confirm the signed-in reader's identity, or to add an identity to the reader.
 */
export type LoginPurpose =
  | { kind: 'sign_in' }
  | { kind: 'confirm'; reader_mark: string; link_provider: string }
  | { kind: 'link'; reader_mark: string };

/** A login that has begun but has no answer yet. */
export type LoginAttempt = {
  /** SHA-256 of the state that is sent to the provider. */
  login_id: string;
  provider: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  purpose: LoginPurpose;
  created_at: string;
  expires_at: string;
};

export type LoginStore = {
  put: (attempt: LoginAttempt) => Promise<void>;
  /** Removes the attempt from the store and returns it. Of several callers only one gets it; the others get null. */
  take: (loginId: string) => Promise<LoginAttempt | null>;
};

export type Session = {
  user_id: string;
  /** SHA-256 of the secret in the cookie. */
  session_id: string;
  /** The identity that the reader signed in with. */
  identity_id: string;
  /** The e-mail address that admitted the reader; null if an invitation did. */
  email: string | null;
  /** True if the reader was the owner by invitation when the session began. With an address, the address decides. */
  is_owner: boolean;
  device: string;
  /** The time when the reader signed in; each sign-in begins a new session. */
  created_at: string;
  /** The time when the reader authenticated at the provider, as opposed to a silent sign-in; null if unknown. */
  authenticated_at: string | null;
  last_seen_at: string;
  expires_at: string;
};

export type SessionStore = {
  put: (session: Session) => Promise<void>;
  get: (userId: string, sessionId: string) => Promise<Session | null>;
  /** Lists the sessions of a reader, including expired ones that are not deleted yet. */
  list: (userId: string) => Promise<Session[]>;
  /** Updates last_seen_at and expires_at. Does nothing if the session no longer exists. */
  setSeen: (
    session: Pick<Session, 'user_id' | 'session_id' | 'last_seen_at' | 'expires_at'>,
  ) => Promise<void>;
  /** Deletes a session. Returns false if there was none. */
  delete: (userId: string, sessionId: string) => Promise<boolean>;
};

/**
 * The purpose of a link that works once: to make the first owner, to add a reader, or to let a reader in who has lost
 * every other way.
 */
export type InvitationPurpose =
  | { kind: 'owner' }
  | { kind: 'reader' }
  | { kind: 'recover'; user_id: string; name: string };

export type Invitation = {
  /** SHA-256 of the code in the link; the code itself is not stored. */
  invitation_id: string;
  purpose: InvitationPurpose;
  expires_at: string;
};

export type InvitationStore = {
  put: (invitation: Invitation) => Promise<void>;
  /** Returns the invitation, also an expired one that is not deleted yet; null if there is none. */
  get: (invitationId: string) => Promise<Invitation | null>;
  /** Removes the invitation. Of several callers only one gets true. */
  take: (invitationId: string) => Promise<boolean>;
  /** Returns the user_id of the owner by invitation; null if there is none yet. */
  owner: () => Promise<string | null>;
  /** Makes this reader the owner unless there is one. Returns whether the reader is the owner afterwards. */
  claimOwner: (userId: string) => Promise<boolean>;
  /** Ends the ownership of a reader who leaves. Does nothing if they are not the owner. */
  releaseOwner: (userId: string) => Promise<void>;
};

/** The secret part of a way in that Omomi checks itself. It is stored apart from what a reader sees of their identities. */
export type Credential =
  /** The text that `hashPassword` returned. */
  | { kind: 'password'; hash: string }
  /** A passkey: its public key in base64url, the counter of its last use, and how the browser reaches it. */
  | {
      kind: 'passkey';
      /** By which a device recognises it; null for one that was stored without its id and has not signed in since. */
      id: string | null;
      public_key: string;
      counter: number;
      transports: string[];
    };

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
