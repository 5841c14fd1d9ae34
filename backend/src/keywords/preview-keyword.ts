import type { VectorStore } from '../model/article/article.ts';
import type { Entry, EntryStore } from '../model/article/entry.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import type { Clock } from '../lib/clock.ts';
import { defaultPreferences, movedBy, type PreviewPart } from '../contract/index.ts';
import { keywordIdOf, KEYWORDS_PER_READER, keywordLimit } from './add-keyword.ts';
import { isCurrent } from '../scoring/reader-keywords.ts';
import type { KeywordStore, KeywordVector } from '../model/score/keyword.ts';
import type { MakeKeywordVector, UsualFor } from '../scoring/keyword-vector.ts';
import { freshnessAt } from '../model/ranking/freshness.ts';
import type { ProfileStore } from '../model/reader/profile.ts';
import { contributionOf, factorIn, isFactor, isName, similarityTo } from '../model/score/score.ts';
import type { StoredVector } from '../model/score/vector.ts';

/** Number of the newest articles that a preview compares. */
const LOOKED_AT = 200;
const SHOWN = 20;

export type PreviewDeps = {
  entries: Pick<EntryStore, 'list' | 'getMany'>;
  vectors: Pick<VectorStore, 'getMany'>;
  keywords: Pick<KeywordStore, 'list' | 'listVectors'>;
  profiles: Pick<ProfileStore, 'get'>;
  model: string;
  makeVector: MakeKeywordVector;
  usualFor: UsualFor;
  now: Clock;
};

/** Returns the newest articles with their vectors, the newest first. */
const newest = async (
  deps: PreviewDeps,
  user_id: string,
  now: Date,
): Promise<{ entry: Entry; vector: StoredVector | undefined }[]> => {
  const { rows } = await deps.entries.list({
    user_id,
    sort: 'published_at',
    filter: 'all',
    feed_ids: null,
    limit: LOOKED_AT,
    after: null,
    now: now.toISOString(),
  });
  const entries = await deps.entries.getMany(
    user_id,
    rows.map(({ article_id }) => article_id),
  );
  const keys = entries.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id }));
  const vectors = new Map(
    (await deps.vectors.getMany(keys)).map(({ article_id, vector }) => [article_id, vector]),
  );
  return entries
    .toSorted(
      (a, b) => b.published_at.localeCompare(a.published_at) || b.article_id.localeCompare(a.article_id),
    )
    .map((entry) => ({ entry, vector: vectors.get(entry.article_id) }));
};

/**
 * Returns the vector of the keyword: of one that the reader has, the stored one, so that the model is not asked. `standing` is the
 * weight with which it raises scores now.
 */
const vectorFor = async (
  { keywords, makeVector, model }: PreviewDeps,
  keyword: { user_id: string; keyword_id: string; text: string },
): Promise<KeywordVector & { standing: number }> => {
  const existing = await keywords.list(keyword.user_id);
  const own = existing.find(({ keyword_id }) => keyword_id === keyword.keyword_id);
  const standing = own?.is_active === true && !own.is_excluding ? own.weight : 0;
  if (own !== undefined) {
    const stored = await keywords.listVectors(keyword.user_id);
    const made = stored.find(({ keyword_id }) => keyword_id === keyword.keyword_id);
    if (isCurrent(made, model)) return { ...made, standing };
  } else if (existing.length >= KEYWORDS_PER_READER) throw keywordLimit(KEYWORDS_PER_READER);
  return { ...(await makeVector(keyword)), standing };
};

/**
 * Creates the endpoint that previews a keyword. It lists articles whose rank changes because they match the keyword;
 * those merely displaced are omitted. It costs one call of the model, or none for a text that was embedded recently or
 * is a keyword already. It writes nothing.
 */
export const createPreviewEndpoint = (deps: PreviewDeps): HandlersOf<'previewKeyword'> => ({
  previewKeyword: async ({ reader: { user_id }, body: { text, weight, is_excluding } }) => {
    const keyword_id = keywordIdOf(user_id, text);
    const { standing, ...made } = await vectorFor(deps, { user_id, keyword_id, text });
    const signed = is_excluding ? -weight : weight;
    const compared = { ...made, weight: signed, usual: await deps.usualFor(made.vector) };
    const now = deps.now();
    const { freshness_days: days } = (await deps.profiles.get(user_id)) ?? defaultPreferences;
    const parts = (await newest(deps, user_id, now)).map(({ entry, vector }): PreviewPart => {
      const { article_id, title, importance_score, is_saved, reasons } = entry;
      const similarity = vector?.model === made.vector.model ? similarityTo(vector, compared) : null;
      // The present contribution of the keyword is a reason of its own, or a part of the weak part.
      const isListed = reasons.some((reason) => reason.keyword_id === keyword_id && !isName(reason));
      const inWeak = isListed || similarity === null ? 0 : standing * similarity;
      return {
        article_id,
        title,
        importance_score,
        others: reasons
          .filter((reason) => reason.keyword_id !== keyword_id && !isFactor(reason))
          .reduce((sum, reason) => sum + contributionOf(reason), -inWeak),
        factor: factorIn(reasons, 'source') * factorIn(reasons, 'rule'),
        freshness: freshnessAt(now, entry, days),
        is_saved,
        similarity_score: similarity,
      };
    });
    return { items: movedBy(parts, signed).slice(0, SHOWN), parts };
  },
});
