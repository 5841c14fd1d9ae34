import { inSlices, type JobDefinition } from '../jobs/job-definition.ts';
import {
  type Retention,
  cutOffs,
  isSameRetention,
  retentionFor,
  retentionIn,
} from '../model/article/expiry.ts';
import { isLeaving, type ProfileStore } from '../model/reader/profile.ts';
import {
  cleanupCursor,
  cleanupPhases,
  keptIn,
  type CleanedSlice,
  type CleanupContext,
  type CleanupCursor,
} from './cleanup-phases.ts';
import { addFigures } from '../lib/add-figures.ts';
import { noFigures, noMeter, priceOf, type CleanupFigures, type Meter } from './figures.ts';

type CleanupJobContext = CleanupContext & {
  /** Measures what a cleanup consumes; without it, the cost of index rows is estimated. */
  meter?: Meter;
  /** Receives the figures of each cleanup that has ended; a redelivered message may report a cleanup twice. */
  observeCleanup?: (figures: CleanupFigures) => void;
};

/** Checks whether every entry of the reader is known to have the expiry that the reader's retention gives it. */
const isRetentionApplied = (
  profile: Awaited<ReturnType<ProfileStore['get']>>,
  deployment: Retention,
): boolean => {
  const applied = profile?.retention_applied ?? null;
  return applied !== null && isSameRetention(retentionFor(profile, deployment), applied);
};

/** Returns where a slice begins: where the last one ended, or at the start if the reader's retention has changed. */
const begin = async (
  ctx: CleanupContext,
  userId: string,
  cursor: CleanupCursor | null,
): Promise<CleanupCursor> => {
  const { profiles, settings, now } = ctx;
  const deployment = retentionIn(settings);
  const profile = await profiles.get(userId);
  const retention = retentionFor(profile, deployment);
  const kept = await keptIn(ctx, userId);
  if (cursor !== null && isSameRetention(cursor.retention, retention) && cursor.kept === kept) return cursor;
  const isChanged = cursor !== null || (profile?.retention_applied ?? null) !== null;
  const isApplied = cursor === null && isRetentionApplied(profile, deployment);
  return {
    phase: isApplied ? 'kept' : 'expiries',
    at: now().toISOString(),
    after: null,
    retention,
    kept,
    is_changed: isChanged && !isApplied,
    suspect: [],
    figures: cursor?.figures ?? noFigures,
  };
};

/**
 * Runs phases one after the other until one of them needs another slice. For most readers one slice covers all phases.
 */
const throughPhases = async (
  ctx: CleanupContext,
  userId: string,
  cursor: CleanupCursor,
): Promise<CleanedSlice> => {
  let slice = await cleanupPhases[cursor.phase](ctx, userId, cursor);
  while (!slice.is_done && slice.reached.after === null && slice.delay_seconds === undefined)
    slice = await cleanupPhases[slice.reached.phase](ctx, userId, slice.reached);
  return slice;
};

/** Cleans up one slice of a reader's data. An interrupted slice can be repeated. */
const cleanUp = async (
  ctx: CleanupJobContext,
  userId: string,
  cursor: CleanupCursor | null,
): Promise<CleanedSlice> => {
  const { meter = noMeter } = ctx;
  const { result, consumed } = await meter.measure(async () =>
    throughPhases(ctx, userId, await begin(ctx, userId, cursor)),
  );
  const { reached } = result;
  return { ...result, reached: { ...reached, figures: addFigures(reached.figures, consumed) } };
};

/** The job that cleans up a reader's articles; `done` counts the removed entries. */
export const cleanupJob = (ctx: CleanupJobContext): JobDefinition => ({
  run: inSlices(cleanupCursor, async ({ user_id }, from) => {
    const { is_done, reached, ...wait } = await cleanUp(ctx, user_id, from);
    const { figures, at, retention } = reached;
    const done = figures.deleted_articles + figures.deleted_read_articles;
    if (!is_done) return { state: 'more', cursor: reached, done, total: null, ...wait };
    ctx.observeCleanup?.(figures);
    const result = {
      ...figures,
      ...cutOffs(new Date(at), retention),
      expired_before: at,
      cost_usd: priceOf(figures),
      is_cost_estimated: ctx.meter === undefined,
    };
    return { state: 'done', done, result };
  }),
  // A retention that the reader chose after the last slice, but before the release of the lock, started no job of its
  // own.
  startAgain: async ({ user_id }) => {
    const profile = await ctx.profiles.get(user_id);
    if (profile === null || isLeaving(profile)) return false;
    return !isRetentionApplied(profile, retentionIn(ctx.settings));
  },
});
