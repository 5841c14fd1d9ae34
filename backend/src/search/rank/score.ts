/*
 * How well an article matches: BM25 over fields (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and
 * Beyond", 2009), times two gentle factors.
 */

const K1 = 1.2;
const B = 0.5;
/** The weight of a word in the title, and in author, categories, tags or the feed's name, compared with one in the body. */
const TITLE_WEIGHT = 3;
const SMALL_WEIGHT = 1.5;

/** Returns how telling a term is that `found` of `all` articles have. Above 0. */
export const idf = (found: number, all: number): number => Math.log(1 + (all - found + 0.5) / (found + 0.5));

/** Returns what a term adds by how often it stands in the fields. `length` is that of the body in terms of the mean one. Between 0 and 2.2. */
export const saturated = (counts: { title: number; small: number; body: number }, length: number): number => {
  const count =
    TITLE_WEIGHT * counts.title + SMALL_WEIGHT * counts.small + counts.body / (1 - B + B * length);
  return (count * (K1 + 1)) / (count + K1);
};

/** The most that recency and importance each add: together at most 1.14 × 1.14 = 1.3. */
const MOST_FACTOR = 0.14;
const HALF_LIFE_MS = 30 * 86_400_000;

/** Returns the factor of an article's age: 1.14 for one of now, half of the surplus after 30 days, 1 for old ones. */
export const recencyFactor = (publishedAt: string, now: Date): number => {
  const age = Math.max(0, now.getTime() - Date.parse(publishedAt));
  return 1 + MOST_FACTOR * 2 ** (-age / HALF_LIFE_MS);
};

/** Returns the factor of an article's importance (0 to 100): 1 to 1.14; 1 if there is none. */
export const importanceFactor = (importance: number | null): number =>
  1 + (MOST_FACTOR * (importance ?? 0)) / 100;
