import type { SignInSettings } from '../config/sign-in.ts';

/** Whom this deployment lets in. Addresses in any letter case. */
export type Admission = {
  admits: (email: string | null) => boolean;
  isOwner: (email: string | null) => boolean;
};

export const foldEmail = (email: string): string => email.trim().toLowerCase();

/** An entry is an address, or `@domain` for every address of exactly that domain. */
export const createAdmission = ({ allowed, owner }: Pick<SignInSettings, 'allowed' | 'owner'>): Admission => {
  const entries = new Set(allowed);
  return {
    admits: (email) => {
      if (email === null) return false;
      const folded = foldEmail(email);
      return entries.has(folded) || entries.has(folded.slice(folded.lastIndexOf('@')));
    },
    isOwner: (email) => email !== null && foldEmail(email) === owner,
  };
};
