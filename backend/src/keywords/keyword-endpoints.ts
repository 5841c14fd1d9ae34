import type { ProfileStore } from '../model/reader/profile.ts';
import type { WaitingStore } from '../model/reader/waiting.ts';
import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { type Keyword as WireKeyword, onlyPage } from '../contract/index.ts';
import type { JobContext } from '../jobs/restart-job.ts';
import { startJob } from '../jobs/start-job.ts';
import { createAddKeyword, type Rescore } from './add-keyword.ts';
import type { Keyword, KeywordStore } from '../model/score/keyword.ts';
import type { MakeKeywordVector } from '../scoring/keyword-vector.ts';
import { DomainError } from '../lib/domain-error.ts';

const keywordUnknown = () => new DomainError('NOT_FOUND', 'You have no keyword with this id.');

/** The delay of the first recalculation in seconds. Readers often change several keywords in a row. */
const FIRST_SECONDS = 2;
/** Seconds between the beginnings of two recalculations, so that one serves all changes of a minute. */
const BETWEEN_SECONDS = 60;

/** Returns the delay of the next recalculation in seconds: a first change shows soon, those that follow it together. */
const delayAfter = (recalculatedAt: string | null, now: Date): number => {
  const elapsed = recalculatedAt === null ? Infinity : (now.getTime() - Date.parse(recalculatedAt)) / 1000;
  return Math.max(FIRST_SECONDS, Math.ceil(BETWEEN_SECONDS - elapsed));
};

export type KeywordDeps = JobContext & {
  keywords: KeywordStore;
  profiles: Pick<ProfileStore, 'get' | 'raiseKeywordsVersion'>;
  waiting: Pick<WaitingStore, 'note'>;
  makeVector: MakeKeywordVector;
};

const keywordToWire = ({
  keyword_id,
  text,
  weight,
  is_active,
  is_excluding,
  is_pending,
  created_at,
}: Keyword): WireKeyword => ({
  keyword_id,
  text,
  weight,
  is_active,
  is_excluding,
  is_pending,
  created_at,
});

type KeywordEndpoints = 'addKeyword' | 'listKeywords' | 'updateKeyword' | 'deleteKeyword' | 'recalculate';

/**
 * Creates the endpoints of keywords. Each change of a keyword has three steps: the write, the raised version, and the
 * recalculation. Repeating any of them is harmless.
 */
export const createKeywordEndpoints = (deps: KeywordDeps): HandlersOf<KeywordEndpoints> => {
  const { keywords, profiles, waiting, makeVector, now } = deps;
  const rescore: Rescore = async (userId, isPending = false) => {
    const at = now().toISOString();
    await profiles.raiseKeywordsVersion(userId, at);
    // If the model still does not answer the recalculation, dispatch tries again.
    if (isPending) await waiting.note(userId, at, true);
    const { recalculated_at = null } = (await profiles.get(userId)) ?? {};
    await startJob(deps, userId, 'recalculate', { delaySeconds: delayAfter(recalculated_at, now()) });
  };
  const add = createAddKeyword({ keywords, makeVector, rescore, now });
  return {
    addKeyword: async ({ reader: { user_id }, body }) => keywordToWire(await add(user_id, body)),
    listKeywords: async ({ reader: { user_id } }) =>
      onlyPage((await keywords.list(user_id)).map(keywordToWire)),
    updateKeyword: async ({ reader: { user_id }, params: { keyword_id }, body }) => {
      const { weight, is_active, is_excluding } = body;
      const changed = await keywords.update(user_id, keyword_id, {
        ...(weight === undefined ? {} : { weight }),
        ...(is_active === undefined ? {} : { is_active }),
        ...(is_excluding === undefined ? {} : { is_excluding }),
      });
      if (changed === null) throw keywordUnknown();
      await rescore(user_id);
      return keywordToWire(changed);
    },
    deleteKeyword: async ({ reader: { user_id }, params: { keyword_id } }) => {
      const existing = await keywords.get(user_id, keyword_id);
      if (existing !== null) await keywords.delete(user_id, keyword_id);
      // Rescore even if the keyword is gone already: the call that deleted it may have been interrupted before this
      // step.
      await rescore(user_id);
      if (existing === null) throw keywordUnknown();
      return undefined;
    },
    recalculate: ({ reader: { user_id } }) => startJob(deps, user_id, 'recalculate'),
  };
};
