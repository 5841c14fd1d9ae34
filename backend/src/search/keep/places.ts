import type { Part } from '../segment/part.ts';
import type { ReaderRow } from './rows/reader-rows.ts';
import type { HeldPart } from './segment-store.ts';

/** The place of an article's text: the part, and the number of the article in it. */
export type Place = { part: Part; at: number };

/**
 * Returns the places of the texts that are up to date, by article_id. Of several texts of an article the last one counts,
 * as it does for `search`.
 */
export const placesOf = (
  rows: readonly Pick<ReaderRow, 'article_id' | 'version'>[],
  parts: readonly HeldPart[],
): ReadonlyMap<string, Place> => {
  const wanted = new Map(rows.map(({ article_id, version }) => [article_id, version]));
  const places = new Map<string, Place>();
  for (const { part } of parts)
    for (const [at, id] of part.ids.entries())
      if (wanted.get(id) === part.versions[at]) places.set(id, { part, at });
      else places.delete(id);
  return places;
};

const noNumbers = (): number[] => [];

/** Returns the numbers of the articles of each part whose text counts. */
export const livingIn = (
  parts: readonly HeldPart[],
  places: ReadonlyMap<string, Place>,
): ReadonlyMap<HeldPart, number[]> => {
  const living = new Map(parts.map((held) => [held, noNumbers()]));
  for (const held of parts)
    for (const [at, id] of held.part.ids.entries()) {
      const place = places.get(id);
      if (place?.part === held.part && place.at === at) living.get(held)?.push(at);
    }
  return living;
};
