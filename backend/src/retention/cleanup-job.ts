import { inSlices, type JobDefinition } from '../jobs/job-definition.ts';
import { cutOffs } from '../model/article/expiry.ts';
import { isLeaving, type ProfileStore } from '../model/reader/profile.ts';
import type { Retention } from '../model/reader/retention.ts';
import { isRetentionApplied, type CleanupSlice } from './cleanup.ts';
import { cleanupCursor } from './cleanup-cursor.ts';
import { priceOf } from './cost.ts';
import type { CleanupFigures } from './figures.ts';

type CleanupJobDeps = {
  slice: CleanupSlice;
  profiles: Pick<ProfileStore, 'get'>;
  /** The retention of the deployment. */
  retention: Retention;
  /** False if the cost of index rows is estimated, because the table does not report it. */
  isMeasured: boolean;
  /** Receives the figures of each cleanup that has ended; a redelivered message may report a cleanup twice. */
  observe: (figures: CleanupFigures) => void;
};

/** The job that cleans up a reader's articles; `done` counts the removed entries. */
export const createCleanupJob = ({
  slice,
  profiles,
  retention: deployment,
  isMeasured,
  observe,
}: CleanupJobDeps): JobDefinition => ({
  run: inSlices(cleanupCursor, async ({ user_id }, from) => {
    const { is_done, reached, ...wait } = await slice(user_id, from);
    const { figures, at, retention } = reached;
    const done = figures.deleted_articles + figures.deleted_read_articles;
    if (!is_done) return { state: 'more', cursor: reached, done, total: null, ...wait };
    observe(figures);
    const result = {
      ...figures,
      ...cutOffs(new Date(at), retention),
      expired_before: at,
      cost_usd: priceOf(figures),
      is_cost_estimated: !isMeasured,
    };
    return { state: 'done', done, result };
  }),
  // A retention that the reader chose after the last slice, but before the release of the lock, started no job of its
  // own.
  startAgain: async ({ user_id }) => {
    const profile = await profiles.get(user_id);
    if (profile === null || isLeaving(profile)) return false;
    return !isRetentionApplied(profile, deployment);
  },
});
