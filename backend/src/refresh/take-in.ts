import type { Article, ArticleStore } from '../articles/article.ts';
import type { NoteLinks } from '../bookmarks/note-links.ts';
import { inBatches } from '../config/in-batches.ts';
import type { Clock } from '../config/log.ts';
import type { ScoreMessage, SendScore } from '../config/messages.ts';
import type { FeedStore } from '../feeds/feed.ts';
import { identify, type IdentifiedItem } from './identify.ts';
import type { ParsedFeed } from './parse/parsed-feed.ts';
import type { SeenItem, SeenStore } from './seen.ts';
import { publication, toArticle } from './to-article.ts';

/** A first fetch, and a new subscriber, get this many articles. */
export const ADMITTED = 50;
const SCORE_BATCH = 50;
/** Seen is not written again only because days went by, until one is this far behind. */
const DAY_SLACK = 5;
const REMEMBERED_DAYS = 30 + DAY_SLACK;
const ATTEMPTS = 4;
const DAY_MS = 86_400_000;

export type TakeInDeps = {
  articles: ArticleStore;
  feeds: Pick<FeedStore, 'update'>;
  seen: SeenStore;
  sendScore: SendScore;
  /** Absent where bookmarks are not counted. */
  noteLinks?: NoteLinks | undefined;
  now: Clock;
  articleRetentionDays: number;
};

export type TakeInRequest = {
  feedId: string;
  documentUrl: string;
  parsed: ParsedFeed;
  /** Handed to the last score message. */
  job?: { user_id: string; job_id: string; part: number };
  /** A new subscriber, who gets the newest articles whether they are new to the feed or not. */
  newSubscriber?: string;
};

export type TakenIn = {
  /** Items in the document. */
  total: number;
  new_articles: number;
  changed_articles: number;
  /** Whether scoring got a message, and with the last one the job's. */
  is_sent: boolean;
};

type Found = { identified: IdentifiedItem; place: number };

const newestFirst = (now: Date) => (a: Found, b: Found) =>
  publication(b.identified, b.place, now).published_at < publication(a.identified, a.place, now).published_at
    ? -1
    : 1;

/**
 * Takes a parsed document into the table: identify against Seen, store what is new, send it to scoring, and only then
 * remember it. A crash between any two is finished by the next run, since ids come from content. When another run has
 * written Seen in between, it starts again from what that one left.
 */
export const createTakeIn =
  (deps: TakeInDeps) =>
  async (request: TakeInRequest): Promise<TakenIn> => {
    const { feedId, documentUrl, parsed } = request;
    const identified = identify(parsed.items, {
      feed_id: feedId,
      site_url: parsed.site_url,
      document_url: documentUrl,
    });
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const taken = await takeInOnce(deps, request, identified);
      if (taken !== null) return taken;
    }
    throw new Error(`Seen of feed ${feedId} changed under ${ATTEMPTS} runs in a row`);
  };

const takeInOnce = async (
  deps: TakeInDeps,
  { feedId, documentUrl, job, newSubscriber }: TakeInRequest,
  identified: IdentifiedItem[],
): Promise<TakenIn | null> => {
  const now = deps.now();
  const today = Math.floor(now.getTime() / DAY_MS);
  const ttl = Math.floor(now.getTime() / 1000) + deps.articleRetentionDays * 86_400;
  const seen = await deps.seen.get(feedId);
  const known = new Map(seen.items.map((item) => [item.identity, item]));
  const found = identified.map((item, place) => ({ identified: item, place }));
  const newest = found.toSorted(newestFirst(now));

  // An item that shares its guid or link with a newcomer goes by another identity from then on; its text tells it.
  const identities = new Set(identified.map(({ identity }) => identity));
  const isKnown = ({ identity, other_identities, content_hash }: IdentifiedItem): boolean =>
    known.has(identity) ||
    other_identities.some(
      (other) => !identities.has(other) && known.get(other)?.content_hash === content_hash,
    );
  const unknown = newest.filter((item) => !isKnown(item.identified));
  const admitted = seen.version === 0 ? unknown.slice(0, ADMITTED) : unknown;
  const changed = found.filter(({ identified: { identity, content_hash } }) => {
    const before = known.get(identity);
    return before !== undefined && before.content_hash !== content_hash;
  });
  const admittedIds = new Set(admitted.map(({ identified: { article_id } }) => article_id));
  const forSubscriber =
    newSubscriber === undefined
      ? []
      : newest.slice(0, ADMITTED).filter(({ identified: { article_id } }) => !admittedIds.has(article_id));

  const article = ({ identified: item, place }: Found): Article =>
    toArticle(item, place, { feedId, documentUrl, now, ttl });
  const standing = new Map(
    (
      await deps.articles.getMany(
        [...changed, ...forSubscriber].map(({ identified: { article_id } }) => ({
          article_id,
          feed_id: feedId,
        })),
      )
    ).map((version) => [version.article_id, version]),
  );
  const lifetime = newSubscriber === undefined ? 0 : ttl;
  const updates = changed.flatMap((item) => {
    const before = standing.get(item.identified.article_id);
    if (before === undefined) return [];
    const { published_at, is_date_estimated, created_at } = before;
    return [
      { ...article(item), published_at, is_date_estimated, created_at, ttl: Math.max(before.ttl, lifetime) },
    ];
  });
  const updated = new Set(updates.map(({ article_id }) => article_id));
  // Articles that stand must live as long as the newcomer's entries.
  const revived = forSubscriber.flatMap((item) => {
    const before = standing.get(item.identified.article_id);
    if (before === undefined) return [article(item)];
    return before.ttl < ttl && !updated.has(before.article_id) ? [{ ...before, ttl }] : [];
  });

  const arrived = [...admitted.map(article), ...revived];
  const articles = [...arrived, ...updates];
  if (articles.length > 0) await deps.articles.putMany(articles);
  if (arrived.length > 0) await deps.noteLinks?.(arrived);

  const sent_at = now.toISOString();
  const ids = (items: Found[]) => items.map(({ identified: { article_id } }) => article_id);
  const messages: ScoreMessage[] = [
    ...inBatches(ids(admitted), SCORE_BATCH).map((article_ids) => ({
      feed_id: feedId,
      article_ids,
      sent_at,
      ...(newSubscriber === undefined ? {} : { new_subscriber: newSubscriber }),
    })),
    ...inBatches(
      updates.map(({ article_id }) => article_id),
      SCORE_BATCH,
    ).map((article_ids) => ({ feed_id: feedId, article_ids, sent_at, is_update: true })),
    ...inBatches(ids(forSubscriber), SCORE_BATCH).map((article_ids) => ({
      feed_id: feedId,
      article_ids,
      sent_at,
      user_id: newSubscriber,
    })),
  ];
  const last = messages.at(-1);
  const total = identified.length;
  if (last !== undefined && job !== undefined) {
    const unchanged = total - admitted.length - changed.length;
    last.job = { ...job, total, new_articles: admitted.length, unchanged };
  }
  if (messages.length > 0) await deps.sendScore(messages);

  // Before Seen, since after it a run that was cut off would find nothing new to tell of.
  if (admitted.length > 0) await deps.feeds.update(feedId, { feed_last_updated: sent_at });

  const present = new Set(identified.map(({ identity }) => identity));
  const remembered: SeenItem[] = [
    ...identified.map(({ identity, content_hash }) => ({ identity, content_hash, last_present_day: today })),
    ...seen.items.filter(
      ({ identity, last_present_day }) =>
        !present.has(identity) && last_present_day > today - REMEMBERED_DAYS,
    ),
  ];
  const isSame =
    remembered.length === seen.items.length &&
    remembered.every(({ identity, content_hash, last_present_day }) => {
      const before = known.get(identity);
      return before?.content_hash === content_hash && last_present_day - before.last_present_day <= DAY_SLACK;
    });
  if (!isSame && !(await deps.seen.put(feedId, remembered, seen.version))) return null;
  return {
    total,
    new_articles: admitted.length,
    changed_articles: updates.length,
    is_sent: messages.length > 0,
  };
};
