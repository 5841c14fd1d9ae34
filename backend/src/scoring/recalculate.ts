import pMap from 'p-map';
import type { ProfileStore } from '../accounts/profile.ts';
import type { ArticleStore } from '../articles/article.ts';
import type { EntryStore } from '../articles/entry.ts';
import type { EnsureVectors } from './article-vectors.ts';
import { scoreFor, withScore } from './fan-out.ts';
import type { LoadKeywords } from './reader-keywords.ts';

const SLICE = 500;
const CONCURRENT_WRITES = 16;

export type RecalculateDeps = {
  articles: Pick<ArticleStore, 'getMany'>;
  entries: Pick<EntryStore, 'scan' | 'change'>;
  profiles: Pick<ProfileStore, 'keywordsVersion'>;
  ensureVectors: EnsureVectors;
  loadKeywords: LoadKeywords;
};

/** What one slice did; `next` is null when the last entry was reached and no keyword changed since. */
export type RecalculatedSlice = {
  seen: number;
  changed: number;
  version: number;
  next: RecalculateCursor | null;
};

/** Where the next slice begins, and the keywords_version the run began with. */
export type RecalculateCursor = { after: string | null; version: number };

/**
 * Scores a slice of a reader's entries with the keywords as they are now. Entries keep their state, unchanged scores
 * are not written, entries gone meanwhile stay gone. When the keywords changed since the run began, the run begins
 * again, so that the newest always wins.
 */
export const createRecalculateSlice =
  (deps: RecalculateDeps) =>
  async (userId: string, cursor: RecalculateCursor | null): Promise<RecalculatedSlice> => {
    const keywords = await deps.loadKeywords(userId);
    const after = cursor?.version === keywords.version ? cursor.after : null;
    const entries = await deps.entries.scan(userId, after, SLICE);
    const keys = entries.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id }));
    const { vectors } = await deps.ensureVectors(await deps.articles.getMany(keys));

    const written = await pMap(
      entries,
      async (entry) => {
        const vector = vectors.get(entry.article_id);
        if (vector === undefined && keywords.keywords.length > 0) return false;
        const scored = scoreFor(vector, keywords);
        if (withScore(entry, scored) === null) return false;
        await deps.entries.change(userId, entry.article_id, (standing) => withScore(standing, scored));
        return true;
      },
      { concurrency: CONCURRENT_WRITES },
    );
    const changed = written.filter(Boolean).length;
    const last = entries.at(-1);
    if (entries.length === SLICE && last !== undefined)
      return {
        seen: entries.length,
        changed,
        version: keywords.version,
        next: { after: last.article_id, version: keywords.version },
      };
    const isOutdated = (await deps.profiles.keywordsVersion(userId)) !== keywords.version;
    return {
      seen: entries.length,
      changed,
      version: keywords.version,
      next: isOutdated ? { after: null, version: -1 } : null,
    };
  };
