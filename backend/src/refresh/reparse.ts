import type { Article } from '../articles/article.ts';
import type { Feed, FeedStore } from '../feeds/feed.ts';
import { identify } from './identify.ts';
import type { ParseFeed } from './parse/parsed-feed.ts';
import type { Snapshot, SnapshotStore } from './snapshot.ts';
import { createTakeIn, type TakeInDeps } from './take-in.ts';
import { sanitisedContents, toArticle } from './to-article.ts';

export type ReparseDeps = TakeInDeps & {
  feeds: Pick<FeedStore, 'get' | 'update'>;
  snapshots: Pick<SnapshotStore, 'get'>;
  parse: ParseFeed;
};

const compared = ['title', 'link', 'summary', 'content', 'author', 'enclosures'] as const;
type Compared = (typeof compared)[number];

export type ReparsedArticle = { article_id: string; before: string; after: string; changed: Compared[] };

export type Reparsed = {
  feed: Feed;
  snapshot: Snapshot;
  /** Items in the document as it is parsed now. */
  items: number;
  /** Titles of the articles that were not there before. */
  added: string[];
  changed: ReparsedArticle[];
  /** Null where the feed's own title is what it was. */
  feed_title: string | null;
};

/** The feed cannot be parsed again; the message says why. */
export class ReparseError extends Error {
  override readonly name = 'ReparseError';
}

const differences = (before: Article, after: Article): Compared[] =>
  compared.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

/**
 * Parses the last document of a feed once more and takes it in: what today's parser reads otherwise is changed in place,
 * fields besides title and text too, which a refresh does not compare. Dates stay. Nothing that was read, expired or
 * passed over at the first fetch comes back. Throws ReparseError and ParseError.
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
    await createTakeIn(deps)({ feedId, documentUrl: snapshot.url, parsed });
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
