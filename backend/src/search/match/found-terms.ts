import type { Condition, TextCondition, TextField } from '../query/query.ts';
import { endOf, startOf, type Block, postingsOf, type Postings, buildBlock } from '../segment/block.ts';
import { compileTerm, type CompiledTerm } from '../text/term.ts';
import { blockTerm } from './block-term.ts';
import {
  weightOfEdges,
  ALL_TERMS,
  scanBlock,
  scanFor,
  scanItem,
  type Place,
  type Scan,
} from './scan-block.ts';
import type { Columns } from './rank.ts';
import type { SearchInput, SearchRow } from './search-input.ts';

/** A word or phrase of a query, and the field that it must stand in. */
export type Leaf = {
  condition: TextCondition;
  term: CompiledTerm;
  /** True below a `not`: a match does not consist of it. */
  is_excluded: boolean;
  /** True below a `maybe`: a match need not have it. */
  is_optional: boolean;
};

/** The counts of a term in the articles: for each row, those in the title, in the small fields and in the body. */
export type FoundTerm = {
  title: Float32Array;
  small: Float32Array;
  body: Float32Array;
  /** For each row 1 if it was found in any of them. */
  rows: Uint8Array;
};

/** The fields of articles in a block, by their places in an item. */
export const TITLE = 0;
const AUTHOR = 1;
export const BODY = 3;

/** The rows of a block's items: for each item its row, -1 for none; and the items that have one, in order. */
export type RowOf = { rows: Int32Array; items: readonly number[] };

/** If fewer than one of so many items have a row, only those are read. */
const FEW = 10;

/** After so many places in a field, more say nothing. */
const ENOUGH = 8;
/** The weight of a longer word that merely begins with the term. */
const WEAK = 0.4;

export const newFoundTerm = (rows: number): FoundTerm => ({
  title: new Float32Array(rows),
  small: new Float32Array(rows),
  body: new Float32Array(rows),
  rows: new Uint8Array(rows),
});

/** The most that all places in longer words count together in a field: less than one place of the word itself. */
const MOST_PARTS = 0.9;
/** After so much of it, some 20 places, the rest of the field is not read. */
const ENOUGH_PARTS = 0.8999;

const isEnough = (count: number): boolean => count >= ENOUGH || count % 1 >= ENOUGH_PARTS;

/**
 * Adds what a place of a term in a row counts: 1, or less in a longer word. The places in longer words are what follows the decimal point
 * of the count, so that however many they are, one place of the word itself counts more.
 */
const addFound = (found: FoundTerm, field: 'title' | 'small' | 'body', row: number, count: number): void => {
  const counts = found[field];
  const before = counts[row] ?? 0;
  counts[row] = count >= 1 ? before + 1 : before + count * (MOST_PARTS - (before % 1));
  found.rows[row] = 1;
};

const compiled = new WeakMap<Condition, readonly Leaf[]>();

/** Returns the words and phrases of a query, in order. Those of the same condition are the same objects each time. */
export const leavesIn = (condition: Condition): readonly Leaf[] => {
  const leaves = compiled.get(condition) ?? leavesOf(condition, 'meant');
  compiled.set(condition, leaves);
  return leaves;
};

const leavesOf = (condition: Condition, role: 'meant' | 'excluded' | 'optional'): readonly Leaf[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part) => leavesOf(part, role));
    case 'not':
      return leavesOf(condition.of, 'excluded');
    case 'maybe':
      return leavesOf(condition.of, 'optional');
    case 'text': {
      const term = compileTerm(condition.term);
      return [{ condition, term, is_excluded: role === 'excluded', is_optional: role === 'optional' }];
    }
    case 'state':
    case 'date':
    case 'importance':
    case 'like':
      return [];
  }
};

/** Returns true if a term may stand in a field of an article. */
const takes = (field: TextField | null, slot: number): boolean =>
  field === null || (field === 'title' && slot === TITLE) || (field === 'author' && slot === AUTHOR);

const isOfArticles = ({ condition: { field } }: Leaf): boolean =>
  field === null || field === 'title' || field === 'author';

/** The scans of blocks for the leaves of a query. A page of results looks into the same blocks again. */
const scans = new WeakMap<readonly Leaf[], WeakMap<Block, Scan>>();

/** Returns the scan of a block of articles for the leaves of a query. */
const scanOf = (block: Block, postings: Postings | null, leaves: readonly Leaf[]): Scan => {
  const ofLeaves = scans.get(leaves) ?? new WeakMap<Block, Scan>();
  scans.set(leaves, ofLeaves);
  const known = ofLeaves.get(block);
  if (known !== undefined) return known;
  const terms = leaves.map((leaf) => (isOfArticles(leaf) ? blockTerm(block, leaf.term) : null));
  const scan = scanFor(block, postings, terms, (term, field) =>
    takes(leaves[term]?.condition.field ?? null, field),
  );
  ofLeaves.set(block, scan);
  return scan;
};

/** Returns the places in a field of an item where the words and phrases stand that are neither excluded nor optional. */
export const findPlaces = (
  block: Block,
  leaves: readonly Leaf[],
  { item, field }: { item: number; field: number },
): Place[] => {
  const places: Place[] = [];
  const terms = leaves.reduce(
    (mask, { is_excluded, is_optional }, bit) => (is_excluded || is_optional ? mask : mask | (1 << bit)),
    0,
  );
  scanItem(block, scanOf(block, null, leaves), { item, terms }, (place) => {
    if (place.field === field) places.push(place);
    return place.field === field;
  });
  return places;
};

/** Looks for the terms in the items of a block of articles that are of a row. */
export const findInArticles = (
  block: Block,
  rowOf: RowOf,
  leaves: readonly Leaf[],
  found: readonly FoundTerm[],
): void => {
  const addPlace = (place: Place): boolean => {
    const into = found[place.term];
    const row = rowOf.rows[place.item] ?? -1;
    if (into === undefined || row < 0) return false;
    const field = place.field === TITLE ? 'title' : place.field === BODY ? 'body' : 'small';
    if (isEnough(into[field][row] ?? 0)) return false;
    addFound(into, field, row, weightOfEdges(block, place) * (place.is_weak ? WEAK : 1));
    return !isEnough(into[field][row] ?? 0);
  };
  if (rowOf.items.length * FEW < rowOf.rows.length) {
    const scan = scanOf(block, null, leaves);
    for (const item of rowOf.items) scanItem(block, scan, { item, terms: ALL_TERMS }, addPlace);
  } else {
    const postings = postingsOf(block);
    scanBlock(block, postings, scanOf(block, postings, leaves), addPlace);
  }
};

/** Returns for each term the items of a block of names (feeds or tags) that it is found in. */
const findInNames = (
  block: Block,
  leaves: readonly Leaf[],
  isMeant: (leaf: Leaf, slot: number) => boolean,
): ReadonlySet<number>[] => {
  const items = leaves.map(() => new Set<number>());
  const terms = leaves.map(({ term }) => blockTerm(block, term));
  const scan = scanFor(block, null, terms, (term, field) => {
    const leaf = leaves[term];
    return leaf !== undefined && isMeant(leaf, field);
  });
  scanBlock(block, null, scan, ({ term, item }) => {
    items[term]?.add(item);
    return false;
  });
  return items;
};

/** Returns the number of tokens of an item's body. */
export const bodyLength = (block: Block, item: number): number =>
  endOf(block, item, BODY) - startOf(block, item, BODY);

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
