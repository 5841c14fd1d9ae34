/** An article whose bookmarks are to be counted. */
export type Link = {
  article_id: string;
  link: string;
  /** Seconds since 1970: when the article goes, and its count with it. */
  ttl: number;
};

export type CountedLink = Link & {
  /** Null while it is unknown, which is not 0. */
  count: number | null;
  /** Seconds since 1970: when it is asked for next. */
  next_at: number;
};

/** How the asking goes; kept from run to run. */
export type RunState = {
  /** Calls that failed since the last that did not. */
  failures: number;
  /** When the last call ended. */
  called_at: string | null;
  /** No call before. */
  not_before: string | null;
};

export type BookmarkStore = {
  /** The same links again change nothing. */
  add: (links: Link[]) => Promise<void>;
  /** What was added and not forgotten yet. */
  listAdded: () => Promise<{ links: Link[]; forget: () => Promise<void> }>;
  load: () => Promise<CountedLink[]>;
  /** Only the run that holds the lock saves. */
  save: (links: CountedLink[]) => Promise<void>;
  /** Takes the lock until then. Null where another holds it. */
  take: (owner: string, until: string, now: string) => Promise<RunState | null>;
  /** False where the lock is no longer this owner's. */
  setState: (owner: string, state: RunState) => Promise<boolean>;
  release: (owner: string) => Promise<void>;
};
