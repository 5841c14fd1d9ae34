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
