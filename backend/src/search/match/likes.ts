import { likeKey } from '../query/query.ts';
import { sketchAt } from '../segment/part.ts';
import { nearToSketch, type NearTo } from '../segment/sketch.ts';
import type { Joined } from './join-rows.ts';
import type { SearchInput } from './search-input.ts';

/** For each `like:` of a query, by its key, how near each row is: 0 for one that is not similar. */
export type NearRows = ReadonlyMap<string, Float32Array>;

export const likesOf = ({ query, rows, likes }: SearchInput, joined: Joined): NearRows => {
  const near = new Map<string, Float32Array>();
  for (const like of query.likes) {
    const key = likeKey(like);
    const nearTo = likes.get(key) ?? (like.kind === 'article' ? nearToArticle(joined, key) : null);
    const values = new Float32Array(rows.length);
    near.set(key, values);
    if (nearTo === null) continue;
    for (const { part, rowOf } of joined.parts)
      for (const item of rowOf.items) {
        const row = rowOf.rows[item] ?? -1;
        const sketch = sketchAt(part, item);
        if (sketch === null || rows[row]?.article_id === key) continue;
        values[row] = nearTo(sketch);
      }
  }
  return near;
};

const nearToArticle = ({ parts }: Joined, id: string): NearTo | null => {
  for (const { part } of parts) {
    const sketch = sketchAt(part, part.ids.indexOf(id));
    if (sketch !== null) return nearToSketch(sketch);
  }
  return null;
};
