/** An article whose bookmarks are to be counted. */
export type Link = {
  article_id: string;
  link: string;
  /** The time when the article and its count are deleted, in seconds since 1970. */
  ttl: number;
};

export type CountedLink = Link & {
  /** Number of bookmarks; null means unknown, which differs from 0. */
  count: number | null;
  /** The time of the next request for this count, in seconds since 1970. */
  next_at: number;
};

/** The state of the calls to the bookmark service, kept from run to run. */
export type RunState = {
  /** Number of calls that failed since the last successful one. */
  failures: number;
  /** The time when the last call ended. */
  called_at: string | null;
  /** The time before which no call is made. */
  not_before: string | null;
};

export type BookmarkStore = {
  /** Adds links to count. Adding the same links again changes nothing. */
  add: (links: Link[]) => Promise<void>;
  /** Returns the links that were added and not yet forgotten. */
  listAdded: () => Promise<{ links: Link[]; forget: () => Promise<void> }>;
  load: () => Promise<CountedLink[]>;
  /** Saves all links. Only the run that holds the lock may call this. */
  save: (links: CountedLink[]) => Promise<void>;
  /** Takes the lock until `until`. Returns null if another owner holds it. */
  take: (owner: string, until: string, now: string) => Promise<RunState | null>;
  /** Saves the state. Returns false if this owner no longer holds the lock. */
  setState: (owner: string, state: RunState) => Promise<boolean>;
  release: (owner: string) => Promise<void>;
};
