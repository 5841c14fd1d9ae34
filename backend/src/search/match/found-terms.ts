import type { Condition, TextField } from '../query/query.ts';
import { endOf, startOf, type Block } from '../segment/block.ts';
import { compileTerm, type CompiledTerm } from '../text/term.ts';
import { blockTerm } from './block-term.ts';
import { weightOfEdges } from './edges.ts';
import { scanBlock, type Place } from './scan-block.ts';

/** A word or phrase of a query, and the field that it must stand in. */
export type Leaf = { condition: Extract<Condition, { kind: 'text' }>; term: CompiledTerm };

/** Where in the articles a term was found: for each row how often it stands in the title, in the small fields, and in the body. */
export type FoundTerm = { title: Float32Array; small: Float32Array; body: Float32Array };

/** The fields of articles in a block, by their places in an item. */
export const TITLE = 0;
const AUTHOR = 1;
export const BODY = 3;

/** After so many places in a field, more say nothing. */
const ENOUGH = 8;
/** What a longer word counts that merely begins as the term does. */
const WEAK = 0.4;

export const newFoundTerm = (rows: number): FoundTerm => ({
  title: new Float32Array(rows),
  small: new Float32Array(rows),
  body: new Float32Array(rows),
});

export const isFound = ({ title, small, body }: FoundTerm, row: number): boolean =>
  (title[row] ?? 0) + (small[row] ?? 0) + (body[row] ?? 0) > 0;

/** Returns the words and phrases of a query, in order: all, or those that a match consists of, without what is excluded. */
export const leavesIn = (condition: Condition, which: 'all' | 'positive'): Leaf[] => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap((part) => leavesIn(part, which));
    case 'not':
      return which === 'all' ? leavesIn(condition.of, which) : [];
    case 'text':
      return [{ condition, term: compileTerm(condition.term) }];
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

/** Calls `onPlace` for each place in a block of articles where one of the terms stands in a field that it may stand in. */
const scanArticles = (
  block: Block,
  leaves: readonly Leaf[],
  isWanted: (item: number) => boolean,
  onPlace: (place: Place) => void,
): void => {
  const terms = leaves.map((leaf) => (isOfArticles(leaf) ? blockTerm(block, leaf.term) : null));
  scanBlock(block, terms, isWanted, (place) => {
    if (takes(leaves[place.term]?.condition.field ?? null, place.field)) onPlace(place);
  });
};

/** Returns the places in a block of articles where the terms stand. */
export const findPlaces = (block: Block, leaves: readonly Leaf[]): Place[] => {
  const places: Place[] = [];
  scanArticles(
    block,
    leaves,
    () => true,
    (place) => places.push(place),
  );
  return places;
};

/** Looks for the terms in a block of articles; `rowOf` gives the row of an item, -1 for none. */
export const findInArticles = (
  block: Block,
  rowOf: (item: number) => number,
  leaves: readonly Leaf[],
  found: readonly FoundTerm[],
): void => {
  scanArticles(
    block,
    leaves,
    (item) => rowOf(item) >= 0,
    (place) => {
      const into = found[place.term];
      if (into === undefined) return;
      const counts = place.field === TITLE ? into.title : place.field === BODY ? into.body : into.small;
      const row = rowOf(place.item);
      const count = counts[row] ?? 0;
      if (count >= ENOUGH) return;
      counts[row] = count + weightOfEdges(block, place) * (place.is_weak ? WEAK : 1);
    },
  );
};

/** Returns for each term the items of a block of names (feeds or tags) that it is found in. */
export const findInNames = (
  block: Block,
  leaves: readonly Leaf[],
  isMeant: (leaf: Leaf, slot: number) => boolean,
): ReadonlySet<number>[] => {
  const items = leaves.map(() => new Set<number>());
  scanBlock(
    block,
    leaves.map(({ term }) => blockTerm(block, term)),
    () => true,
    ({ term, item, field }) => {
      const leaf = leaves[term];
      if (leaf !== undefined && isMeant(leaf, field)) items[term]?.add(item);
    },
  );
  return items;
};

/** Returns the number of tokens of an item's body. */
export const bodyLength = (block: Block, item: number): number =>
  endOf(block, item, BODY) - startOf(block, item, BODY);
