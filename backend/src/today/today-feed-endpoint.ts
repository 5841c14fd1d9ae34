import { todayQuery } from '../contract/index.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Clock } from '../lib/clock.ts';
import type { SelectToday } from './select-today.ts';
import { feedDocument } from './feed-document.ts';
import { feedWords } from './feed-words.ts';
import { writeAtom, writeJsonFeed } from './write-feed.ts';
import { todayLinkUnknown, type UseTodayLink } from '../accounts/today-links/today-link.ts';

/** The time that the feed shows: long enough for a client that asks once a day, and for a weekend. */
const WINDOW_MS = 72 * 3_600_000;
const { limit } = todayQuery.parse({});

/**
 * Creates the endpoint that shows Today as a feed to whoever has its address. What is read in Omomi stays in the feed
 * as long as it is kept, since a client would take an item that goes for one that was withdrawn.
 */
export const createTodayFeedEndpoint = ({
  useTodayLink,
  selectToday,
  now,
}: {
  useTodayLink: UseTodayLink;
  selectToday: SelectToday;
  now: Clock;
}): HandlersOf<'getTodayFeed'> => ({
  getTodayFeed: async ({ params: { file }, viewer: { origin } }) => {
    const isAtom = file.endsWith('.atom');
    const used = await useTodayLink(file.replace(/\.(?:atom|json)$/, ''));
    if (used === null) throw todayLinkUnknown();
    const { link, profile } = used;
    const since = new Date(now().getTime() - WINDOW_MS).toISOString();
    const { items } = await selectToday(link.user_id, { since, unreadSince: since, limit });
    const addresses = { home: `${origin}/today`, self: `${origin}/api/out/${file}` };
    const words = feedWords(profile?.language ?? 'auto');
    const feed = feedDocument(link.user_id, items, words, addresses, link.created_at);
    return isAtom
      ? { text: writeAtom(feed), content_type: 'application/atom+xml' }
      : { text: writeJsonFeed(feed), content_type: 'application/feed+json' };
  },
});
