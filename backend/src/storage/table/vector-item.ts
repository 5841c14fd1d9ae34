import { z } from 'zod';
import type { StoredVector } from '../../model/score/vector.ts';
import { binary } from './items.ts';

/** The attributes of an embedding, the same for articles and keywords. */
export const vectorAttributes = {
  model: z.string(),
  scale: z.number(),
  dimension: z.int().min(0),
  data: binary,
  text_hash: z.string(),
};

export const vectorOf = ({ model, scale, dimension, data, text_hash }: StoredVector): StoredVector => ({
  model,
  scale,
  dimension,
  data,
  text_hash,
});
