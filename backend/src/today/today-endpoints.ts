import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Context } from '../model/context.ts';
import type { Profile } from '../model/reader/profile.ts';
import { selectToday, type SelectTodayContext } from './select-today.ts';

const HOUR_MS = 3_600_000;
/** The time after which another request begins a new visit. */
const VISIT_MS = 4 * HOUR_MS;
/** The time that a first visit shows. */
const FIRST_MS = 24 * HOUR_MS;

/** A visit of Today: what it shows since when, and when it began; `isNew` if it begins now. */
type Visit = { since: string; began: string; isNew: boolean };

/**
 * Returns the visit that a request belongs to. Within four hours of its beginning a visit shows the same time, so that
 * looking again does not lose what was not read yet; then the next one shows what came since the beginning of the last.
 */
const visitAt = (profile: Pick<Profile, 'today_seen_at' | 'today_since'> | null, now: Date): Visit => {
  const seenAt = profile?.today_seen_at ?? null;
  const firstSince = new Date(now.getTime() - FIRST_MS).toISOString();
  if (seenAt === null) return { since: firstSince, began: now.toISOString(), isNew: true };
  if (now.getTime() - Date.parse(seenAt) < VISIT_MS)
    return { since: profile?.today_since ?? firstSince, began: seenAt, isNew: false };
  return { since: seenAt, began: now.toISOString(), isNew: true };
};

/** The endpoint that shows what matters since the last visit. A `since` of the request begins no visit. */
export const todayEndpoint = (
  ctx: SelectTodayContext & Pick<Context, 'profiles'>,
): HandlersOf<'listToday'> => ({
  listToday: async ({ reader: { user_id }, query: { limit, since } }) => {
    const visit = visitAt(await ctx.profiles.get(user_id), ctx.now());
    const from = since ?? visit.since;
    const selected = await selectToday(ctx, user_id, { since: from, unreadSince: visit.began, limit });
    if (since === undefined && visit.isNew)
      await ctx.profiles.setToday(user_id, { today_seen_at: visit.began, today_since: visit.since });
    return { ...selected, since: from };
  },
});
