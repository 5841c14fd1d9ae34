export type Profile = {
  user_id: string;
  email: string | null;
  name: string | null;
  /** Raised by every keyword write; an entry's score is replaced only by one of this version or a newer one. */
  keywords_version: number;
  created_at: string;
};

export type ProfileStore = {
  /** Null before the reader's first write. */
  get: (userId: string) => Promise<Profile | null>;
  /** Raises keywords_version by one, creating the profile if need be, and answers with the new version. */
  raiseKeywordsVersion: (userId: string, now: string) => Promise<number>;
  /** 0 where there is no profile yet. */
  keywordsVersion: (userId: string) => Promise<number>;
};
