/** A feed's document as received, so that it can be parsed again after a fix of the parser. */
export type Snapshot = {
  /** The address that responded, after redirects. */
  url: string;
  content_type: string | null;
  taken_at: string;
  body: Uint8Array;
};

/** Stores the last document of each feed. A snapshot expires a year after the feed last sent another document. */
export type SnapshotStore = {
  put: (feedId: string, snapshot: Snapshot) => Promise<void>;
  get: (feedId: string) => Promise<Snapshot | null>;
};
