import { partIds } from '../contract/index.ts';
import type { Entry } from '../model/article/entry.ts';
import { placeOf, shownTier } from '../model/ranking/place.ts';
import {
  contributionOf,
  isName,
  type StoredReason,
  TOP_REASONS,
  topReasons,
  unlearnedScore,
} from '../model/score/score.ts';
import type { EntryScore } from './entry-score.ts';

/** The last places, of scores below .09 of the typical weight. Rows stand there in any order until they rise above. */
const LAST_PLACES = 4;
/**
 * The most by which a score may differ from the new one. As an article ages, both fall through the places: they are 3 places apart at
 * most then, and reach another tier within 0.07 half-lives of each other.
 */
const NEAR = 1.05;

/** Parts of a score that vary with much else: only their sum is told. */
const UNNAMED: readonly string[] = [partIds.weak, partIds.source];

/** Returns what is told by name: keywords and rules as they are, and whether what was learned raises or lowers the score. */
const namedIn = (reasons: StoredReason[]): string =>
  JSON.stringify(
    reasons
      .filter((reason) => !UNNAMED.includes(reason.keyword_id) && !isName(reason))
      .map((reason) => (reason.keyword_id === partIds.liked ? contributionOf(reason) > 0 : reason)),
  );

/**
 * Checks whether a recalculation writes an entry for its new score, which costs five write units. It does if a reader would see
 * another row: other reasons by name, another tier or, unless the article is read and not saved, another place. What stays as it was
 * keeps its former reasons too, so that they sum to its score; the next recalculation compares it again with what it should be.
 * `typical` is the typical weight of the reader's keywords, `active` their ids.
 */
export const isWorthWriting = (
  entry: Entry,
  scored: EntryScore,
  typical: number,
  active: ReadonlySet<string>,
): boolean => {
  const [before, after] = [entry.importance_score, scored.importance_score];
  if (before === null || after === null || entry.freshness_days !== scored.freshness_days) return true;
  if (namedIn(entry.reasons) !== namedIn(scored.reasons)) return true;
  // A row names the keyword that adds most of its weak part.
  const name = entry.reasons.find(isName);
  if (name !== undefined && !active.has(name.keyword_id)) return true;

  const stood = { score: before, unlearned: unlearnedScore(entry.reasons) ?? before };
  const stands = { score: after, unlearned: unlearnedScore(scored.reasons) ?? after };
  const most = Math.max(...Object.values(stood), ...Object.values(stands));
  if (placeOf(most, typical) <= LAST_PLACES) return false;
  const tierAt = ({ score, unlearned }: typeof stood, reasons: StoredReason[]) =>
    shownTier(placeOf(score, typical), placeOf(unlearned, typical), topReasons(reasons, TOP_REASONS));
  if (tierAt(stood, entry.reasons) !== tierAt(stands, scored.reasons)) return true;
  if (entry.is_read && !entry.is_saved) return false;
  const isNear = (a: number, b: number): boolean =>
    placeOf(a, typical) === placeOf(b, typical) && Math.max(a, b) <= NEAR * Math.min(a, b);
  return !isNear(stood.score, stands.score) || !isNear(stood.unlearned, stands.unlearned);
};
