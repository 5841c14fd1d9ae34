import { foldEmail, isAddress } from '../config/email.ts';
import type { SignInSettings } from '../config/sign-in.ts';

/** Whom this deployment lets in. Addresses in either case of the letters of ASCII. */
export type Admission = {
  admits: (email: string | null) => boolean;
  isOwner: (email: string | null) => boolean;
};

/** An entry is an address, or `@domain` for every address of exactly that domain. What is no address is nobody's. */
export const createAdmission = ({ allowed, owner }: Pick<SignInSettings, 'allowed' | 'owner'>): Admission => {
  const entries = new Set(allowed);
  return {
    admits: (email) => {
      if (email === null) return false;
      const folded = foldEmail(email);
      return isAddress(folded) && (entries.has(folded) || entries.has(folded.slice(folded.indexOf('@'))));
    },
    isOwner: (email) => email !== null && foldEmail(email) === owner,
  };
};
