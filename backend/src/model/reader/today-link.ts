/** The right to read one reader's Today as a feed, and nothing else. Its secret is in the address of the feed. */
export type TodayLink = {
  user_id: string;
  /** SHA-256 of the secret. */
  link_id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
};

export type TodayLinkStore = {
  put: (link: TodayLink) => Promise<void>;
  get: (userId: string, linkId: string) => Promise<TodayLink | null>;
  list: (userId: string) => Promise<TodayLink[]>;
  /** Sets last_used_at. Does nothing if the link no longer exists. */
  setUsed: (userId: string, linkId: string, usedAt: string) => Promise<void>;
  /** Deletes a link. Returns false if there was none. */
  delete: (userId: string, linkId: string) => Promise<boolean>;
};
