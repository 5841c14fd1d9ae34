import { todayLinkUnknown, useTodayLink, type UseTodayLinkContext } from '../accounts/today-links.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { todayQuery } from '../contract/index.ts';
import type { Context } from '../model/context.ts';
import type { Profile } from '../model/reader/profile.ts';
import { feedDocument, feedWords, writeAtom, writeJsonFeed } from './feed-document.ts';
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

/** The time that the feed shows: long enough for a client that asks once a day, and for a weekend. */
const WINDOW_MS = 72 * 3_600_000;
const { limit } = todayQuery.parse({});

/**
 * The endpoint that shows Today as a feed to whoever has its address. What is read in Omomi stays in the feed as long as
 * it is kept, since a client would take an item that goes for one that was withdrawn.
 */
export const todayFeedEndpoint = (
  ctx: SelectTodayContext & UseTodayLinkContext,
): HandlersOf<'getTodayFeed'> => ({
  getTodayFeed: async ({ params: { file }, viewer: { origin } }) => {
    const isAtom = file.endsWith('.atom');
    const used = await useTodayLink(ctx, file.replace(/\.(?:atom|json)$/, ''));
    if (used === null) throw todayLinkUnknown();
    const { link, profile } = used;
    const since = new Date(ctx.now().getTime() - WINDOW_MS).toISOString();
    const { items } = await selectToday(ctx, link.user_id, { since, unreadSince: since, limit });
    const addresses = { home: `${origin}/today`, self: `${origin}/api/out/${file}` };
    const words = feedWords(profile?.language ?? 'auto');
    const feed = feedDocument(link.user_id, items, words, addresses, link.created_at);
    return isAtom
      ? { text: writeAtom(feed), content_type: 'application/atom+xml' }
      : { text: writeJsonFeed(feed), content_type: 'application/feed+json' };
  },
});
