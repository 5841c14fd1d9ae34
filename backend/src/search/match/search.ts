import { likeKey, type Condition, type Query, type TextField } from '../query/query.ts';
import { momentOf } from '../query/field-values.ts';
import { nearness } from '../segment/sketch.ts';
import type { Part } from '../segment/part.ts';
import { fold, kanaFree } from '../text/fold.ts';
import { compileTerm, endOfMatch, type CompiledTerm } from '../text/term.ts';
import { baseOf } from '../text/word-forms.ts';

/** What the table says of an article now. */
export type SearchRow = {
  article_id: string;
  feed_id: string;
  title: string;
  excerpt: string;
  published_at: string;
  /** The rank as shown, 0 to 100; null if there is none. */
  importance: number | null;
  is_read: boolean;
  is_saved: boolean;
  tags: readonly string[];
};

type Order = 'relevance' | 'time' | 'importance';

export type SearchInput = {
  query: Query;
  rows: readonly SearchRow[];
  parts: readonly Part[];
  feeds: ReadonlyMap<string, { title: string; folder: string | null }>;
  /** The sketches of what the query's `likes` name, by `likeKey`. An article's own sketch is found in the parts without this. */
  likeSketches: ReadonlyMap<string, Uint8Array>;
  order: Order;
  now: Date;
};

type Hit = { article_id: string; score: number };

export type Found = {
  /** All hits, in order; equal ones by published_at (newest first), then by article_id. */
  hits: Hit[];
  facets: {
    /** Largest first, at most 30. */
    feeds: { feed_id: string; count: number }[];
    states: { unread: number; read: number; saved: number };
  };
};

type Doc = {
  row: SearchRow;
  fields: Record<TextField | 'body' | 'category', string[]>;
  sketch: Uint8Array | null;
};

const prepared = (text: string): string => kanaFree(fold(text));

const docOf = (
  row: SearchRow,
  part: Part | null,
  at: number,
  feed: { title: string; folder: string | null } | undefined,
): Doc => {
  const text = part?.texts[at];
  const body = text === undefined ? row.excerpt : text.body;
  return {
    row,
    fields: {
      title: [prepared(text?.title ?? row.title)],
      author: [prepared(text?.author ?? '')],
      feed: [prepared(feed?.title ?? '')],
      folder: [prepared(feed?.folder ?? '')],
      tag: row.tags.map(prepared),
      body: [prepared(body)],
      category: (text?.categories ?? []).map(prepared),
    },
    sketch: part?.sketches[at] ?? null,
  };
};

const countIn = (text: string, term: CompiledTerm): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (endOfMatch(text, at, term) !== -1) count += 1;
  if (term.base !== null)
    for (const [word] of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu))
      if (word !== term.pieces[0] && baseOf(word) === term.base) count += 1;
  return count;
};

const WEIGHTS = { title: 3, tag: 2, author: 2, feed: 2, folder: 0, category: 2, body: 1 };
const PLAIN_FIELDS = ['title', 'author', 'feed', 'tag', 'body', 'category'] as const;
const LEAST_NEAR = 0.7;

type Context = { input: SearchInput; sketches: ReadonlyMap<string, Uint8Array> };

/** Returns the weight of a condition in an article; 0 if it does not hold. */
const weigh = (condition: Condition, doc: Doc, context: Context): number => {
  const { row } = doc;
  switch (condition.kind) {
    case 'all': {
      const weights = condition.of.map((each) => weigh(each, doc, context));
      return weights.every((weight) => weight > 0) ? weights.reduce((sum, weight) => sum + weight, 0) : 0;
    }
    case 'any':
      return condition.of.reduce((sum, each) => sum + weigh(each, doc, context), 0);
    case 'not':
      return weigh(condition.of, doc, context) > 0 ? 0 : 1e-6;
    case 'text': {
      const term = compileTerm(condition.term);
      const fields = condition.field === null ? PLAIN_FIELDS : [condition.field];
      return fields.reduce(
        (sum, field) =>
          sum +
          (condition.field === null ? WEIGHTS[field] : 1) *
            doc.fields[field].reduce((count, text) => count + countIn(text, term), 0),
        0,
      );
    }
    case 'state':
      return (condition.state === 'saved' ? row.is_saved : row.is_read === (condition.state === 'read'))
        ? 1e-6
        : 0;
    case 'date': {
      const moment = momentOf(condition.when, context.input.now);
      return row.published_at >= moment === (condition.side === 'after') ? 1e-6 : 0;
    }
    case 'importance':
      return row.importance !== null && compares(row.importance, condition.comparison, condition.value)
        ? 1e-6
        : 0;
    case 'like': {
      const target = context.sketches.get(likeKey(condition.like));
      if (target === undefined || doc.sketch === null || likeKey(condition.like) === row.article_id) return 0;
      const near = nearness(target, doc.sketch);
      return near >= LEAST_NEAR ? near : 0;
    }
  }
};

const compares = (left: number, comparison: '>' | '>=' | '<' | '<=' | '=', right: number): boolean => {
  switch (comparison) {
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '=':
      return left === right;
  }
};

const descending = (a: string | number, b: string | number): number => (a < b ? 1 : a > b ? -1 : 0);

/** Finds the articles of a reader that match a query. Pure: `now` is what relative dates and recency count from. */
export const search = (input: SearchInput): Found => {
  const places = new Map<string, { part: Part; at: number }>();
  for (const part of input.parts) part.ids.forEach((id, at) => places.set(id, { part, at }));
  const sketches = new Map(input.likeSketches);
  for (const like of input.query.likes) {
    const place = places.get(likeKey(like));
    const sketch = place?.part.sketches[place.at] ?? null;
    if (like.kind === 'article' && sketch !== null && !sketches.has(like.article_id))
      sketches.set(like.article_id, sketch);
  }
  const found = input.rows.flatMap((row) => {
    const place = places.get(row.article_id);
    const doc = docOf(row, place?.part ?? null, place?.at ?? -1, input.feeds.get(row.feed_id));
    const score = weigh(input.query.condition, doc, { input, sketches });
    return score > 0 ? [{ row, score }] : [];
  });
  const key = ({ row, score }: (typeof found)[number]): number =>
    input.order === 'relevance' ? score : input.order === 'importance' ? (row.importance ?? -1) : 0;
  found.sort(
    (a, b) =>
      descending(key(a), key(b)) ||
      descending(a.row.published_at, b.row.published_at) ||
      descending(b.row.article_id, a.row.article_id),
  );
  const counts = new Map<string, number>();
  const states = { unread: 0, read: 0, saved: 0 };
  for (const { row } of found) {
    counts.set(row.feed_id, (counts.get(row.feed_id) ?? 0) + 1);
    states[row.is_read ? 'read' : 'unread'] += 1;
    if (row.is_saved) states.saved += 1;
  }
  const feeds = Array.from(counts, ([feed_id, count]) => ({ feed_id, count }))
    .toSorted((a, b) => b.count - a.count || descending(b.feed_id, a.feed_id))
    .slice(0, 30);
  return {
    hits: found.map(({ row, score }) => ({ article_id: row.article_id, score })),
    facets: { feeds, states },
  };
};
