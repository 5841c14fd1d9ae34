import type { ProfileStore } from '../model/reader/profile.ts';
import type { KeywordStore, KeywordVector } from '../model/score/keyword.ts';
import type { MakeKeywordVector } from './keyword-vector.ts';
import { defaultPreferences, partIds } from '../contract/index.ts';
import { REFERENCE_SET } from '../model/score/reference-texts.ts';
import type { ScoringKeyword } from '../model/score/score.ts';
import { LIKED_PROFILE_WEIGHT, type LikedProfile, type LikedProfileStore } from './liked-profile.ts';

/**
 * What scores the articles of a reader: the active keywords, and the half-life in days by which articles age. They are
 * at least as new as `version`.
 */
export type ReaderKeywords = { version: number; keywords: ScoringKeyword[]; freshness_days: number };

export type LoadKeywords = (userId: string) => Promise<ReaderKeywords>;

const isCurrent = <T extends LikedProfile>(made: T | null | undefined, model: string): made is T =>
  made?.vector.model === model && made.calibration.reference_set === REFERENCE_SET;

/**
 * Creates the function that loads the keywords for scoring a reader's articles. It reads the version first: keywords
 * written meanwhile then make the score newer than its version, never older. A vector that is missing, of another
 * model, or calibrated with other reference texts is made again and stored.
 * @throws ModelUnavailableError if that fails.
 */
export const createLoadKeywords =
  ({
    keywords,
    profiles,
    likedProfiles,
    model,
    makeVector,
  }: {
    keywords: Pick<KeywordStore, 'list' | 'listVectors' | 'putVector' | 'update'>;
    profiles: Pick<ProfileStore, 'get'>;
    likedProfiles: Pick<LikedProfileStore, 'get'>;
    model: string;
    makeVector: MakeKeywordVector;
  }): LoadKeywords =>
  async (userId) => {
    const profile = await profiles.get(userId);
    const version = profile?.keywords_version ?? 0;
    const { like_saved: likesSaved, freshness_days } = profile ?? defaultPreferences;
    const active = (await keywords.list(userId)).filter(({ is_active }) => is_active);
    if (active.length === 0 && !likesSaved) return { version, keywords: [], freshness_days };
    const stored = new Map(
      (await keywords.listVectors(userId)).map((vector): [string, KeywordVector] => [
        vector.keyword_id,
        vector,
      ]),
    );
    const ready: ScoringKeyword[] = [];
    for (const keyword of active) {
      let made = stored.get(keyword.keyword_id);
      if (!isCurrent(made, model)) {
        made = await makeVector(keyword);
        await keywords.putVector(made);
      }
      if (keyword.is_pending) await keywords.update(userId, keyword.keyword_id, { is_pending: false });
      const { vector, calibration } = made;
      const weight = keyword.is_excluding ? -keyword.weight : keyword.weight;
      ready.push({ keyword_id: keyword.keyword_id, weight, vector, calibration });
    }
    const liked = likesSaved ? (await likedProfiles.get(userId)).profile : null;
    // After a change of model, a recalculation computes the liked profile again. Until then it does not count.
    if (isCurrent(liked, model)) {
      const { vector, calibration } = liked;
      ready.push({ keyword_id: partIds.liked, weight: LIKED_PROFILE_WEIGHT, vector, calibration });
    }
    return { version, keywords: ready, freshness_days };
  };
