import type { Clock } from '../lib/clock.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import { isSameRetention, retentionFor, type Retention } from '../model/reader/retention.ts';
import type { CleanedSlice, CleanupCursor } from './cleanup-cursor.ts';
import type { CleanupPhases } from './cleanup-phases.ts';
import { noMeter, type Meter } from './cost.ts';
import { noFigures, plus } from './figures.ts';

type CleanupDeps = {
  phases: CleanupPhases;
  profiles: Pick<ProfileStore, 'get'>;
  /** The retention of the deployment. */
  retention: Retention;
  meter?: Meter | undefined;
  now: Clock;
};

export type CleanupSlice = (userId: string, cursor: CleanupCursor | null) => Promise<CleanedSlice>;

/** Checks whether every entry of the reader is known to have the expiry that the reader's retention gives it. */
export const isRetentionApplied = (
  profile: Awaited<ReturnType<ProfileStore['get']>>,
  deployment: Retention,
): boolean => {
  const applied = profile?.retention_applied ?? null;
  return applied !== null && isSameRetention(retentionFor(profile, deployment), applied);
};

/** Returns where a slice begins: where the last one ended, or at the start if the reader's retention has changed. */
const begin = async (
  { profiles, retention: deployment, now }: CleanupDeps,
  userId: string,
  cursor: CleanupCursor | null,
): Promise<CleanupCursor> => {
  const profile = await profiles.get(userId);
  const retention = retentionFor(profile, deployment);
  if (cursor !== null && isSameRetention(cursor.retention, retention)) return cursor;
  const isChanged = cursor !== null || (profile?.retention_applied ?? null) !== null;
  const isApplied = cursor === null && isRetentionApplied(profile, deployment);
  return {
    phase: isApplied ? 'entries' : 'expiries',
    at: now().toISOString(),
    after: null,
    retention,
    is_changed: isChanged && !isApplied,
    suspect: [],
    figures: cursor?.figures ?? noFigures,
  };
};

/**
 * Runs phases one after the other until one of them needs another slice. For most readers one slice covers all phases.
 */
const throughPhases = async (
  phases: CleanupPhases,
  userId: string,
  cursor: CleanupCursor,
): Promise<CleanedSlice> => {
  let slice = await phases[cursor.phase](userId, cursor);
  while (!slice.is_done && slice.reached.after === null && slice.delay_seconds === undefined)
    slice = await phases[slice.reached.phase](userId, slice.reached);
  return slice;
};

/** Creates the function that cleans up one slice of a reader's data. An interrupted slice can be repeated. */
export const createCleanupSlice =
  (deps: CleanupDeps): CleanupSlice =>
  async (userId, cursor) => {
    const { phases, meter = noMeter } = deps;
    const { result, consumed } = await meter.measure(async () =>
      throughPhases(phases, userId, await begin(deps, userId, cursor)),
    );
    const { reached } = result;
    return { ...result, reached: { ...reached, figures: plus(reached.figures, consumed) } };
  };
