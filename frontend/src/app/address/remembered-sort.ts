import { articleSort } from '@omomi/backend/contract';
import { z } from 'zod';
import type { ArticleSort } from '../../lib/lists/shown-list.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import type { View } from './list-scope.ts';

/** The place of this browser for the orders that the reader chose for feeds and folders. */
const storageKey = 'omomi.list-sorts';

/** The most lists whose order is remembered. Of more, the one that was chosen first is forgotten. */
const MOST = 200;

const sorts = z.array(z.tuple([z.string(), articleSort]));

type Place = Pick<View, 'feed_id' | 'folder'>;

const nameOf = ({ feed_id, folder }: Place): string | null =>
  feed_id !== null ? `feed ${feed_id}` : folder === null ? null : `folder ${folder}`;

const readSorts = (): [string, ArticleSort][] => {
  try {
    return sorts.safeParse(JSON.parse(readStored(storageKey) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
};

/** Returns the order that the reader chose last for a feed or folder; null if they chose none. */
export const rememberedSort = (place: Place): ArticleSort | null => {
  const name = nameOf(place);
  return name === null ? null : (readSorts().find(([known]) => known === name)?.[1] ?? null);
};

/** Remembers the order of a feed or folder in this browser; that of all articles is a preference. */
export const rememberSort = (place: Place, sort: ArticleSort): void => {
  const name = nameOf(place);
  if (name === null) return;
  const others = readSorts().filter(([known]) => known !== name);
  writeStored(storageKey, JSON.stringify([...others, [name, sort]].slice(-MOST)));
};
