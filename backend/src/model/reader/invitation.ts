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
