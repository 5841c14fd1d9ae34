import { buildBlock } from '../segment/block.ts';
import { findInNames, type FoundTerm, type Leaf } from './found-terms.ts';
import type { SearchInput, SearchRow } from './search-input.ts';

/** The places of the names in an item of a block. */
const FEED = 0;

/** Adds to the found terms those that stand in the names of feeds and folders and in tags. */
export const findNamed = (
  rows: readonly SearchRow[],
  feeds: SearchInput['feeds'],
  leaves: readonly Leaf[],
  found: readonly FoundTerm[],
): void => {
  const ids = [...feeds.keys()];
  const named = findInNames(
    buildBlock(ids.map((id) => [[feeds.get(id)?.title ?? ''], [feeds.get(id)?.folder ?? ''], [], []])),
    leaves,
    ({ condition: { field } }, slot) =>
      slot === FEED ? field === null || field === 'feed' : field === 'folder',
  );
  const tags = [...new Set(rows.flatMap((row) => row.tags))];
  const tagged = findInNames(
    buildBlock(tags.map((tag) => [[tag], [], [], []])),
    leaves,
    ({ condition: { field } }) => field === null || field === 'tag',
  );
  leaves.forEach((_, at) => {
    const feedIds = new Set(Array.from(named[at] ?? [], (item) => ids[item]));
    const foundTags = new Set(Array.from(tagged[at] ?? [], (item) => tags[item]));
    const small = found[at]?.small;
    if (small === undefined || feedIds.size + foundTags.size === 0) return;
    rows.forEach((row, place) => {
      if (feedIds.has(row.feed_id)) small[place] = (small[place] ?? 0) + 1;
      if (row.tags.some((tag) => foundTags.has(tag))) small[place] = (small[place] ?? 0) + 1;
    });
  });
};
