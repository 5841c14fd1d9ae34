import { importanceFactor, recencyFactor } from './score.ts';

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
