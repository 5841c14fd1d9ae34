import { keywordText } from '../contract/index.ts';
import { digest } from '../lib/digest.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import type { Context } from '../model/context.ts';
import type { Keyword, KeywordVector } from '../model/score/keyword.ts';
import { isRefusal, ModelUnavailableError } from '../model/score/embedder.ts';
import { makeKeywordVector } from '../scoring/keyword-vector.ts';
import { DomainError } from '../lib/errors.ts';

export const KEYWORDS_PER_READER = 50;

/** Returns the error of a keyword that the reader already has, perhaps in another letter case or width. */
const keywordExists = (keyword_id: string) =>
  new DomainError('KEYWORD_EXISTS', 'You have this keyword already.', { keyword_id });

export const keywordLimit = (limit: number) =>
  new DomainError('KEYWORD_LIMIT', `You have ${limit} keywords, which is the limit.`, { limit });

/** Returns the id of a keyword. Texts that differ only in letter case, width or white space are the same keyword. */
export const keywordIdOf = (userId: string, text: string): string =>
  digest(12, userId, keywordText.parse(text).toLowerCase());

/** The delay of the first recalculation in seconds. Readers often change several keywords in a row. */
const FIRST_SECONDS = 2;
/** Seconds between the beginnings of two recalculations, so that one serves all changes of a minute. */
const BETWEEN_SECONDS = 60;

/** Returns the delay of the next recalculation in seconds: a first change shows soon, those that follow it together. */
const delayAfter = (recalculatedAt: string | null, now: Date): number => {
  const elapsed = recalculatedAt === null ? Infinity : (now.getTime() - Date.parse(recalculatedAt)) / 1000;
  return Math.max(FIRST_SECONDS, Math.ceil(BETWEEN_SECONDS - elapsed));
};

/** Raises the version of a reader's keywords and starts a recalculation; `isPending` if a keyword has no vector yet. */
export const recalculateSoon = async (
  ctx: JobContext & Pick<Context, 'profiles' | 'waiting'>,
  userId: string,
  isPending = false,
): Promise<void> => {
  const { profiles, waiting, now } = ctx;
  const at = now().toISOString();
  await profiles.raiseKeywordsVersion(userId, at);
  // If the model still does not answer the recalculation, dispatch tries again.
  if (isPending) await waiting.note(userId, at, true);
  const { recalculated_at = null } = (await profiles.get(userId)) ?? {};
  await startJob(ctx, userId, 'recalculate', { delaySeconds: delayAfter(recalculated_at, now()) });
};

/** The context for adding a keyword. */
export type AddKeywordContext = JobContext &
  Pick<Context, 'keywords' | 'profiles' | 'waiting' | 'embedder' | 'keywordMemory'>;

/**
 * Returns the vector of a keyword, or null if the model does not answer now.
 * @throws ModelUnavailableError if it refuses this text, which it would do again.
 */
const vectorIfAnswered = async (
  ctx: AddKeywordContext,
  keyword: Pick<Keyword, 'user_id' | 'keyword_id' | 'text'>,
): Promise<KeywordVector | null> => {
  try {
    return await makeKeywordVector(ctx, keyword);
  } catch (error) {
    if (!(error instanceof ModelUnavailableError) || isRefusal(error)) throw error;
    return null;
  }
};

type NewKeyword = Pick<Keyword, 'text' | 'weight' | 'is_active' | 'is_excluding'>;

/**
 * Adds a keyword. If the model does not answer, the keyword is stored as pending; whoever
 * loads it for scoring makes its vector later.
 * @throws KEYWORD_EXISTS, KEYWORD_LIMIT, or ModelUnavailableError for a text that the model refuses.
 */
export const addKeyword = async (
  ctx: AddKeywordContext,
  user_id: string,
  { text, weight, is_active, is_excluding }: NewKeyword,
): Promise<Keyword> => {
  const { keywords, now } = ctx;
  const keyword_id = keywordIdOf(user_id, text);
  const existing = await keywords.list(user_id);
  const standing = existing.find((one) => one.keyword_id === keyword_id);
  if (standing !== undefined) {
    // Recalculate even so: the call that created the keyword may have been interrupted before this step.
    await recalculateSoon(ctx, user_id, standing.is_pending);
    throw keywordExists(keyword_id);
  }
  if (existing.length >= KEYWORDS_PER_READER) throw keywordLimit(KEYWORDS_PER_READER);
  const made = await vectorIfAnswered(ctx, { user_id, keyword_id, text });
  if (made !== null) await keywords.putVector(made);
  const is_pending = made === null;
  const created_at = now().toISOString();
  const keyword = { user_id, keyword_id, text, weight, is_active, is_excluding, is_pending, created_at };
  const isNew = await keywords.create(keyword);
  await recalculateSoon(ctx, user_id, is_pending);
  if (!isNew) throw keywordExists(keyword_id);
  return keyword;
};
