import { partIds, type Tier, type Volume } from '../../contract/index.ts';
import type { Keyword } from '../score/keyword.ts';
import { isFactor, type StoredTopReason } from '../score/score.ts';

const DAY_MS = 86_400_000;

/** Number of half-lives that an article can lose before it arrives, however old it is. */
const LOST_BEFORE_ARRIVAL = 2;

type Scored = { importance_score: number | null; published_at: string; created_at: string };

/**
 * Returns the time from which an article ages, for a half-life of `days`: when it was published. An
 * article that was old when it arrived counts as two half-lives old then, so that a quarter of its score is left: a
 * reader who follows a feed sees what it has, but below what is new. Times are in milliseconds since 1970.
 */
const agesFrom = (published: number, arrived: number, days: number): number =>
  Math.max(Math.min(arrived, published), arrived - LOST_BEFORE_ARRIVAL * days * DAY_MS);

/**
 * Returns the factor in [0, 1] by which age lowers a score at `now`: a half for each half-life of `days`. 1 if `days`
 * is 0, which means that articles do not age.
 */
export const freshnessAt = (now: Date, article: Omit<Scored, 'importance_score'>, days: number): number =>
  freshnessOf(now.getTime(), Date.parse(article.published_at), Date.parse(article.created_at), days);

/** As `freshnessAt`, with times in milliseconds since 1970, for many articles at once. */
export const freshnessOf = (now: number, published: number, arrived: number, days: number): number =>
  days === 0 ? 1 : 2 ** (-Math.max(0, now - agesFrom(published, arrived, days)) / (days * DAY_MS));

/**
 * Returns a number by which articles sort as by their score times `freshnessAt`, whatever the time is: that product
 * sorts as its logarithm, log2(score) + time / half-life - now / half-life, of which the last part is the same for all.
 * So an order that was stored once stays right. Greater than 0 for a score above 0; 0 for a score of 0; null for none.
 * With `days` 0 it is the score.
 */
export const importanceOrder = (article: Scored, days: number): number | null => {
  const { importance_score: score } = article;
  if (score === null || score === 0 || days === 0) return score;
  const ages = agesFrom(Date.parse(article.published_at), Date.parse(article.created_at), days);
  return Math.max(Number.MIN_VALUE, Math.log2(score) + ages / (days * DAY_MS));
};

/**
 * The place of an article that matches a keyword of typical weight fully, and is fresh. Scores above go on towards 100,
 * which none reaches, so that what matters most can still be told apart.
 */
const FULL_MATCH = 80;
/** The steepness with which places rise around the middle. It keeps small scores small. */
const STEEPNESS = 1.8;
/**
 * The least places of the tiers: of a score that is .58 of a full match, and .25. On 3,900 articles of public feeds, three keywords put
 * 0.5 % of them into the first tier, six 1 %, twelve or fourteen 4 %.
 */
const MUST_READ = 60;
const WORTH_A_LOOK = 25;

/**
 * Returns the mean weight of the keywords that raise scores, with which scores are compared: 1 without any. It changes
 * only if the reader changes keywords, so that a place means the same on every day.
 */
export const typicalWeight = (keywords: Pick<Keyword, 'weight' | 'is_active' | 'is_excluding'>[]): number => {
  const raising = keywords.filter(({ is_active, is_excluding }) => is_active && !is_excluding);
  return raising.length === 0 ? 1 : raising.reduce((sum, { weight }) => sum + weight, 0) / raising.length;
};

/**
 * Returns the place of a score of at least 0 on a fixed scale: a whole number from 0 to 99, which never falls with the
 * score.
 */
export const placeOf = (score: number, typical: number): number => {
  const odds = (FULL_MATCH / (100 - FULL_MATCH)) * (score / typical) ** STEEPNESS;
  return Math.min(99, Math.floor((100 * odds) / (1 + odds)));
};

/**
 * Returns the tier of a place. `unlearned` is the place without what was learned from the reader: what lies below the middle of worth
 * a look is at most that, and the rest at least. So nothing that is learned moves an article by more than one tier.
 */
export const tierOf = (place: number, unlearned: number): Tier => {
  const isUpper = unlearned >= (MUST_READ + WORTH_A_LOOK) / 2;
  if (place >= MUST_READ) return isUpper ? 'must_read' : 'worth_a_look';
  return place >= WORTH_A_LOOK || isUpper ? 'worth_a_look' : 'rest';
};

/** Checks whether only keywords raise the score that are not sure enough to be named. */
const isWeakAlone = (reasons: readonly StoredTopReason[]): boolean => {
  const raising = reasons.filter((reason) => reason.contribution > 0 && !isFactor(reason));
  return raising.length > 0 && raising.every(({ keyword_id }) => keyword_id === partIds.weak);
};

/**
 * Returns the tier in which a row is shown, by its place, its place without what was learned, and its largest reasons. What no reason is
 * named for is not called a must-read, whatever its score.
 */
export const shownTier = (place: number, unlearned: number, reasons: readonly StoredTopReason[]): Tier => {
  const tier = tierOf(place, unlearned);
  return tier === 'must_read' && isWeakAlone(reasons) ? 'worth_a_look' : tier;
};

/** Articles a day up to which a feed is not damped. */
const USUAL_A_DAY = 5;
/**
 * The slope by which the factor falls with the logarithm of the rate. A feed of ten times the rate still reaches the
 * top.
 */
const FALL = 0.25;
const LEAST = 0.5;

/**
 * Returns the factor by which a feed's rate and the reader's choice for it change the scores of its articles. `normal`:
 * 1 below 10 articles a day, then falling to 0.5 from 80 on. `less`: half of that. `more`: 1.5, whatever the rate. The
 * rate counts in steps of powers of two, so that a feed that varies a little keeps its factor, and a recalculation
 * writes nothing for it. `perWeek` is null if the rate is unknown, which does not damp.
 */
export const sourceFactor = (perWeek: number | null, volume: Volume): number => {
  if (volume === 'more') return 1.5;
  const doublings = Math.max(0, Math.floor(Math.log2((perWeek ?? 0) / 7 / USUAL_A_DAY)));
  const damping = Math.max(LEAST, 1 / (1 + FALL * doublings));
  return volume === 'less' ? damping / 2 : damping;
};
