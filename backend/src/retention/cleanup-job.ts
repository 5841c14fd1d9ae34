import { z } from 'zod';
import { isLeaving, type ProfileStore } from '../model/reader/profile.ts';
import { cleanupPhases, isRetentionApplied, type CleanupCursor, type CleanupSlice } from './cleanup.ts';
import { priceOf } from './cost.ts';
import { cutOffs } from '../model/article/expiry.ts';
import type { Retention } from '../model/reader/retention.ts';
import type { CleanupFigures } from './figures.ts';
import type { JobWorker } from '../jobs/run-job.ts';

const count = z.number().min(0);

const cursorShape = z.object({
  phase: z.enum(cleanupPhases),
  at: z.string(),
  after: z.string().nullable(),
  retention: z.object({ articleDays: z.number(), readHours: z.number() }),
  is_changed: z.boolean(),
  suspect: z.array(z.string()),
  figures: z.object({
    deleted_articles: count,
    deleted_read_articles: count,
    deleted_shared_articles: count,
    deleted_copies: count,
    deleted_blobs: count,
    changed_expiries: count,
    drifted_counts: count,
    read_units: count,
    write_units: count,
  }),
}) satisfies z.ZodType<CleanupCursor>;

const removedIn = ({ deleted_articles, deleted_read_articles }: CleanupFigures): number =>
  deleted_articles + deleted_read_articles;

export type CleanupWorkerDeps = {
  slice: CleanupSlice;
  profiles: Pick<ProfileStore, 'get'>;
  /** The retention of the deployment. */
  retention: Retention;
  /** False if the cost of index rows is estimated, because the table does not report it. */
  isMeasured: boolean;
  /** Receives the figures of each cleanup that has ended; a redelivered message may report a cleanup twice. */
  observe: (figures: CleanupFigures) => void;
};

/** Creates the worker that cleans up a reader's articles slice by slice; `done` counts the removed entries. */
export const createCleanupWorker = ({
  slice,
  profiles,
  retention: deployment,
  isMeasured,
  observe,
}: CleanupWorkerDeps): JobWorker => ({
  run: async ({ user_id }, message) => {
    const from = message.cursor === undefined ? null : cursorShape.parse(JSON.parse(message.cursor));
    const { is_done, reached, delay_seconds } = await slice(user_id, from);
    const { figures, at, retention } = reached;
    const done = removedIn(figures);
    if (!is_done) {
      const cursor = JSON.stringify(reached);
      return {
        state: 'more',
        cursor,
        done,
        total: null,
        ...(delay_seconds === undefined ? {} : { delay_seconds }),
      };
    }
    observe(figures);
    const result = {
      ...figures,
      ...cutOffs(new Date(at), retention),
      expired_before: at,
      cost_usd: priceOf(figures),
      is_cost_estimated: !isMeasured,
    };
    return { state: 'done', done, result };
  },
  // A retention that the reader chose after the last slice, but before the release of the lock, started no job of its
  // own.
  startAgain: async ({ user_id }) => {
    const profile = await profiles.get(user_id);
    if (profile === null || isLeaving(profile)) return false;
    return !isRetentionApplied(profile, deployment);
  },
});
