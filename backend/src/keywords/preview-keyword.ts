import type { Context } from '../model/context.ts';
import type { Entry } from '../model/article/entry.ts';
import type { EndpointHandler } from '../contract/endpoints/handlers.ts';
import { defaultPreferences, movedBy, type PreviewPart } from '../contract/index.ts';
import { keywordIdOf, KEYWORDS_PER_READER, keywordLimit } from './add-keyword.ts';
import { isCurrent } from '../scoring/reader-keywords.ts';
import type { Keyword, KeywordVector } from '../model/score/keyword.ts';
import { makeKeywordVector, usualFor } from '../scoring/keyword-vector.ts';
import { freshnessAt } from '../model/ranking/place.ts';
import { contributionOf, factorIn, isFactor, isName, similarityTo } from '../model/score/score.ts';
import type { StoredVector } from '../model/score/vector.ts';

/** Number of the newest articles that a preview compares. */
const LOOKED_AT = 200;
const SHOWN = 20;

/** The context for previewing a keyword. */
export type PreviewContext = Pick<
  Context,
  'entries' | 'vectors' | 'keywords' | 'profiles' | 'blobs' | 'embedder' | 'keywordMemory' | 'now'
>;

/** Returns the newest articles with their vectors, the newest first. */
const newest = async (
  ctx: PreviewContext,
  user_id: string,
  now: Date,
): Promise<{ entry: Entry; vector: StoredVector | undefined }[]> => {
  const { rows } = await ctx.entries.list({
    user_id,
    sort: 'published_at',
    filter: 'all',
    feed_ids: null,
    limit: LOOKED_AT,
    after: null,
    now: now.toISOString(),
  });
  const entries = await ctx.entries.getMany(
    user_id,
    rows.map(({ article_id }) => article_id),
  );
  const keys = entries.map(({ article_id, feed_ids: [feed_id] }) => ({ article_id, feed_id }));
  const vectors = new Map(
    (await ctx.vectors.getMany(keys)).map(({ article_id, vector }) => [article_id, vector]),
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
  ctx: PreviewContext,
  keyword: { user_id: string; keyword_id: string; text: string },
): Promise<KeywordVector & { standing: number }> => {
  const { keywords, vectors } = await ctx.keywords.listWithVectors(keyword.user_id);
  const own = keywords.find(({ keyword_id }) => keyword_id === keyword.keyword_id);
  const standing = own?.is_active === true && !own.is_excluding ? own.weight : 0;
  if (own !== undefined) {
    const made = vectors.find(({ keyword_id }) => keyword_id === keyword.keyword_id);
    if (isCurrent(made, ctx.embedder.model)) return { ...made, standing };
  } else if (keywords.length >= KEYWORDS_PER_READER) throw keywordLimit(KEYWORDS_PER_READER);
  return { ...(await makeKeywordVector(ctx, keyword)), standing };
};

/**
 * Previews a keyword: lists articles whose rank changes because they match the keyword; those merely displaced are omitted.
 * It costs one call of the model, or none for a text that was embedded recently or is a keyword already. It writes nothing.
 */
export const previewKeyword = async (
  ctx: PreviewContext,
  user_id: string,
  { text, weight, is_excluding }: Pick<Keyword, 'text' | 'weight' | 'is_excluding'>,
): ReturnType<EndpointHandler<'previewKeyword'>> => {
  const keyword_id = keywordIdOf(user_id, text);
  const { standing, ...made } = await vectorFor(ctx, { user_id, keyword_id, text });
  const signed = is_excluding ? -weight : weight;
  const compared = { ...made, weight: signed, usual: await usualFor(ctx, made.vector) };
  const now = ctx.now();
  const { freshness_days: days } = (await ctx.profiles.get(user_id)) ?? defaultPreferences;
  const parts = (await newest(ctx, user_id, now)).map(({ entry, vector }): PreviewPart => {
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
};
