import type { SignInError } from '../../contract/index.ts';
import { foldEmail, isAddress } from '../../lib/email.ts';
import type { SignInSettings } from '../../config/sign-in.ts';

/** The rules for who may sign in. Addresses are compared without regard to the case of ASCII letters. */
export type Admission = {
  admits: (email: string | null) => boolean;
  isOwner: (email: string | null) => boolean;
};

/**
 * Creates the rules from the list. An entry is an address, or `@domain` for every address of exactly that domain. Text
 * that is not an address is never admitted.
 */
export const createAdmission = ({ allowed, owner }: Pick<SignInSettings, 'allowed' | 'owner'>): Admission => {
  const entries = new Set(allowed);
  return {
    admits: (email) => {
      if (email === null) return false;
      const folded = foldEmail(email);
      return isAddress(folded) && (entries.has(folded) || entries.has(folded.slice(folded.indexOf('@'))));
    },
    isOwner: (email) => email !== null && owner !== null && foldEmail(email) === owner,
  };
};

/** The error for a failed sign-in; the code is for the sign-in page, the message for the log. */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError';
  readonly code: SignInError;

  constructor(code: SignInError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
