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
