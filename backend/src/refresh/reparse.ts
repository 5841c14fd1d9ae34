import type { Article } from '../model/article/article.ts';
import type { Feed, FeedStore } from '../model/feed/feed.ts';
import { identify } from './identify.ts';
import type { ParseFeed } from '../parser/fields/parsed-feed.ts';
import type { Snapshot, SnapshotStore } from '../model/feed/snapshot.ts';
import { createIngest, type IngestDeps } from './ingest.ts';
import { sanitisedContents, toArticle } from './to-article.ts';

export type ReparseDeps = IngestDeps & {
  feeds: Pick<FeedStore, 'get' | 'update'>;
  snapshots: Pick<SnapshotStore, 'get'>;
  parse: ParseFeed;
};

const compared = ['title', 'link', 'summary', 'content', 'author', 'enclosures'] as const;
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

const differences = (before: Article, after: Article): Compared[] =>
  compared.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

/**
 * Parses the last document of a feed again and takes it in. Articles that the current parser reads differently are
 * changed in place; unlike a refresh, this compares other fields besides title and text. Dates stay. Articles that were
 * read, expired or left out at the first fetch do not come back. Throws ReparseError and ParseError.
 */
export const createReparse =
  (deps: ReparseDeps) =>
  async (feedId: string): Promise<Reparsed> => {
    const feed = await deps.feeds.get(feedId);
    if (feed === null) throw new ReparseError(`there is no feed with the id ${feedId}`);
    const snapshot = await deps.snapshots.get(feedId);
    if (snapshot === null)
      throw new ReparseError(
        `feed ${feedId} has no snapshot: none is kept longer than 30 days, and the next new document leaves one`,
      );
    const parsed = await deps.parse(snapshot.body, snapshot.content_type);
    const identified = identify(parsed.items, {
      feed_id: feedId,
      site_url: parsed.site_url,
      document_url: snapshot.url,
    });
    const load = async (): Promise<Map<string, Article>> => {
      const keys = identified.map(({ article_id }) => ({ article_id, feed_id: feedId }));
      return new Map((await deps.articles.getMany(keys)).map((one) => [one.article_id, one]));
    };

    const before = await load();
    await createIngest(deps)({ feedId, documentUrl: snapshot.url, parsed });
    const after = await load();

    const contentOf = await sanitisedContents(
      identified.filter(({ article_id }) => after.has(article_id)),
      snapshot.url,
      deps.sanitiseAll,
    );
    const mended: Article[] = [];
    const added: string[] = [];
    const changed: ReparsedArticle[] = [];
    for (const [place, item] of identified.entries()) {
      const stands = after.get(item.article_id);
      if (stands === undefined) continue;
      const { published_at, is_date_estimated, created_at, ttl } = stands;
      const now = { feedId, documentUrl: snapshot.url, now: deps.now(), ttl };
      const wanted = {
        ...toArticle(item, place, contentOf(item), now),
        published_at,
        is_date_estimated,
        created_at,
      };
      if (differences(stands, wanted).length > 0) mended.push(wanted);
      const old = before.get(item.article_id);
      if (old === undefined) added.push(wanted.title);
      else if (differences(old, wanted).length > 0) {
        const { article_id, title } = wanted;
        changed.push({ article_id, before: old.title, after: title, changed: differences(old, wanted) });
      }
    }
    if (mended.length > 0) await deps.articles.putMany(mended);

    const title = parsed.title === null || parsed.title === feed.title ? {} : { title: parsed.title };
    const site =
      parsed.site_url === null || parsed.site_url === feed.site_url ? {} : { site_url: parsed.site_url };
    const facts = { ...title, ...site };
    const updated = Object.keys(facts).length > 0 ? await deps.feeds.update(feedId, facts) : feed;
    return {
      feed,
      snapshot,
      items: parsed.items.length,
      added,
      changed,
      feed_title: updated === null || updated.title === feed.title ? null : updated.title,
    };
  };
