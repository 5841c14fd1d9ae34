import type { Context } from '../../model/context.ts';
import { makeKeywordVector } from '../../scoring/keyword-vector.ts';
import { denseValues, type StoredVector } from '../../model/score/vector.ts';
import { isEmbeddedModel } from '../../scoring/embedders/embedded.ts';
import { ModelUnavailableError } from '../../model/score/embedder.ts';
import { loadWordTables } from '../../scoring/words/word-tables.ts';
import { likeKey, type Condition, type Query } from '../query/query.ts';
import {
  directionOf,
  type Direction,
  nearToSketch,
  nearToText,
  sketchOf,
  type NearTo,
} from '../segment/sketch.ts';

type MeaningContext = Pick<Context, 'embedder' | 'keywordMemory'>;

/** Embeds a text that a reader typed; null if the model knows no word of it. @throws ModelUnavailableError */
const vectorOf = async (ctx: MeaningContext, text: string): Promise<StoredVector | null> => {
  const { vector } = await makeKeywordVector(ctx, { user_id: '', keyword_id: '', text });
  return vector.scale > 0 ? vector : null;
};

const embeddedDirection = (vector: StoredVector): Direction =>
  directionOf(denseValues(vector), loadWordTables().background());

/**
 * Returns how near sketches are to the texts that a query asks to be like, by `likeKey`. A text of which the model knows no word is
 * left out, and nothing is like it. What is usual for the signs of another model than the embedded one is not known: its sketches
 * are compared bit by bit. @throws ModelUnavailableError
 */
export const likesOf = async (
  ctx: MeaningContext,
  { likes }: Query,
): Promise<ReadonlyMap<string, NearTo>> => {
  const near = new Map<string, NearTo>();
  for (const like of likes) {
    const vector = like.kind === 'text' ? await vectorOf(ctx, like.text) : null;
    if (vector === null) continue;
    const nearTo = isEmbeddedModel(vector.model)
      ? nearToText(embeddedDirection(vector))
      : nearToSketch(sketchOf(denseValues(vector)));
    near.set(likeKey(like), nearTo);
  }
  return near;
};

/**
 * Returns the meaning of a query's words together; null if the model knows none of them. A model that is a service is not asked,
 * since a search is made for each letter that is typed.
 */
export const meaningOf = async (ctx: MeaningContext, { condition }: Query): Promise<Direction | null> => {
  if (!isEmbeddedModel(ctx.embedder.model)) return null;
  const text = textOf(condition);
  try {
    const vector = text === '' ? null : await vectorOf(ctx, text);
    return vector === null ? null : embeddedDirection(vector);
  } catch (error) {
    // The meaning only orders the results, so a text that the model refuses is searched for without it.
    if (!(error instanceof ModelUnavailableError)) throw error;
    return null;
  }
};

/** Returns the words and phrases that are looked for anywhere, without what is optional. */
const textOf = (condition: Condition): string =>
  (condition.kind === 'all' ? condition.of : [condition])
    .flatMap((part) => (part.kind === 'text' && part.field === null ? [part.term.text] : []))
    .join(' ');
