import type { Columns } from '../rank/columns.ts';
import { buildBlock, type Block } from '../segment/block.ts';
import { addFound, findInNames, type FoundTerm, type Leaf } from './found-terms.ts';
import type { SearchInput, SearchRow } from './search-input.ts';

/** The places of the names in an item of a block. */
const FEED = 0;

const ofFeeds = new WeakMap<SearchInput['feeds'], Block>();
const ofTags = new WeakMap<readonly string[], Block>();

/** Returns what was made of a key before, or makes it. */
const keptFor = <K extends object>(kept: WeakMap<K, Block>, key: K, make: () => Block): Block => {
  const block = kept.get(key) ?? make();
  kept.set(key, block);
  return block;
};

/** Adds to the found terms those that stand in the names of feeds and folders and in tags. */
export const findNamed = (
  rows: readonly SearchRow[],
  { feeds: used, tags, feedOf }: Columns,
  feeds: SearchInput['feeds'],
  { leaves, found }: { leaves: readonly Leaf[]; found: readonly FoundTerm[] },
): void => {
  const ids = [...feeds.keys()];
  const named = findInNames(
    keptFor(ofFeeds, feeds, () =>
      buildBlock(ids.map((id) => [[feeds.get(id)?.title ?? ''], [feeds.get(id)?.folder ?? ''], [], []])),
    ),
    leaves,
    ({ condition: { field } }, slot) =>
      slot === FEED ? field === null || field === 'feed' : field === 'folder',
  );
  const tagged = findInNames(
    keptFor(ofTags, tags, () => buildBlock(tags.map((tag) => [[tag], [], [], []]))),
    leaves,
    ({ condition: { field } }) => field === null || field === 'tag',
  );
  found.forEach((into, at) => {
    const feedIds = new Set(Array.from(named[at] ?? [], (item) => ids[item]));
    const foundTags = new Set(Array.from(tagged[at] ?? [], (item) => tags[item]));
    const isNamed = used.map((id) => feedIds.has(id));
    if (isNamed.includes(true))
      for (let row = 0; row < rows.length; row += 1)
        if (isNamed[feedOf[row] ?? 0] === true) addFound(into, 'small', row, 1);
    if (foundTags.size > 0)
      rows.forEach((row, place) => {
        if (row.tags.some((tag) => foundTags.has(tag))) addFound(into, 'small', place, 1);
      });
  });
};
