/**
 * Longest category, tag or keyword of an item that a parser gets, in UTF-16 units. Articles have no categories, so
 * nothing is lost.
 */
export const MAX_CATEGORY = 100;

/** Matches the local names, in lower case, of the elements whose text or attributes are a category. */
export const CATEGORY = /^(?:category|keywords|subject|tags?)$/;

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
