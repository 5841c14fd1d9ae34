import type { Direction } from '../segment/sketch.ts';

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

/** The deviations from what is usual that count. */
const RANGE = { least: -1.5, most: 4 };
/** With each deviation a score grows by a fifth: from 0.74 to 2.23 in all. Chosen on labelled queries (docs/measurements.md). */
const GROWTH = 0.2;

/**
 * Returns what the score of a row is multiplied by, for how near its text is in meaning to the query's words; 1 for a text
 * without a sketch of as many bytes.
 */
export const meaningFactor =
  (sketchOfRow: (row: number) => Uint8Array | null, { bytes, deviationsOf }: Direction) =>
  (row: number): number => {
    const sketch = sketchOfRow(row);
    if (sketch?.length !== bytes) return 1;
    const deviations = deviationsOf(sketch);
    return Math.exp(GROWTH * Math.min(RANGE.most, Math.max(RANGE.least, deviations)));
  };

/** The fields of a row that ranking uses. */
type RankedRow = {
  article_id: string;
  feed_id: string;
  published_at: string;
  importance: number | null;
  tags: readonly string[];
};

/** One array for each field that searches need of all rows. Each row has the same place in all of them. */
export type Columns = {
  /** The feeds and tags of all rows, each once. */
  feeds: readonly string[];
  tags: readonly string[];
  /** For each row its feed's place in `feeds`. */
  feedOf: Uint32Array;
  /** For each row its place when the newest come first, ties by article_id. */
  placeByTime: Uint32Array;
  /** For each row what its recency and importance multiply its score by, at the time `now`, in milliseconds since 1970. */
  factors: Float64Array;
  now: number;
};

const kept = new WeakMap<readonly RankedRow[], Columns>();

/**
 * Returns the columns of a list of rows. They are kept as long as the list, so that each letter that is typed need not read all rows
 * anew: whoever changes a row hands in another list.
 */
export const columnsOf = (rows: readonly RankedRow[], now: Date): Columns => {
  const known = kept.get(rows);
  if (known?.now === now.getTime()) return known;
  const factors = factorsOf(rows, now);
  const columns = known === undefined ? made(rows, factors, now) : { ...known, factors, now: now.getTime() };
  kept.set(rows, columns);
  return columns;
};

const factorsOf = (rows: readonly RankedRow[], now: Date): Float64Array =>
  Float64Array.from(
    rows,
    ({ published_at: publishedAt, importance }) =>
      recencyFactor(publishedAt, now) * importanceFactor(importance),
  );

const made = (rows: readonly RankedRow[], factors: Float64Array, now: Date): Columns => {
  const feeds = new Map<string, number>();
  const feedOf = Uint32Array.from(rows, ({ feed_id: feedId }) => {
    const place = feeds.get(feedId) ?? feeds.size;
    feeds.set(feedId, place);
    return place;
  });
  const tags = new Set<string>();
  for (const row of rows) for (const tag of row.tags) tags.add(tag);
  return {
    feeds: [...feeds.keys()],
    tags: [...tags],
    feedOf,
    placeByTime: placesByTime(rows),
    factors,
    now: now.getTime(),
  };
};

const placesByTime = (rows: readonly RankedRow[]): Uint32Array => {
  const order = rows
    .map(({ published_at: time, article_id: id }, row) => ({ time, id, row }))
    .toSorted((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : a.id < b.id ? -1 : 1));
  const places = new Uint32Array(rows.length);
  order.forEach(({ row }, place) => {
    places[row] = place;
  });
  return places;
};

const MOST_FEEDS = 30;

/** The numbers of hits by feed, the largest first, at most 30, and by state. */
export type Facets = {
  feeds: { feed_id: string; count: number }[];
  states: { unread: number; read: number; saved: number };
};

/** Counts hits, given as the places of their rows, by feed and by state. */
export const facetsOf = (
  hits: readonly number[],
  rows: readonly { is_read: boolean; is_saved: boolean }[],
  { feeds, feedOf }: Pick<Columns, 'feeds' | 'feedOf'>,
): Facets => {
  const counts = new Uint32Array(feeds.length);
  const states = { unread: 0, read: 0, saved: 0 };
  for (const hit of hits) {
    const feed = feedOf[hit] ?? 0;
    counts[feed] = (counts[feed] ?? 0) + 1;
    states[rows[hit]?.is_read === true ? 'read' : 'unread'] += 1;
    if (rows[hit]?.is_saved === true) states.saved += 1;
  }
  const found = feeds
    .map((feed_id, at) => ({ feed_id, count: counts[at] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.feed_id < b.feed_id ? -1 : 1));
  return { feeds: found.slice(0, MOST_FEEDS), states };
};
