/**
 * An item that a feed is known to carry. A known item needs no further work, and it does not come back as new after its
 * article was deleted.
 */
export type SeenItem = {
  /** First 8 bytes of SHA-256 over the item's identity, as 16 hex digits. */
  identity: string;
  /** First 6 bytes of SHA-256 over title and visible text, as 12 hex digits. */
  content_hash: string;
  /** First 3 bytes of SHA-256 over the link, as 6 hex digits; null if the item has no link of its own. */
  link_tag: string | null;
  /** First 2 bytes of SHA-256 over the date, as 4 hex digits; null if the item has none. */
  date_tag: string | null;
  /** The id under which its article is stored; null if it was remembered before ids were. */
  article_id: string | null;
  /** True if it was beyond the newest 50 of its fetch, so that its article was not delivered to the feed's readers. */
  is_left_out: boolean;
  /** The day on which the item was last present, in days since 1970. */
  last_present_day: number;
};

type Seen = {
  items: SeenItem[];
  /** Increases with each write; 0 before the first. */
  version: number;
};

export type SeenStore = {
  get: (feedId: string) => Promise<Seen>;
  /** Stores the items if the stored version is still the one read; returns false if it is not. */
  put: (feedId: string, items: SeenItem[], readVersion: number) => Promise<boolean>;
  delete: (feedId: string) => Promise<void>;
};
