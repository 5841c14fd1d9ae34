import type { Context } from '../model/context.ts';
import type { Article } from '../model/article/article.ts';
import type { Feed, Snapshot } from '../model/feed/feed.ts';
import type { ParsedFeed } from '../parser/fields/parsed-feed.ts';
import { readDocument, type ReadContext } from '../discovery/read-document.ts';
import { identify, type IdentifiedItem } from './intake/identify.ts';
import { ingest, type IngestContext } from './intake/ingest.ts';
import { recognise } from './intake/recognise.ts';
import { boilerplateIn, sanitisedContents, toArticle } from './intake/to-article.ts';

/** The context for parsing a document again. */
export type ReparseContext = IngestContext & ReadContext & Pick<Context, 'snapshots'>;

const compared = ['title', 'link', 'summary', 'content', 'author', 'enclosures', 'categories'] as const;
type Compared = (typeof compared)[number];

type ReparsedArticle = { article_id: string; before: string; after: string; changed: Compared[] };

export type Reparsed = {
  feed: Feed;
  snapshot: Snapshot;
  /** Number of items in the document as the current parser reads it. */
  items: number;
  /** Titles of the articles that did not exist before. */
  added: string[];
  changed: ReparsedArticle[];
  /** The feed's new title; null if it has not changed. */
  feed_title: string | null;
};

/** The feed's document cannot be parsed again; the message states the reason. */
export class ReparseError extends Error {
  override readonly name = 'ReparseError';
}

/** Returns the fields in which two versions of an article differ; none if there is no earlier version. */
const differences = (before: Article | undefined, after: Article): Compared[] =>
  before === undefined
    ? []
    : compared.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

/**
 * Parses the last document of a feed again:
 *
 * 1. Read the feed and its snapshot, and parse it.
 * 2. Take the document in as a refresh does: new articles, and those with another title or text.
 * 3. Make every stored article again from its item, and write those that differ in any other field.
 * 4. Update the feed's title and site.
 *
 * Dates stay. Articles that were read, expired or left out at the first fetch do not come back. Throws ReparseError and
 * ParseError.
 */
export const reparse = async (ctx: ReparseContext, feedId: string): Promise<Reparsed> => {
  const { feed, snapshot } = await load(ctx, feedId);
  const { url, body, content_type } = snapshot;
  const { parsed } = await readDocument(ctx, feed, { bytes: body, contentType: content_type, url });
  const identified = identify(parsed.items, {
    ...feed,
    site_url: parsed.site_url,
    document_url: snapshot.url,
  });
  const { items } = recognise((await ctx.seen.get(feedId)).items, identified);

  const before = await storedArticles(ctx, feedId, items);
  await ingest(ctx, { feedId, isPrivate: feed.is_private, documentUrl: snapshot.url, parsed });
  const stored = await storedArticles(ctx, feedId, items);

  const made = await makeAgain(ctx, feedId, snapshot.url, items, stored);
  const differing = made.filter((article) => differences(stored.get(article.article_id), article).length > 0);
  if (differing.length > 0) await ctx.articles.putMany(differing);

  const updated = await updateFeed(ctx, feed, parsed);
  return {
    feed,
    snapshot,
    items: parsed.items.length,
    added: made.filter(({ article_id }) => !before.has(article_id)).map(({ title }) => title),
    changed: changesBetween(before, made),
    feed_title: updated === null || updated.title === feed.title ? null : updated.title,
  };
};

type ById = ReadonlyMap<string, Article>;

const load = async (
  { feeds, snapshots }: ReparseContext,
  feedId: string,
): Promise<{ feed: Feed; snapshot: Snapshot }> => {
  const feed = await feeds.get(feedId);
  if (feed === null) throw new ReparseError(`there is no feed with the id ${feedId}`);
  const snapshot = await snapshots.get(feedId);
  if (snapshot === null)
    throw new ReparseError(
      `feed ${feedId} has no snapshot: none is kept longer than a year, and the next new document leaves one`,
    );
  return { feed, snapshot };
};

const storedArticles = async (
  { articles }: ReparseContext,
  feed_id: string,
  items: IdentifiedItem[],
): Promise<ById> => {
  const found = await articles.getMany(items.map(({ article_id }) => ({ article_id, feed_id })));
  return new Map(found.map((article) => [article.article_id, article]));
};

/** Returns the stored articles as the current parser reads them, with the dates and the expiry that they have. */
const makeAgain = async (
  { parser, now }: ReparseContext,
  feedId: string,
  documentUrl: string,
  items: IdentifiedItem[],
  stored: ById,
): Promise<Article[]> => {
  const wanted = items.filter(({ article_id }) => stored.has(article_id));
  const contentOf = await sanitisedContents(wanted, documentUrl, parser.sanitiseAll);
  const terms = { feedId, documentUrl, now: now(), findBoilerplate: boilerplateIn(items) };
  return wanted.flatMap((item) => {
    const existing = stored.get(item.article_id);
    if (existing === undefined) return [];
    const { published_at, is_date_estimated, created_at, ttl } = existing;
    const article = toArticle(item, contentOf(item), { ...terms, ttl });
    return [{ ...article, published_at, is_date_estimated, created_at }];
  });
};

const changesBetween = (before: ById, after: Article[]): ReparsedArticle[] =>
  after.flatMap((article) => {
    const { article_id, title } = article;
    const old = before.get(article_id);
    const changed = differences(old, article);
    return old === undefined || changed.length === 0
      ? []
      : [{ article_id, before: old.title, after: title, changed }];
  });

/** Writes the title and the site that the document names, if they differ. Returns the feed as it is then. */
const updateFeed = async (
  { feeds }: ReparseContext,
  feed: Feed,
  { title, site_url }: ParsedFeed,
): Promise<Feed | null> => {
  const changes = {
    ...(title === null || title === feed.title ? {} : { title }),
    ...(site_url === null || site_url === feed.site_url ? {} : { site_url }),
  };
  return Object.keys(changes).length > 0 ? feeds.update(feed.feed_id, changes) : feed;
};
