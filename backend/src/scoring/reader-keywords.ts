import type { ProfileStore } from '../accounts/profile.ts';
import type { KeywordStore, KeywordVector } from './keyword.ts';
import type { MakeKeywordVector } from './keyword-vector.ts';
import type { ScoringKeyword } from './score.ts';

/** A reader's active keywords ready to score with, and the version they are at least as new as. */
export type ReaderKeywords = { version: number; keywords: ScoringKeyword[] };

export type LoadKeywords = (userId: string) => Promise<ReaderKeywords>;

/**
 * Loads what a reader's articles are scored with. The version is read first, so that keywords written meanwhile make
 * the score newer than it says, never older. A vector that is missing or of another model is made again and stored.
 * Throws ModelUnavailableError where that fails.
 */
export const createLoadKeywords =
  ({
    keywords,
    profiles,
    model,
    makeVector,
  }: {
    keywords: Pick<KeywordStore, 'list' | 'listVectors' | 'putVector'>;
    profiles: Pick<ProfileStore, 'keywordsVersion'>;
    model: string;
    makeVector: MakeKeywordVector;
  }): LoadKeywords =>
  async (userId) => {
    const version = await profiles.keywordsVersion(userId);
    const active = (await keywords.list(userId)).filter(({ is_active }) => is_active);
    if (active.length === 0) return { version, keywords: [] };
    const stored = new Map(
      (await keywords.listVectors(userId)).map((vector): [string, KeywordVector] => [
        vector.keyword_id,
        vector,
      ]),
    );
    const ready: ScoringKeyword[] = [];
    for (const keyword of active) {
      let made = stored.get(keyword.keyword_id);
      if (made === undefined || made.vector.model !== model) {
        made = await makeVector(keyword);
        await keywords.putVector(made);
      }
      const { vector, calibration } = made;
      ready.push({ keyword_id: keyword.keyword_id, weight: keyword.weight, vector, calibration });
    }
    return { version, keywords: ready };
  };
