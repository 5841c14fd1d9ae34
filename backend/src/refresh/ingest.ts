import type { Article, ArticleStore } from '../model/article/article.ts';
import { readArticles } from '../model/article/read-articles.ts';
import type { SanitiseAll } from '../parser/html/sanitise.ts';
import type { NoteLinks } from '../bookmarks/note-links.ts';
import { inBatches } from '../lib/in-batches.ts';
import { isItemError, ItemTooLargeError } from '../lib/item-error.ts';
import type { Log } from '../logging/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { ScoreMessage, SendScore } from '../queues/messages.ts';
import type { FeedStore } from '../model/feed/feed.ts';
import { identify, type IdentifiedItem } from './identify.ts';
import { createLeftOut, type LeftOut } from './left-out.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import { recognise, remember } from './recognise.ts';
import type { SeenStore } from '../model/feed/seen.ts';
import { publication, sanitisedContents, toArticle } from './to-article.ts';
import { ADMITTED } from '../model/feed/intake.ts';

const SCORE_BATCH = 50;
const ATTEMPTS = 4;
const DAY_MS = 86_400_000;

export type IngestDeps = {
  articles: ArticleStore;
  feeds: Pick<FeedStore, 'update'>;
  seen: SeenStore;
  sendScore: SendScore;
  sanitiseAll: SanitiseAll;
  /** Absent if bookmarks are not counted. */
  noteLinks?: NoteLinks | undefined;
  now: Clock;
  log: Log;
  articleRetentionDays: number;
};

export type IngestRequest = {
  feedId: string;
  documentUrl: string;
  parsed: ParsedFeed;
  /** The job's reference, passed on in the last score message. */
  job?: { user_id: string; job_id: string; part: number };
  /** The id of a new subscriber, who gets the newest articles even if they are not new to the feed. */
  newSubscriber?: string;
};

export type TakenIn = {
  /** Number of items in the document. */
  total: number;
  new_articles: number;
  changed_articles: number;
  /**
   * Number of new items beyond the newest 50, which are remembered and never come later, plus the unprocessable items.
   */
  left_out: number;
  /** Number of items that could not be read or stored. */
  unprocessable: number;
  /** True if messages were sent to scoring; the last one then carries the reference of the job, if there is one. */
  is_sent: boolean;
};

type Found = { identified: IdentifiedItem; place: number };

const idOf = ({ identified }: Found): string => identified.article_id;

const newestFirst = (now: Date) => (a: Found, b: Found) =>
  publication(b.identified, b.place, now).published_at < publication(a.identified, a.place, now).published_at
    ? -1
    : 1;

/**
 * Takes a parsed document into the table: identifies the items against Seen, stores the new articles, sends them to
 * scoring, and only then updates Seen. The next run completes one that was interrupted between two steps, because ids
 * come from content. If another run has written Seen in the meantime, it starts again from that state. An item that
 * cannot be read or stored is left out and not remembered, so that a later document can bring it.
 */
export const createIngest =
  (deps: IngestDeps) =>
  async (request: IngestRequest): Promise<TakenIn> => {
    const { feedId, documentUrl, parsed } = request;
    const leftOut = createLeftOut(deps.log, feedId);
    const source = { feed_id: feedId, site_url: parsed.site_url, document_url: documentUrl };
    const identified = identify(parsed.items, source, leftOut.add);
    // The parser has already left out items that it could not take; the log states the reasons.
    const unread = parsed.left_out.reduce((sum, { count }) => sum + count, 0);
    for (const { reason, count } of parsed.left_out)
      deps.log.warn('items left out', { feed_id: feedId, reason, count });
    const total = identified.length + leftOut.count() + unread;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const taken = await ingestOnce(deps, request, { identified, total, unread, leftOut });
      if (taken !== null) return taken;
    }
    throw new Error(`Seen of feed ${feedId} changed under ${ATTEMPTS} runs in a row`);
  };

/** The items of a document; `unread` is the number of items that the parser left out. */
type Document = { identified: IdentifiedItem[]; total: number; unread: number; leftOut: LeftOut };

const ingestOnce = async (
  deps: IngestDeps,
  request: IngestRequest,
  { identified, total, unread, leftOut }: Document,
): Promise<TakenIn | null> => {
  const { feedId, job, newSubscriber } = request;
  const now = deps.now();
  const seen = await deps.seen.get(feedId);
  const { of: recognised, replaced } = recognise(seen.items, identified);
  const newest = identified
    .map((item, place): Found => ({ identified: item, place }))
    .toSorted(newestFirst(now));

  // An item with the address of one that is gone is the same article with another text, if that article is still
  // stored.
  const moved = newest.filter(({ identified: item }) => {
    const found = recognised(item);
    return !found.is_known && found.is_same_address;
  });
  const edited = newest.filter(({ identified: item }) => {
    const found = recognised(item);
    return found.is_known && found.record.content_hash !== item.content_hash;
  });
  const newcomers = newSubscriber === undefined ? [] : newest.slice(0, ADMITTED);
  const existing = await readStanding(deps, feedId, [...moved, ...edited, ...newcomers]);
  const stays = new Set(moved.filter((one) => existing.has(idOf(one))));
  const unknown = newest.filter((one) => !recognised(one.identified).is_known && !stays.has(one));
  const changed = [...edited, ...stays];

  const articles = await storeArticles(deps, request, {
    unknown,
    changed,
    newcomers,
    existing,
    leftOut,
    now,
  });
  const { admitted, updated, shown } = articles;

  const sent_at = now.toISOString();
  const batches = (article_ids: string[], more: Partial<ScoreMessage>): ScoreMessage[] =>
    inBatches(article_ids, SCORE_BATCH).map((ids) => ({
      feed_id: feedId,
      article_ids: ids,
      sent_at,
      ...more,
    }));
  const messages = [
    ...batches(admitted, newSubscriber === undefined ? {} : { new_subscriber: newSubscriber }),
    ...batches(updated, { is_update: true }),
    ...batches(shown, newSubscriber === undefined ? {} : { user_id: newSubscriber }),
  ];
  const unprocessable = leftOut.count() + unread;
  const left_out = articles.surplus + unprocessable;
  const last = messages.at(-1);
  if (last !== undefined && job !== undefined) {
    const unchanged = identified.length - unknown.length - changed.length;
    last.job = { ...job, total, new_articles: admitted.length, unchanged, left_out, unprocessable };
  }
  if (messages.length > 0) await deps.sendScore(messages);

  // Write this before Seen: once Seen is written, a repeat of an interrupted run finds nothing new to report.
  if (admitted.length > 0) await deps.feeds.update(feedId, { feed_last_updated: sent_at });

  const taken = identified.filter((item) => !leftOut.has(item));
  const remembered = remember(seen.items, taken, Math.floor(now.getTime() / DAY_MS), replaced);
  if (remembered !== null && !(await deps.seen.put(feedId, remembered, seen.version))) return null;
  return {
    total,
    new_articles: admitted.length,
    changed_articles: updated.length,
    left_out,
    unprocessable,
    is_sent: messages.length > 0,
  };
};

/** Returns the feed's stored versions by article_id; null for a version that is stored but cannot be read. */
const readStanding = async (
  { articles, log }: IngestDeps,
  feed_id: string,
  wanted: Found[],
): Promise<Map<string, Article | null>> => {
  const ids = [...new Set(wanted.map(idOf))];
  const { found, failures } = await readArticles(
    articles,
    ids.map((article_id) => ({ article_id, feed_id })),
  );
  for (const { article_id, error } of failures)
    log.error('article unreadable', { feed_id, article_id, error });
  return new Map([
    ...found.map((article): [string, Article] => [article.article_id, article]),
    ...failures.map(({ article_id }): [string, null] => [article_id, null]),
  ]);
};

type Sorted = {
  /** The items that are new to the feed, the newest first. */
  unknown: Found[];
  changed: Found[];
  newcomers: Found[];
  existing: Map<string, Article | null>;
  leftOut: LeftOut;
  now: Date;
};

/**
 * Stores the newest 50 unknown items, the changed articles, and those articles shown to a newcomer that are missing or
 * would expire too early. Returns the ids of each group and the number of unknown items above the limit. A stored
 * version that cannot be read is written again.
 */
const storeArticles = async (
  deps: IngestDeps,
  { feedId, documentUrl, newSubscriber }: IngestRequest,
  { unknown, changed, newcomers, existing, leftOut, now }: Sorted,
) => {
  const ttl = Math.floor(now.getTime() / 1000) + deps.articleRetentionDays * 86_400;
  const candidates = unknown.slice(0, ADMITTED);
  const contentOf = await sanitisedContents(
    [
      ...candidates,
      ...changed.filter((one) => existing.has(idOf(one))),
      ...newcomers.filter((one) => !existing.get(idOf(one))),
    ]
      .map(({ identified }) => identified)
      .filter((item) => !leftOut.has(item)),
    documentUrl,
    deps.sanitiseAll,
  );
  const articleOf = ({ identified: item, place }: Found): Article[] => {
    try {
      return leftOut.has(item)
        ? []
        : [toArticle(item, place, contentOf(item), { feedId, documentUrl, now, ttl })];
    } catch (error) {
      if (!isItemError(error)) throw error;
      leftOut.add(item.item, error);
      return [];
    }
  };

  const admitted = candidates.flatMap(articleOf);
  const lifetime = newSubscriber === undefined ? 0 : ttl;
  const updates = changed.flatMap((found) => {
    const before = existing.get(idOf(found));
    if (before === undefined) return [];
    if (before === null) return articleOf(found);
    const { published_at, is_date_estimated, created_at } = before;
    return articleOf(found).map((article) => ({
      ...article,
      published_at,
      is_date_estimated,
      created_at,
      ttl: Math.max(before.ttl, lifetime),
    }));
  });
  const written = new Set([...admitted, ...updates].map(({ article_id }) => article_id));
  const added = new Set(admitted.map(({ article_id }) => article_id));
  const shown = newcomers.filter((one) => !added.has(idOf(one)));
  // Stored articles must live as long as the newcomer's entries.
  const revived = shown.flatMap((found) => {
    const before = existing.get(idOf(found)) ?? null;
    if (before === null) return written.has(idOf(found)) ? [] : articleOf(found);
    return before.ttl < ttl && !written.has(before.article_id) ? [{ ...before, ttl }] : [];
  });

  const articles = [...admitted, ...revived, ...updates];
  const refused = articles.length === 0 ? [] : await deps.articles.putMany(articles);
  const tooLarge = new Set(refused.map(({ article_id }) => article_id));
  for (const found of [...unknown, ...changed, ...newcomers])
    if (tooLarge.has(idOf(found)))
      leftOut.add(found.identified.item, new ItemTooLargeError('The item is larger than the table takes.'));
  const stored = (list: Article[]) => list.filter(({ article_id }) => !tooLarge.has(article_id));
  const arrived = stored([...admitted, ...revived]);
  if (arrived.length > 0) await deps.noteLinks?.(arrived);

  const broken = unknown.filter(({ identified }) => leftOut.has(identified)).length;
  const idsOf = (list: Article[]) => stored(list).map(({ article_id }) => article_id);
  return {
    admitted: idsOf(admitted),
    updated: idsOf(updates),
    shown: shown.filter(({ identified }) => !leftOut.has(identified)).map(idOf),
    surplus: unknown.length - stored(admitted).length - broken,
  };
};
