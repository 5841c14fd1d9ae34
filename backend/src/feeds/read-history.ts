import { z } from 'zod';
import { timestamp, type HistoryItem, type HistoryPage } from '../contract/index.ts';
import { decodeJsonCursor, encodeJsonCursor, invalidCursor } from '../lib/json-cursor.ts';
import type { Context } from '../model/context.ts';
import type { DocumentParser } from '../parser/document-parser.ts';
import { isExpired } from '../model/article/expiry.ts';
import type { Snapshot } from '../model/feed/feed.ts';
import { mediaOf } from '../pictures/article-media.ts';
import type { ImageKeys } from '../model/article/image-keys.ts';
import type { IdentifiedItem } from '../refresh/intake/identify.ts';
import { sanitisedContents, toArticle } from '../refresh/intake/to-article.ts';
import { readSnapshot, readStoredItems, type StoredContext } from './stored-document.ts';
import { feedUnknown } from '../model/feed/followed-feed.ts';

/** A place in a document: the number of its items before. It holds for the document received at `taken_at` alone. */
const place = z.tuple([timestamp, z.int().min(1)]);

const encodePlace = (takenAt: string, before: number): string => encodeJsonCursor([takenAt, before]);

/**
 * Returns the number of items before the page; 0 without a cursor.
 * @throws INVALID_CURSOR if it is no cursor, or of another document.
 */
const decodePlace = (cursor: string | undefined, takenAt: string): number => {
  if (cursor === undefined) return 0;
  const [document, before] = decodeJsonCursor(place, cursor);
  if (document !== takenAt) throw invalidCursor();
  return before;
};

/** The largest page in bytes of JSON. Lambda answers with at most 6 MB, which escaping may double. */
const MOST_BYTES = 2_500_000;
/** Number of items of one's own lists that a page passes over at most: about 100 read units. */
const MOST_PASSED = 200;

/** The context for showing what a feed's document carries beyond a reader's lists. */
export type HistoryContext = StoredContext &
  Pick<Context, 'subscriptions' | 'entries' | 'now'> & {
    parser: Pick<DocumentParser, 'sanitiseAll'>;
    imageKeys: Pick<ImageKeys, 'load'>;
  };

/**
 * Reads what a feed's stored document carries and the reader's lists do not:
 *
 * 1. Check that the reader follows the feed, and load the document of its last fetch that brought one.
 * 2. Parse it and put its items in order, the newest first.
 * 3. Take the items of the page, leave out those that are in the reader's lists, and sanitise the others.
 *
 * Nothing is written. @throws NOT_FOUND, INVALID_CURSOR or ParseError.
 */
export const readHistory = async (
  ctx: HistoryContext,
  userId: string,
  feedId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<HistoryPage> => {
  if ((await ctx.subscriptions.get(userId, feedId)) === null) throw feedUnknown();
  const snapshot = await readSnapshot(ctx, feedId);
  if (snapshot === null) return { items: [], next_cursor: null, has_more: false, taken_at: null };
  const { taken_at } = snapshot;
  const { items: all } = await readStoredItems(ctx, feedId, snapshot);
  const from = decodePlace(cursor, taken_at);
  const { first, asked, shown } = await nextUnlisted(ctx, userId, { all, from, limit });
  const { items, isWhole } = await readable(ctx, feedId, snapshot, shown);

  const last = isWhole
    ? asked.length
    : asked.findIndex(({ article_id }) => article_id === items.at(-1)?.article_id) + 1;
  const has_more = first + last < all.length;
  return { items, next_cursor: has_more ? encodePlace(taken_at, first + last) : null, has_more, taken_at };
};

/** The items of a page: those `asked` for, `first` items into the document, of which `shown` are not in the lists. */
type Window = { first: number; asked: IdentifiedItem[]; shown: IdentifiedItem[] };

/**
 * Returns the next items of which at least one is not in the reader's lists; the newest of a document usually are. Ends
 * without one after MOST_PASSED items, so that the cost of a page is bounded.
 */
const nextUnlisted = async (
  ctx: HistoryContext,
  userId: string,
  { all, from, limit }: { all: IdentifiedItem[]; from: number; limit: number },
): Promise<Window> => {
  for (let first = from; ; first += limit) {
    const asked = all.slice(first, first + limit);
    const listed = await listedAmong(ctx, userId, asked);
    const shown = asked.filter(({ article_id }) => !listed.has(article_id));
    const next = first + limit;
    if (shown.length > 0 || next >= all.length || next - from >= MOST_PASSED) return { first, asked, shown };
  }
};

/** Returns the ids of those articles that the reader's lists show now. */
const listedAmong = async (
  { entries, now }: HistoryContext,
  userId: string,
  items: IdentifiedItem[],
): Promise<Set<string>> => {
  const at = now().toISOString();
  const ids = items.map(({ article_id }) => article_id);
  const found = await entries.getMany(userId, ids);
  return new Set(found.filter((entry) => !isExpired(entry, at)).map(({ article_id }) => article_id));
};

/** Returns the items with safe content, as many as fit in a page, but at least one. */
const readable = async (
  { parser, imageKeys }: HistoryContext,
  feedId: string,
  { url: documentUrl, taken_at }: Snapshot,
  shown: IdentifiedItem[],
): Promise<{ items: HistoryItem[]; isWhole: boolean }> => {
  const signImage = await imageKeys.load();
  const contentOf = await sanitisedContents(shown, documentUrl, parser.sanitiseAll);
  const items: HistoryItem[] = [];
  const terms = { feedId, documentUrl, now: new Date(taken_at), ttl: 0, findBoilerplate: () => [] };
  let bytes = 0;
  for (const item of shown) {
    const { extra, ...article } = toArticle(item, contentOf(item), terms);
    const { article_id, link, title, summary, content, author, enclosures } = article;
    const { published_at, is_date_estimated } = article;
    const media = mediaOf(article, signImage);
    const made = { article_id, link, title, summary, content, author, enclosures, ...media };
    const row = { ...made, published_at, is_date_estimated, ...extra };
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (items.length > 0 && bytes > MOST_BYTES) return { items, isWhole: false };
    items.push(row);
  }
  return { items, isWhole: true };
};
