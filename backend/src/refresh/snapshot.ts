import type { Log } from '../config/log.ts';
import type { OutboundResponse } from '../outbound/guarded-fetch.ts';

/** A feed's document as it was sent, so that it can be parsed once more after the parser was mended. */
export type Snapshot = {
  /** The address that answered, after redirects. */
  url: string;
  etag: string | null;
  content_type: string | null;
  taken_at: string;
  body: Uint8Array;
};

/** The last document of each feed. It goes by itself after 30 days. */
export type SnapshotStore = {
  put: (feedId: string, snapshot: Snapshot) => Promise<void>;
  get: (feedId: string) => Promise<Snapshot | null>;
};

/** Never throws: without a snapshot a feed is as good. */
export type TakeSnapshot = (feedId: string, response: OutboundResponse) => Promise<void>;

export const createTakeSnapshot =
  ({ snapshots, now, log }: TakeSnapshotDeps): TakeSnapshot =>
  async (feedId, { url, headers, body }) => {
    try {
      await snapshots.put(feedId, {
        url,
        etag: headers['etag'] ?? null,
        content_type: headers['content-type'] ?? null,
        taken_at: now().toISOString(),
        body,
      });
    } catch (error) {
      log.warn('snapshot failed', { feed_id: feedId, error });
    }
  };

export type TakeSnapshotDeps = { snapshots: Pick<SnapshotStore, 'put'>; now: () => Date; log: Log };
