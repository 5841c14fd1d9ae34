import type { LanguageChoice, SavedSearch } from '../../contract/index.ts';
import type { ReaderRows } from '../../search/keep/reader-rows.ts';
import { allWords, wordsIn } from '../../languages/words-in.ts';
import type { Words } from '../../languages/words.ts';
import { decoded } from '../../lib/decoded.ts';

/** The lists that are ordered by rank, which other services do not have. */
const rankedLists = ['today', 'must_read', 'worth_a_look'] as const;
export type RankedList = (typeof rankedLists)[number];

/** A label of a client: a folder, a list by rank, a saved search, or a tag that the reader or a rule gives. */
export type Label =
  | { kind: 'folder'; name: string }
  | { kind: 'ranked'; name: string; list: RankedList }
  | { kind: 'search'; name: string; search: SavedSearch }
  | { kind: 'tag'; name: string };

/** Returns the names of the lists by rank in one language. */
const rankedNames = ({ today, tiers: { must_read, worth_a_look } }: Words): Record<RankedList, string> => ({
  today: `Omomi: ${today}`,
  must_read: `Omomi: ${must_read}`,
  worth_a_look: `Omomi: ${worth_a_look}`,
});

type LabelSources = {
  rows: Pick<ReaderRows, 'rows' | 'names'>;
  searches: readonly SavedSearch[];
  language: LanguageChoice;
};

/** Returns the folders that feeds are in, in alphabetical order. */
const foldersOf = ({ names }: LabelSources['rows']): string[] =>
  [...new Set(names.subscriptions.flatMap(({ folder }) => folder ?? []))].toSorted();

/**
 * Returns all labels of a reader. A name is one label: of several things with the same name the first counts, in the order
 * of folders, lists by rank, saved searches and tags.
 */
export const labelsOf = ({ rows, searches, language }: LabelSources): ReadonlyMap<string, Label> => {
  const words = rankedNames(wordsIn(language));
  const tags = new Set(rows.rows.flatMap(({ tags: each }) => each));
  const all: Label[] = [
    ...foldersOf(rows).map((name) => ({ kind: 'folder', name }) as const),
    ...rankedLists.map((list) => ({ kind: 'ranked', name: words[list], list }) as const),
    ...searches.map((search) => ({ kind: 'search', name: search.name, search }) as const),
    ...[...tags].toSorted().map((name) => ({ kind: 'tag', name }) as const),
  ];
  const labels = new Map<string, Label>();
  for (const label of all) if (!labels.has(label.name)) labels.set(label.name, label);
  return labels;
};

/** Returns the list by rank of a name in any language, so that an address holds when the reader changes theirs. */
const rankedNamed = (name: string): Label | null => {
  for (const words of Object.values(allWords).map(rankedNames))
    for (const list of rankedLists) if (words[list] === name) return { kind: 'ranked', name, list };
  return null;
};

/** How often clients encode a name that is in an address within an address. */
const MOST_DECODINGS = 2;

/** Returns the label of a name, which may be percent-encoded up to twice; null if there is none. */
const findLabel = (labels: ReadonlyMap<string, Label>, text: string): Label | null => {
  let name = text;
  for (let times = 0; times <= MOST_DECODINGS; times += 1) {
    const label = labels.get(name) ?? rankedNamed(name);
    if (label !== null) return label;
    name = decoded(name);
  }
  return null;
};

/** A list of items as clients name it. */
export type Stream =
  | { kind: 'all' | 'read' | 'unread' | 'starred' | 'nothing' }
  | { kind: 'feed'; feed_id: string }
  | Label;

/** States by the end of their ids. What Omomi does not know, such as `like`, is a list of nothing. */
const states: Record<string, Stream['kind'] & ('all' | 'read' | 'unread' | 'starred')> = {
  'reading-list': 'all',
  read: 'read',
  'kept-unread': 'unread',
  starred: 'starred',
};

/** Returns the end of the id of a state: `read` of `user/-/state/com.google/read`. Null for any other id. */
export const stateIn = (id: string): string | null =>
  /^user\/[^/]+\/state\/com\.google\/(.+)$/.exec(id)?.[1] ?? null;

/** Returns the name in the id of a label; null for any other id. */
export const labelNameIn = (id: string): string | null => /^user\/[^/]+\/label\/(.+)$/s.exec(id)?.[1] ?? null;

export type Known = { labels: ReadonlyMap<string, Label>; names: ReaderRows['names'] };

/** Returns the text after `feed/`, which some clients write twice; null for any other id. */
export const feedTextIn = (id: string): string | null => /^(?:feed\/){1,2}(.+)$/s.exec(id)?.[1] ?? null;

/** Returns the list of an id, which may be percent-encoded; null if the reader has none such. */
export const streamOf = (id: string, known: Known): Stream | null => {
  const text = /^(user|feed)\//.test(id) ? id : decoded(id);
  // Some clients leave out what comes before a state.
  const state = Object.hasOwn(states, text) ? text : stateIn(text);
  if (state !== null) return { kind: states[state] ?? 'nothing' };
  const name = labelNameIn(text);
  if (name !== null) return findLabel(known.labels, name);
  const feed_id = feedTextIn(text);
  return feed_id !== null && known.names.feeds.has(feed_id) ? { kind: 'feed', feed_id } : null;
};
