import type { Context } from '../model/context.ts';
import type { Entry } from '../model/article/entry.ts';
import { featuresOf, type Features, type Signal } from '../model/learning/learner.ts';
import type { StoredReason } from '../model/score/score.ts';
import { entryVectors, type EntryVectorContext } from './vectors.ts';
import type { StoredVector } from '../model/score/vector.ts';
import { partIds } from '../contract/index.ts';

/** Number of the newest signals that are compared. */
const COMPARED = 100;
const NAMED = 3;
/** The likeness to the nearest article from which another one counts as alike, as a share of it. */
const ALIKE = 0.6;
/**
 * The least likeness of an article that is named. Of articles of another subject 19 in 20 are less like the nearest of 15 saved ones, and
 * about half of those of the same subject.
 */
const NEAR = 0.25;

type Alike = { count: number; articles: { article_id: string; title: string }[] };

/**
 * Returns the articles that explain what was learned about an entry: those that the reader liked and that are the most
 * like it or, if the learned part is negative, those disliked. A copy of the article itself is no other one. Null if there is no learned part, or none of them is near.
 */
export const nearestLiked = async (
  ctx: EntryVectorContext & Pick<Context, 'learning'>,
  entry: Entry,
): Promise<Alike | null> => {
  const part = entry.reasons.find(({ keyword_id }) => keyword_id === partIds.liked);
  if (part === undefined) return null;
  const vector = (await entryVectors(ctx, [entry])).vectors.get(entry.article_id);
  if (vector === undefined) return null;
  const own = featuresOf(vector);
  const near = (await ctx.learning.listSignals(entry.user_id, COMPARED))
    .filter((signal) => !isItself(entry, vector, signal) && isOfSign(part, signal.opinion))
    .flatMap((signal) =>
      signal.vector?.model === vector.model
        ? [{ signal, likeness: dot(own, featuresOf(signal.vector)) }]
        : [],
    )
    .filter(({ likeness }) => likeness >= NEAR)
    .toSorted((a, b) => b.likeness - a.likeness);
  if (near.length === 0) return null;
  const alike = near.filter(({ likeness }) => likeness >= ALIKE * (near[0]?.likeness ?? 0));
  return {
    count: alike.length,
    articles: alike.slice(0, NAMED).map(({ signal: { article_id, title } }) => ({ article_id, title })),
  };
};

const isItself = (entry: Entry, { text_hash }: StoredVector, signal: Signal): boolean =>
  signal.article_id === entry.article_id ||
  signal.vector?.text_hash === text_hash ||
  (entry.title !== '' && signal.title === entry.title);

const isOfSign = ({ weight }: StoredReason, opinion: 'up' | 'down' | null): boolean =>
  weight > 0 === (opinion !== 'down');

const dot = (a: Features, b: Features): number => {
  const sparse = new Map(Array.from(a.indexes, (index, at) => [index, a.values[at] ?? 0]));
  let sum = 0;
  a.dense.forEach((value, at) => {
    sum += value * (b.dense[at] ?? 0);
  });
  b.indexes.forEach((index, at) => {
    sum += (sparse.get(index) ?? 0) * (b.values[at] ?? 0);
  });
  return sum;
};
