import { denseValues } from '../../model/score/vector-codec.ts';
import type { MakeKeywordVector } from '../../scoring/keyword-vector.ts';
import { likeKey, type Query } from '../query/query.ts';
import { sketchOf } from '../segment/sketch.ts';

/**
 * Returns the sketches of the texts that a query asks to be like, by `likeKey`. A text of which the model knows no word
 * has none, and nothing is like it. @throws ModelUnavailableError
 */
export type SketchLikes = (query: Query) => Promise<ReadonlyMap<string, Uint8Array>>;

export const createSketchLikes =
  (makeVector: MakeKeywordVector): SketchLikes =>
  async ({ likes }) => {
    const sketches = new Map<string, Uint8Array>();
    for (const like of likes) {
      if (like.kind !== 'text') continue;
      const { vector } = await makeVector({ user_id: '', keyword_id: '', text: like.text });
      if (vector.scale > 0) sketches.set(likeKey(like), sketchOf(denseValues(vector)));
    }
    return sketches;
  };
