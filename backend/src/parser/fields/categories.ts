import { plainText } from './text.ts';

/** Longest category, tag or keyword of an item that a parser gets, in UTF-16 units; a longer one is cut. */
export const MAX_CATEGORY = 100;

/** Matches the local names, in lower case, of the elements whose text or attributes are a category. */
export const CATEGORY = /^(?:category|keywords|subject|tags?)$/;

/** Largest number of categories of an article. */
const MAX_CATEGORIES = 20;

/**
 * Returns the first 20 categories of an item as plain text, without empty ones and without those that differ from an
 * earlier one in case alone.
 */
export const categoryNames = (...lists: ((string | undefined)[] | undefined)[]): string[] => {
  const found = new Map<string, string>();
  for (const name of lists.flatMap((list) => list ?? [])) {
    const text = plainText(name ?? '')
      .slice(0, MAX_CATEGORY)
      .toWellFormed();
    const key = text.toLowerCase();
    if (text !== '' && !found.has(key) && found.size < MAX_CATEGORIES) found.set(key, text);
  }
  return [...found.values()];
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an item of a JSON feed with its tags cut to their limit. */
export const boundTags = (item: unknown): unknown => {
  if (!isRecord(item) || !Array.isArray(item['tags'])) return item;
  const tags: unknown[] = item['tags'];
  return {
    ...item,
    tags: tags.map((tag) => (typeof tag === 'string' ? tag.slice(0, MAX_CATEGORY) : tag)),
  };
};
