import type { ProfileStore } from '../accounts/profile.ts';
import type { EntryStore, SavedStore } from '../articles/entry.ts';
import { noMeter, type Meter } from './cost.ts';
import { retentionFor, type Retention } from './expiry.ts';
import { noFigures, plus, type CleanupFigures } from './figures.ts';
import { createRecount, type RecountDeps } from './recount.ts';
import { createRemoveExpired, type RemoveDeps } from './remove-expired.ts';
import { createRenewExpiries, type RenewDeps } from './renew-expiries.ts';

/** Copies looked at in a slice, some 3 KB each. */
const COPIES = 500;
/** Until what was just being written has been counted, however slow its writer. */
const DOUBT_SECONDS = 60;

export type CleanupDeps = Omit<RenewDeps & RemoveDeps & RecountDeps, 'entries'> & {
  entries: Pick<EntryStore, 'scan' | 'change' | 'listExpired' | 'bury' | 'delete' | 'countUnread'>;
  saved: Pick<SavedStore, 'sweep'>;
  profiles: Pick<ProfileStore, 'get' | 'setRetentionApplied'>;
  /** What a mark left over that was taken back by a call that was cut off would make counts wrong. */
  tidyMarks: (userId: string) => Promise<void>;
  meter?: Meter | undefined;
};

/** In this order. */
export const cleanupPhases = ['expiries', 'entries', 'copies', 'counts', 'doubts'] as const;

export type CleanupCursor = {
  phase: (typeof cleanupPhases)[number];
  /** When the run began: what has expired by then goes. */
  at: string;
  /** How far the phase has come; null at its start. */
  after: string | null;
  /** What the entries' expiries follow. */
  retention: Retention;
  /** Whether that was changed since they last followed it: counts from before know the old expiries. */
  is_changed: boolean;
  /** Feeds whose count is to be looked at once more. */
  doubtful: string[];
  figures: CleanupFigures;
};

export type CleanedSlice = {
  is_done: boolean;
  reached: CleanupCursor;
  /** The next slice is to wait so long. */
  delay_seconds?: number;
};

export type CleanupSlice = (userId: string, cursor: CleanupCursor | null) => Promise<CleanedSlice>;

const isSame = (a: Retention, b: Retention): boolean =>
  a.articleDays === b.articleDays && a.readHours === b.readHours;

/** Are wrong counts no wonder, since the run gave what they counted another expiry? */
const areExpected = ({ is_changed, figures }: CleanupCursor): boolean =>
  is_changed || figures.changed_expiries > 0;

/** Does every entry of the reader have the expiry that their retention gives it, as far as is known? */
export const isRetentionApplied = (
  profile: Awaited<ReturnType<ProfileStore['get']>>,
  deployment: Retention,
): boolean => {
  const applied = profile?.retention_applied ?? null;
  return (
    applied !== null &&
    isSame(retentionFor(profile, deployment), {
      articleDays: applied.article_days,
      readHours: applied.read_hours,
    })
  );
};

/**
 * Cleans up after one reader, a slice at a time: lets expiries follow a retention that was changed, removes what has
 * expired, deletes copies that were let go, counts every feed's unread anew. A slice that was cut off can be done again.
 */
export const createCleanupSlice = (deps: CleanupDeps): CleanupSlice => {
  const { profiles, saved, now, retention: deployment, meter = noMeter } = deps;
  const renewExpiries = createRenewExpiries(deps);
  const removeExpired = createRemoveExpired(deps);
  const recount = createRecount(deps);

  const begin = async (userId: string, cursor: CleanupCursor | null): Promise<CleanupCursor> => {
    const profile = await profiles.get(userId);
    const retention = retentionFor(profile, deployment);
    if (cursor !== null && isSame(cursor.retention, retention)) return cursor;
    const isChanged = cursor !== null || (profile?.retention_applied ?? null) !== null;
    const isApplied = cursor === null && isRetentionApplied(profile, deployment);
    return {
      phase: isApplied ? 'entries' : 'expiries',
      at: now().toISOString(),
      after: null,
      retention,
      is_changed: isChanged && !isApplied,
      doubtful: [],
      figures: cursor?.figures ?? noFigures,
    };
  };

  const through = (
    cursor: CleanupCursor,
    { next, figures = {} }: { next: string | null; figures?: Partial<CleanupFigures> },
    following: CleanupCursor['phase'],
  ): CleanupCursor => ({
    ...cursor,
    phase: next === null ? following : cursor.phase,
    after: next,
    figures: plus(cursor.figures, figures),
  });

  const goOn = async (userId: string, cursor: CleanupCursor): Promise<CleanedSlice> => {
    const { phase, at, after, retention, doubtful } = cursor;
    switch (phase) {
      case 'expiries': {
        const reached = through(cursor, await renewExpiries(userId, retention, after), 'entries');
        if (reached.phase === 'entries') await profiles.setRetentionApplied(userId, retention);
        return { is_done: false, reached };
      }
      case 'entries':
        return { is_done: false, reached: through(cursor, await removeExpired(userId, at, after), 'copies') };
      case 'copies': {
        const { deleted, next } = await saved.sweep(userId, now(), after, COPIES);
        const figures = { deleted_copies: deleted, deleted_blobs: deleted };
        return { is_done: false, reached: through(cursor, { next, figures }, 'counts') };
      }
      case 'counts': {
        if (after === null) await deps.tidyMarks(userId);
        const { next, doubtful: more } = await recount.lookThrough(userId, after);
        const all = [...new Set([...doubtful, ...more])];
        const reached = { ...through(cursor, { next }, 'doubts'), doubtful: all };
        if (next !== null) return { is_done: false, reached };
        return all.length === 0
          ? { is_done: true, reached }
          : { is_done: false, reached, ...(areExpected(cursor) ? {} : { delay_seconds: DOUBT_SECONDS }) };
      }
      case 'doubts': {
        const drifted_counts = await recount.settle(userId, doubtful, areExpected(cursor));
        return { is_done: true, reached: { ...cursor, figures: plus(cursor.figures, { drifted_counts }) } };
      }
    }
  };

  /** One after the other until one has more to do than fits a slice: for most readers that is all of them. */
  const throughPhases = async (userId: string, cursor: CleanupCursor): Promise<CleanedSlice> => {
    let slice = await goOn(userId, cursor);
    while (!slice.is_done && slice.reached.after === null && slice.delay_seconds === undefined)
      slice = await goOn(userId, slice.reached);
    return slice;
  };

  return async (userId, cursor) => {
    const { result, consumed } = await meter.measure(async () =>
      throughPhases(userId, await begin(userId, cursor)),
    );
    const { reached } = result;
    return { ...result, reached: { ...reached, figures: plus(reached.figures, consumed) } };
  };
};
