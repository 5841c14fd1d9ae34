import type { Log } from '../../logging/log.ts';
import type { OutboundResponse } from '../../web/guard/guarded-fetch.ts';

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

/** Stores a snapshot. Never throws, because a feed works without one. */
export type TakeSnapshot = (feedId: string, response: OutboundResponse) => Promise<void>;

export const createTakeSnapshot =
  ({ snapshots, now, log }: TakeSnapshotDeps): TakeSnapshot =>
  async (feedId, { url, headers, body }) => {
    try {
      await snapshots.put(feedId, {
        url,
        content_type: headers['content-type'] ?? null,
        taken_at: now().toISOString(),
        body,
      });
    } catch (error) {
      log.warn('snapshot failed', { feed_id: feedId, error });
    }
  };

export type TakeSnapshotDeps = { snapshots: Pick<SnapshotStore, 'put'>; now: () => Date; log: Log };
