/** What a feed is known to carry, so that a known item costs nothing and a forgotten one does not come back. */
export type SeenItem = {
  /** First 8 bytes of SHA-256 over the item's identity, as 16 hex digits. */
  identity: string;
  /** First 6 bytes of SHA-256 over title and visible text, as 12 hex digits. */
  content_hash: string;
  /** First 3 bytes of SHA-256 over the link, as 6 hex digits; null where the item has none of its own. */
  link_tag: string | null;
  /** First 2 bytes of SHA-256 over its date, as 4 hex digits; null where it has none. */
  date_tag: string | null;
  /** Days since 1970 on which the item was last present. */
  last_present_day: number;
};

export type Seen = {
  items: SeenItem[];
  /** Raised by each write; 0 before the first. */
  version: number;
};

export type SeenStore = {
  get: (feedId: string) => Promise<Seen>;
  /** Stores the items on condition that the version is still the one read; false when it is not. */
  put: (feedId: string, items: SeenItem[], readVersion: number) => Promise<boolean>;
  delete: (feedId: string) => Promise<void>;
};
