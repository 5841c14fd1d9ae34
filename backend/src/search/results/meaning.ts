import { denseValues } from '../../model/score/vector-codec.ts';
import type { StoredVector } from '../../model/score/vector.ts';
import { isEmbeddedModel } from '../../scoring/embedders/embedded.ts';
import { ModelUnavailableError } from '../../scoring/errors.ts';
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

/**
 * Returns how near sketches are to the texts that a query asks to be like, by `likeKey`. A text of which the model knows no word is
 * left out, and nothing is like it. @throws ModelUnavailableError
 */
export type LikesOf = (query: Query) => Promise<ReadonlyMap<string, NearTo>>;

/** Returns the meaning of a query's words together; null if the model knows none of them. */
export type MeaningOf = (query: Query) => Promise<Direction | null>;

/** Embeds a text that a reader typed. @throws ModelUnavailableError */
type MakeVector = (keyword: {
  user_id: string;
  keyword_id: string;
  text: string;
}) => Promise<{ vector: StoredVector }>;

const vectorOf = async (makeVector: MakeVector, text: string): Promise<StoredVector | null> => {
  const { vector } = await makeVector({ user_id: '', keyword_id: '', text });
  return vector.scale > 0 ? vector : null;
};

const embeddedDirection = (vector: StoredVector): Direction =>
  directionOf(denseValues(vector), loadWordTables().background());

/** Creates the function. What is usual for the signs of another model is not known: its sketches are compared bit by bit. */
export const createLikesOf =
  (makeVector: MakeVector): LikesOf =>
  async ({ likes }) => {
    const near = new Map<string, NearTo>();
    for (const like of likes) {
      const vector = like.kind === 'text' ? await vectorOf(makeVector, like.text) : null;
      if (vector === null) continue;
      const nearTo = isEmbeddedModel(vector.model)
        ? nearToText(embeddedDirection(vector))
        : nearToSketch(sketchOf(denseValues(vector)));
      near.set(likeKey(like), nearTo);
    }
    return near;
  };

/** Creates the function. A model that is a service is not asked, since a search is made for each letter that is typed. */
export const createMeaningOf = (makeVector: MakeVector, model: string): MeaningOf => {
  if (!isEmbeddedModel(model)) return () => Promise.resolve(null);
  return async ({ condition }) => {
    const text = textOf(condition);
    try {
      const vector = text === '' ? null : await vectorOf(makeVector, text);
      return vector === null ? null : embeddedDirection(vector);
    } catch (error) {
      // The meaning only orders the results, so a text that the model refuses is searched for without it.
      if (!(error instanceof ModelUnavailableError)) throw error;
      return null;
    }
  };
};

/** Returns the words and phrases that are looked for anywhere, without what is optional. */
const textOf = (condition: Condition): string =>
  (condition.kind === 'all' ? condition.of : [condition])
    .flatMap((part) => (part.kind === 'text' && part.field === null ? [part.term.text] : []))
    .join(' ');
