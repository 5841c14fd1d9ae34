import type { ProfileStore } from '../model/reader/profile.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { digest } from '../lib/digest.ts';
import type { Clock } from '../lib/clock.ts';
import { keywordText, type Keyword as WireKeyword, onlyPage } from '../contract/index.ts';
import type { StartJob } from '../jobs/start-job.ts';
import { KeywordExistsError, KeywordLimitError, KeywordUnknownError } from './errors.ts';
import type { Keyword, KeywordStore } from '../model/score/keyword.ts';
import type { MakeKeywordVector } from './keyword-vector.ts';

export const KEYWORDS_PER_READER = 50;
/**
 * The delay of a recalculation in seconds. Readers often change several keywords in a row, and one recalculation serves
 * all changes.
 */
const DEBOUNCE_SECONDS = 2;

export type KeywordDeps = {
  keywords: KeywordStore;
  profiles: Pick<ProfileStore, 'raiseKeywordsVersion'>;
  makeVector: MakeKeywordVector;
  startJob: StartJob;
  now: Clock;
};

/** Returns the id of a keyword. Texts that differ only in letter case, width or white space are the same keyword. */
export const keywordIdOf = (userId: string, text: string): string =>
  digest(12, userId, keywordText.parse(text).toLowerCase());

const keywordToWire = ({
  keyword_id,
  text,
  weight,
  is_active,
  is_excluding,
  created_at,
}: Keyword): WireKeyword => ({
  keyword_id,
  text,
  weight,
  is_active,
  is_excluding,
  created_at,
});

type KeywordEndpoints = 'addKeyword' | 'listKeywords' | 'updateKeyword' | 'deleteKeyword' | 'recalculate';

/**
 * Creates the endpoints of keywords. Each change of a keyword has three steps: the write, the raised version, and the
 * recalculation. Repeating any of them is harmless.
 */
export const createKeywordEndpoints = ({
  keywords,
  profiles,
  makeVector,
  startJob,
  now,
}: KeywordDeps): HandlersOf<KeywordEndpoints> => {
  const rescore = async (userId: string) => {
    await profiles.raiseKeywordsVersion(userId, now().toISOString());
    return startJob(userId, 'recalculate', { delaySeconds: DEBOUNCE_SECONDS });
  };
  return {
    addKeyword: async ({ reader: { user_id }, body }) => {
      const { text } = body;
      const keyword: Keyword = {
        user_id,
        keyword_id: keywordIdOf(user_id, text),
        text,
        weight: body.weight,
        is_active: body.is_active,
        is_excluding: body.is_excluding,
        created_at: now().toISOString(),
      };
      const existing = await keywords.list(user_id);
      const isStanding = existing.some(({ keyword_id }) => keyword_id === keyword.keyword_id);
      if (!isStanding && existing.length >= KEYWORDS_PER_READER)
        throw new KeywordLimitError(KEYWORDS_PER_READER);
      if (!isStanding) await keywords.putVector(await makeVector(keyword));
      const isNew = !isStanding && (await keywords.create(keyword));
      // Rescore even if the keyword exists already: the call that created it may have been interrupted before this
      // step.
      await rescore(user_id);
      if (!isNew) throw new KeywordExistsError(keyword.keyword_id);
      return keywordToWire(keyword);
    },
    listKeywords: async ({ reader: { user_id } }) =>
      onlyPage((await keywords.list(user_id)).map(keywordToWire)),
    updateKeyword: async ({ reader: { user_id }, params: { keyword_id }, body }) => {
      const { weight, is_active, is_excluding } = body;
      const changed = await keywords.update(user_id, keyword_id, {
        ...(weight === undefined ? {} : { weight }),
        ...(is_active === undefined ? {} : { is_active }),
        ...(is_excluding === undefined ? {} : { is_excluding }),
      });
      if (changed === null) throw new KeywordUnknownError();
      await rescore(user_id);
      return keywordToWire(changed);
    },
    deleteKeyword: async ({ reader: { user_id }, params: { keyword_id } }) => {
      const existing = await keywords.get(user_id, keyword_id);
      if (existing !== null) await keywords.delete(user_id, keyword_id);
      // Rescore even if the keyword is gone already: the call that deleted it may have been interrupted before this
      // step.
      await rescore(user_id);
      if (existing === null) throw new KeywordUnknownError();
      return undefined;
    },
    recalculate: ({ reader: { user_id } }) => startJob(user_id, 'recalculate'),
  };
};
