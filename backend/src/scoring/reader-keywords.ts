import type { Context } from '../model/context.ts';
import type { Profile } from '../model/reader/profile.ts';
import { isRefusal } from '../model/score/embedder.ts';
import type { Keyword, KeywordVector } from '../model/score/keyword.ts';
import { makeKeywordVector, usualFor } from './keyword-vector.ts';
import { defaultPreferences } from '../contract/index.ts';
import type { ScoringKeyword } from '../model/score/score.ts';
import type { Learned } from '../model/learning/learner.ts';
import { type LearnContext, loadLearned } from './learn.ts';

/**
 * Everything by which a reader's articles are scored: the active keywords, the learner (null without one), and the
 * half-life in days by which articles age. They are at least as new as `version`.
 */
export type ReaderKeywords = {
  version: number;
  keywords: ScoringKeyword[];
  learned: Learned | null;
  freshness_days: number;
};

/** The context for loading everything by which a reader's articles are scored. */
export type ScoringContext = LearnContext & Pick<Context, 'blobs' | 'keywordMemory'>;

/** True for a vector of this model. */
export const isCurrent = (made: KeywordVector | undefined, model: string): made is KeywordVector =>
  made?.vector.model === model;

/**
 * Returns the vector of a keyword; undefined if the model refuses its text, so that the other keywords still count.
 * @throws ModelUnavailableError if the model does not answer.
 */
const vectorUnlessRefused = async (
  ctx: ScoringContext,
  keyword: Keyword,
): Promise<KeywordVector | undefined> => {
  try {
    return await makeKeywordVector(ctx, keyword);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
};

/** Loads a reader's profile and then, as `keywordsAfter`, the keywords. */
export const loadKeywords = async (ctx: ScoringContext, userId: string): Promise<ReaderKeywords> =>
  keywordsAfter(ctx, userId, await ctx.profiles.get(userId));

/**
 * Loads the keywords for scoring a reader's articles, after the profile, which has their version: keywords
 * written meanwhile then make the score newer than its version, never older. A vector that is missing or of
 * another model is made again and stored.
 * @throws ModelUnavailableError if that fails.
 */
export const keywordsAfter = async (
  ctx: ScoringContext,
  userId: string,
  profile: Profile | null,
): Promise<ReaderKeywords> => {
  const {
    keywords,
    embedder: { model },
  } = ctx;
  const version = profile?.keywords_version ?? 0;
  const { freshness_days } = profile ?? defaultPreferences;
  const learned = await loadLearned(ctx, profile);
  const all = await keywords.listWithVectors(userId);
  const stored = new Map(all.vectors.map((made): [string, KeywordVector] => [made.keyword_id, made]));
  const ready: ScoringKeyword[] = [];
  for (const keyword of all.keywords) {
    if (!keyword.is_active) continue;
    let made = stored.get(keyword.keyword_id);
    if (!isCurrent(made, model)) {
      made = await vectorUnlessRefused(ctx, keyword);
      if (made === undefined) continue;
      await keywords.putVector(made);
    }
    if (keyword.is_pending) await keywords.update(userId, keyword.keyword_id, { is_pending: false });
    const { vector } = made;
    const weight = keyword.is_excluding ? -keyword.weight : keyword.weight;
    ready.push({ keyword_id: keyword.keyword_id, weight, vector, usual: await usualFor(ctx, vector) });
  }
  return { version, keywords: ready, learned, freshness_days };
};
