import { keywordText } from '../contract/index.ts';
import { digest } from '../lib/digest.ts';
import type { Clock } from '../lib/clock.ts';
import type { Keyword, KeywordStore, KeywordVector } from '../model/score/keyword.ts';
import { isRefusal, ModelUnavailableError } from '../scoring/errors.ts';
import type { MakeKeywordVector } from '../scoring/keyword-vector.ts';
import { DomainError } from '../lib/domain-error.ts';

export const KEYWORDS_PER_READER = 50;

/** Returns the error of a keyword that the reader already has, perhaps in another letter case or width. */
const keywordExists = (keyword_id: string) =>
  new DomainError('KEYWORD_EXISTS', 'You have this keyword already.', { keyword_id });

export const keywordLimit = (limit: number) =>
  new DomainError('KEYWORD_LIMIT', `You have ${limit} keywords, which is the limit.`, { limit });

/** Returns the id of a keyword. Texts that differ only in letter case, width or white space are the same keyword. */
export const keywordIdOf = (userId: string, text: string): string =>
  digest(12, userId, keywordText.parse(text).toLowerCase());

/**
 * Returns the vector of a keyword, or null if the model does not answer now.
 * @throws ModelUnavailableError if it refuses this text, which it would do again.
 */
const vectorIfAnswered = async (
  makeVector: MakeKeywordVector,
  keyword: Pick<Keyword, 'user_id' | 'keyword_id' | 'text'>,
): Promise<KeywordVector | null> => {
  try {
    return await makeVector(keyword);
  } catch (error) {
    if (!(error instanceof ModelUnavailableError) || isRefusal(error)) throw error;
    return null;
  }
};

/** Raises the version of a reader's keywords and starts a recalculation; `isPending` if a keyword has no vector yet. */
export type Rescore = (userId: string, isPending?: boolean) => Promise<void>;

type AddKeywordDeps = {
  keywords: Pick<KeywordStore, 'list' | 'create' | 'putVector'>;
  makeVector: MakeKeywordVector;
  rescore: Rescore;
  now: Clock;
};

type NewKeyword = Pick<Keyword, 'text' | 'weight' | 'is_active' | 'is_excluding'>;

/**
 * Creates the function that adds a keyword. If the model does not answer, the keyword is stored as pending; whoever
 * loads it for scoring makes its vector later.
 * @throws KEYWORD_EXISTS, KEYWORD_LIMIT, or ModelUnavailableError for a text that the model refuses.
 */
export const createAddKeyword =
  ({ keywords, makeVector, rescore, now }: AddKeywordDeps) =>
  async (user_id: string, { text, weight, is_active, is_excluding }: NewKeyword): Promise<Keyword> => {
    const keyword_id = keywordIdOf(user_id, text);
    const existing = await keywords.list(user_id);
    const standing = existing.find((one) => one.keyword_id === keyword_id);
    if (standing !== undefined) {
      // Rescore even so: the call that created the keyword may have been interrupted before this step.
      await rescore(user_id, standing.is_pending);
      throw keywordExists(keyword_id);
    }
    if (existing.length >= KEYWORDS_PER_READER) throw keywordLimit(KEYWORDS_PER_READER);
    const made = await vectorIfAnswered(makeVector, { user_id, keyword_id, text });
    if (made !== null) await keywords.putVector(made);
    const is_pending = made === null;
    const created_at = now().toISOString();
    const keyword = { user_id, keyword_id, text, weight, is_active, is_excluding, is_pending, created_at };
    const isNew = await keywords.create(keyword);
    await rescore(user_id, is_pending);
    if (!isNew) throw keywordExists(keyword_id);
    return keyword;
  };
