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
