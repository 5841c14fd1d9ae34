import type { Entry } from '../model/article/entry.ts';
import { learnedReasonOf } from '../model/learning/learner.ts';
import {
  factorIn,
  factorReasons,
  isFactor,
  scoreArticle,
  type ScoreFactors,
  scoreOf,
  storedWeight,
} from '../model/score/score.ts';
import type { StoredVector } from '../model/score/vector.ts';
import type { ReaderKeywords } from './reader-keywords.ts';
import type { Context } from '../model/context.ts';
import { sourceFactor } from '../model/ranking/place.ts';

/** The fields of an entry that scoring sets. */
export type EntryScore = Pick<Entry, 'importance_score' | 'reasons' | 'freshness_days' | 'keywords_version'>;

/**
 * Returns the score of an article for a reader: null if the model gave no vector for the article or a keyword, or 0 if
 * the reader has no active keyword and nothing was learned. The factors of an article without a score are kept until it has one.
 */
export const scoreFor = (
  vector: StoredVector | undefined,
  loaded: ReaderKeywords | null,
  factors: ScoreFactors,
): EntryScore => {
  const applied = factorReasons(factors);
  const unscored: EntryScore = {
    importance_score: null,
    reasons: applied,
    freshness_days: loaded?.freshness_days ?? 0,
    keywords_version: loaded?.version ?? 0,
  };
  if (loaded === null) return unscored;
  const learner = loaded.learned?.learner ?? null;
  if (loaded.keywords.length === 0 && learner === null) return { ...unscored, importance_score: 0 };
  if (vector === undefined) return unscored;
  const part = learner === null ? null : learnedReasonOf(learner)(vector);
  const reasons = [
    ...scoreArticle(vector, loaded.keywords).reasons,
    ...(part === null ? [] : [part]),
    ...applied,
  ];
  return { ...unscored, importance_score: scoreOf(reasons), reasons };
};

/** Returns the entry with another factor of the reader's rules; the same entry if it has that factor. */
export const withRule = (entry: Entry, rule: number): Entry => {
  if (storedWeight(rule) === factorIn(entry.reasons, 'rule')) return entry;
  const factors = { source: factorIn(entry.reasons, 'source'), rule };
  const reasons = [...entry.reasons.filter((reason) => !isFactor(reason)), ...factorReasons(factors)];
  const importance_score = entry.importance_score === null ? null : scoreOf(reasons);
  return { ...entry, importance_score, reasons };
};

// The half-life has no effect on the place of a score of 0, so a change of it is not worth a write.
const isSameScore = (a: EntryScore, b: EntryScore): boolean =>
  a.importance_score === b.importance_score &&
  (a.freshness_days === b.freshness_days || (a.importance_score ?? 0) === 0) &&
  JSON.stringify(a.reasons) === JSON.stringify(b.reasons);

/**
 * Returns the entry with the new score. Returns null if the entry has the same score already, or one made with newer
 * keywords. A known score never becomes unknown.
 */
export const withScore = (entry: Entry, scored: EntryScore): Entry | null => {
  if (entry.importance_score !== null) {
    if (scored.importance_score === null || scored.keywords_version < entry.keywords_version) return null;
    if (isSameScore(entry, scored)) return null;
  }
  return isSameScore(entry, scored) && entry.keywords_version === scored.keywords_version
    ? null
    : { ...entry, ...scored };
};

/** Returns the factor of scores for each feed under which these entries of a reader are listed, by feed_id. */
export const loadSourceFactors = async (
  { feeds, subscriptions }: Pick<Context, 'feeds' | 'subscriptions'>,
  userId: string,
  entries: Pick<Entry, 'feed_ids'>[],
): Promise<ReadonlyMap<string, number>> => {
  const feedIds = [...new Set(entries.map(({ feed_ids: [feedId] }) => feedId))];
  const [found, followed] = await Promise.all([feeds.getMany(feedIds), subscriptions.list(userId)]);
  const volumes = new Map(followed.map(({ feed_id, volume }) => [feed_id, volume]));
  return new Map(
    found.map(({ feed_id, articles_per_week }) => [
      feed_id,
      sourceFactor(articles_per_week, volumes.get(feed_id) ?? 'normal'),
    ]),
  );
};
