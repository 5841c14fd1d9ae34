import { TAGS_PER_READER } from '../../contract/index.ts';
import { DomainError } from '../../lib/errors.ts';
import type { ListStore } from '../../lib/list-store.ts';

/** The names of a reader's own tags. Entries have the tags themselves. */
export type TagStore = ListStore<string>;

const folded = (name: string): string => name.normalize('NFKC').toLowerCase();

/** Returns the tag of the reader's that is spelt like this but for letter case and width; undefined if there is none. */
export const knownTag = (known: readonly string[], name: string): string | undefined =>
  known.find((each) => folded(each) === folded(name));

/** Returns tags as the reader spells them, each once. */
export const asKnown = (known: readonly string[], tags: readonly string[]): string[] => [
  ...new Set(tags.map((name) => knownTag(known, name) ?? name)),
];

/** Returns the names with those of tags that are new; null if none is. @throws TAG_LIMIT */
export const withTags = (known: readonly string[], tags: readonly string[]): string[] | null => {
  const all = [...known];
  for (const name of tags) if (knownTag(all, name) === undefined) all.push(name);
  if (all.length === known.length) return null;
  if (all.length > TAGS_PER_READER)
    throw new DomainError('TAG_LIMIT', `You have ${TAGS_PER_READER} tags, which is the limit.`, {
      limit: TAGS_PER_READER,
    });
  return all;
};
