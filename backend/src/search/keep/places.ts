import type { Part } from '../segment/part.ts';
import type { ReaderRow } from './rows/reader-rows.ts';
import type { HeldPart } from './segment-store.ts';

/** The place of an article's text: the part, and the number of the article in it. */
type Place = { part: Part; at: number };

/** The places of texts by article_id. */
export type Places = {
  has: (articleId: string) => boolean;
  get: (articleId: string) => Place | undefined;
};

/**
 * Returns the places of the texts that are up to date, by article_id. Of several texts of an article the last one counts,
 * as it does for `search`.
 */
export const placesOf = (
  rows: readonly Pick<ReaderRow, 'article_id' | 'version'>[],
  parts: readonly HeldPart[],
): Places => {
  const rowOf = new Map(rows.map(({ article_id }, row) => [article_id, row]));
  // For each row the part of its text and its number there. An object a row would take most of the time of making them.
  const partOf = new Int32Array(rows.length).fill(-1);
  const numberOf = new Int32Array(rows.length);
  parts.forEach(({ part }, place) => {
    part.ids.forEach((id, at) => {
      const row = rowOf.get(id);
      if (row === undefined) return;
      partOf[row] = rows[row]?.version === part.versions[at] ? place : -1;
      numberOf[row] = at;
    });
  });
  const get = (articleId: string): Place | undefined => {
    const row = rowOf.get(articleId) ?? -1;
    const held = parts[partOf[row] ?? -1];
    return held === undefined ? undefined : { part: held.part, at: numberOf[row] ?? 0 };
  };
  return { has: (articleId) => (partOf[rowOf.get(articleId) ?? -1] ?? -1) >= 0, get };
};

const noNumbers = (): number[] => [];

/** Returns the numbers of the articles of each part whose text counts. */
export const livingIn = (parts: readonly HeldPart[], places: Places): ReadonlyMap<HeldPart, number[]> => {
  const living = new Map(parts.map((held) => [held, noNumbers()]));
  for (const held of parts)
    for (const [at, id] of held.part.ids.entries()) {
      const place = places.get(id);
      if (place?.part === held.part && place.at === at) living.get(held)?.push(at);
    }
  return living;
};
